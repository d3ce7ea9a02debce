import Foundation

/// The server failed to start.
package struct ServerError: Error, Equatable, CustomStringConvertible {
    package enum Step: String, Sendable {
        case socket = "make a socket"
        case bind = "bind the port"
        case listen = "listen on the port"
        case wakePipe = "make a pipe"
    }

    package let step: Step
    /// The value of `errno`.
    package let code: Int32

    /// Returns the error of the call that has just failed, from `errno`.
    static func last(_ step: Step) -> Self {
        Self(step: step, code: errno)
    }

    package var description: String {
        "cannot \(step.rawValue): \(String(cString: strerror(code)))"
    }
}
