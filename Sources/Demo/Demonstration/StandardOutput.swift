import Flux
import Foundation

/// The standard output of the demo.
enum StandardOutput {
    /// Called before a write that failed ends the program.
    static let onFailure = Locked<(@Sendable () -> Void)?>(nil)

    /// Writes a line unbuffered, including to a pipe. Ends the program with status 1 if that fails, as it
    /// does when the disk is full. If the reader of a pipe has closed it, the program ends by SIGPIPE,
    /// without a message.
    static func write(_ line: String) {
        write(Data((line + "\n").utf8))
    }

    /// Writes bytes unbuffered. If that fails, a file has none of them, so that it ends with whole lines.
    static func write(_ bytes: Data) {
        guard let (code, count) = failureOfWriting(bytes) else { return }
        removeFromFile(last: count)
        onFailure.withLock { $0 }?()
        if code == EPIPE { endByClosedPipe() }
        StandardError.write("Demo: standard output: \(String(cString: strerror(code)))")
        exit(1)
    }

    /// Removes the bytes that were written last, if they are at the end of a file. A device or a pipe keeps
    /// them.
    private static func removeFromFile(last count: Int) {
        var status = stat()
        let end = lseek(STDOUT_FILENO, 0, SEEK_CUR)
        guard count > 0, fstat(STDOUT_FILENO, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            status.st_size == end, ftruncate(STDOUT_FILENO, end - off_t(count)) == 0
        else { return }
        _ = lseek(STDOUT_FILENO, -off_t(count), SEEK_CUR)
    }

    /// Ends the program with status 1 if the output was closed by the caller: its descriptor would become
    /// that of a file or a connection.
    static func check() {
        guard fcntl(STDOUT_FILENO, F_GETFD) == -1 else { return }
        StandardError.write("Demo: standard output is closed")
        exit(1)
    }

    private static func endByClosedPipe() -> Never {
        signal(SIGPIPE, SIG_DFL)
        kill(getpid(), SIGPIPE)
        exit(EndingSignals.status(of: SIGPIPE))
    }

    /// Whether the output goes to another process.
    static let isPipe: Bool = {
        var status = stat()
        guard fstat(STDOUT_FILENO, &status) == 0 else { return false }
        return [S_IFIFO, S_IFSOCK].contains(status.st_mode & S_IFMT)
    }()

    /// Whether the output is a terminal that allows colors (https://no-color.org).
    static var mayUseColor: Bool {
        let environment = ProcessInfo.processInfo.environment
        return isatty(STDOUT_FILENO) == 1 && (environment["NO_COLOR"] ?? "").isEmpty
            && environment["TERM"] != "dumb"
    }
}

/// The standard error of the demo.
enum StandardError {
    /// The text in the line of a terminal at which the cursor is, which messages replace. The cursor is
    /// before it, so that a terminal that has become narrower, and has wrapped the line, can erase all of it.
    private static let text = Locked("")

    private static let erasing = "\r\u{1B}[J"

    static let isTerminal = isatty(STDERR_FILENO) == 1

    /// Replaces the line of a terminal at which the cursor is by as much of a text as fits.
    static func replaceLine(_ text: String) {
        self.text.withLock { shown in
            shown = text
            draw(text)
        }
    }

    /// Draws the line again: the terminal has another width, or has shown something else.
    static func redrawLine() {
        text.withLock { if !$0.isEmpty { draw($0) } }
    }

    /// Writes a line, with everything that could control a terminal as escapes.
    static func write(_ line: String) {
        text.withLock { shown in
            let start = shown.isEmpty ? "" : erasing
            shown = ""
            send(start + line.terminalSafe(width: 2000) + "\n")
        }
    }

    private static func draw(_ text: String) {
        guard isInForeground else { return }
        // A terminal may go on to the next line after its last column.
        let width = TerminalWidth.ofStandardError - 1
        let shown = text.isEmpty || width < 1 ? "" : text.terminalSafe(width: width) + "\r"
        send(erasing + shown)
    }

    private static func send(_ text: String) {
        _ = failureOfWriting(Data(text.utf8), to: STDERR_FILENO)
    }

    /// Whether the terminal shows this program, and not the shell that runs it in the background.
    private static var isInForeground: Bool {
        let group = tcgetpgrp(STDERR_FILENO)
        // It may be the terminal of another session.
        return group < 0 || group == getpgrp()
    }
}

/// Writes all bytes. If that fails, returns `errno`, and the number of bytes that were written before.
private func failureOfWriting(
    _ bytes: Data, to descriptor: Int32 = STDOUT_FILENO
) -> (code: Int32, written: Int)? {
    var rest = bytes
    while !rest.isEmpty {
        let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        if count < 0, errno == EINTR { continue }
        // Another process that shares the descriptor may have set it not to wait.
        if count < 0, errno == EAGAIN {
            var file = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            _ = poll(&file, 1, -1)
            continue
        }
        guard count > 0 else { return (errno, bytes.count - rest.count) }
        rest = rest.dropFirst(count)
    }
    return nil
}
