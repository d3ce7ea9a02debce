import Streams

/// The time limits of a load: for its response, for the body of an error response, and for the whole load. A
/// pure value.
struct LoadTimes: Sendable {
    /// The end of the whole load.
    var deadline: Duration?
    /// The end of the wait for a response.
    var response: Duration?
    /// The end of the wait for the body of an error response.
    var message: Duration?

    /// The next of them; `nil` if there is none.
    var next: Duration? {
        [deadline, response, message].reduce(nil) { earliest, time in
            guard let earliest, let time else { return earliest ?? time }
            return min(earliest, time)
        }
    }
}
