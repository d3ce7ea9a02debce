import Streams

/// The times at which a load ends unless it has got further. A pure value.
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
