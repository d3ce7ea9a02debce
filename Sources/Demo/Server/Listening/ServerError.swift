import Foundation

/// The server could not be opened on its port.
struct ServerError: Error, Equatable, CustomStringConvertible {
    enum Step: String, Sendable {
        case socket = "make a socket"
        case bind = "bind the port"
        case listen = "listen on the port"
        case wakePipe = "make a pipe"
    }

    let step: Step
    /// The value of `errno` then.
    let code: Int32

    /// What the call that has just failed left in `errno`.
    static func last(_ step: Step) -> Self {
        Self(step: step, code: errno)
    }

    var description: String {
        "cannot \(step.rawValue): \(String(cString: strerror(code)))"
    }
}
