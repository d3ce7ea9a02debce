import Foundation
import Synchronization

/// The standard output of the demo.
enum StandardOutput {
    /// Writes a line unbuffered, including to a pipe. Ends the program with status 1 if that fails, as it does when the
    /// disk is full.
    static func write(_ line: String) {
        write(Data((line + "\n").utf8))
    }

    /// Writes bytes unbuffered.
    static func write(_ bytes: Data) {
        guard let code = failureOfWriting(bytes) else { return }
        StandardError.write("Demo: standard output: \(String(cString: strerror(code)))")
        exit(1)
    }

    /// Ends the program with status 1 if the output was closed by the caller: its descriptor would become that of a file
    /// or a connection.
    static func check() {
        guard fcntl(STDOUT_FILENO, F_GETFD) == -1 else { return }
        StandardError.write("Demo: standard output is closed")
        exit(1)
    }

    /// Whether the output is a terminal that allows colours (https://no-color.org).
    static var mayUseColor: Bool {
        let environment = ProcessInfo.processInfo.environment
        return isatty(STDOUT_FILENO) == 1 && (environment["NO_COLOR"] ?? "").isEmpty
            && environment["TERM"] != "dumb"
    }
}

/// The standard error of the demo.
enum StandardError {
    private static let erasing = "\r\u{1B}[K"
    /// Whether the line of a terminal at which the cursor is has a text that messages replace.
    private static let hasText = Atomic(false)

    /// Replaces the line of a terminal at which the cursor is.
    static func replaceLine(_ text: String) {
        hasText.store(!text.isEmpty, ordering: .relaxed)
        _ = failureOfWriting(Data("\(erasing)\(text.terminalSafe(width: 79))".utf8), to: STDERR_FILENO)
    }

    /// Writes a line, with everything that could control a terminal as escapes.
    static func write(_ line: String) {
        let start = hasText.exchange(false, ordering: .relaxed) ? erasing : ""
        _ = failureOfWriting(Data((start + line.terminalSafe(width: 2000) + "\n").utf8), to: STDERR_FILENO)
    }
}

/// Writes all bytes, and returns `errno` if that fails.
private func failureOfWriting(_ bytes: Data, to descriptor: Int32 = STDOUT_FILENO) -> Int32? {
    var rest = bytes
    while !rest.isEmpty {
        let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return errno }
        rest = rest.dropFirst(count)
    }
    return nil
}
