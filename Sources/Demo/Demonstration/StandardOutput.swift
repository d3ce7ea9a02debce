import Foundation

/// The standard output of the demo.
enum StandardOutput {
    /// Writes a line unbuffered, including to a pipe.
    static func write(_ line: String) {
        Swift.print(line)
        fflush(nil)
    }

    /// Whether the output is a terminal that allows colours (https://no-color.org).
    static var mayUseColor: Bool {
        let environment = ProcessInfo.processInfo.environment
        return isatty(STDOUT_FILENO) == 1 && (environment["NO_COLOR"] ?? "").isEmpty
            && environment["TERM"] != "dumb"
    }
}
