import Foundation

/// Where the demo prints.
enum StandardOutput {
    /// Writes a line at once, also where the output is a pipe.
    static func write(_ line: String) {
        Swift.print(line)
        fflush(nil)
    }

    /// Whether somebody reads the output on a terminal that may show colours (https://no-color.org).
    static var mayUseColor: Bool {
        let environment = ProcessInfo.processInfo.environment
        return isatty(STDOUT_FILENO) == 1 && (environment["NO_COLOR"] ?? "").isEmpty
            && environment["TERM"] != "dumb"
    }
}
