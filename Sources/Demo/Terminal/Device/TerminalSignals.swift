import Flux
import Foundation

/// Wakes a loop that waits for the keys of a terminal: for signals, and for what other threads send.
final class TerminalSignals: Sendable {
    // Unsafe: written once, before there is a handler or another thread that reads it. Static, because a
    // signal handler captures nothing.
    nonisolated(unsafe) private static var descriptor: Int32 = -1

    /// The bytes that mean no signal.
    private static let wake: UInt8 = 0

    private let reading: Int32

    /// Starts to observe signals: those that end the program, stop and continue it, and that of another size.
    init() {
        var ends: [Int32] = [-1, -1]
        if pipe(&ends) == 0 {
            for end in ends {
                _ = fcntl(end, F_SETFL, O_NONBLOCK)
                _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            }
        }
        reading = ends[0]
        Self.descriptor = ends[1]
        signal(SIGPIPE, SIG_IGN)
        Self.handle([SIGINT, SIGTERM, SIGHUP, SIGTSTP, SIGCONT, SIGWINCH], Self.handler)
        #if DEBUG
            // Overflows the stack, as tests of a crash do.
            Self.handle([SIGUSR2], Self.handler)
        #endif
    }

    /// Sets the handler of signals, which the program that has started this one may have blocked.
    ///
    /// - Parameter flags: How it is called, as of `sigaction`.
    static func handle(
        _ numbers: [Int32], flags: Int32 = 0, _ handler: @escaping @convention(c) (Int32) -> Void
    ) {
        var action = sigaction()
        #if canImport(Darwin)
            action.__sigaction_u.__sa_handler = handler
        #else
            action.__sigaction_handler.sa_handler = handler
        #endif
        action.sa_flags = SA_RESTART | flags
        var set = sigset_t()
        sigemptyset(&set)
        for number in numbers {
            sigaction(number, &action, nil)
            sigaddset(&set, number)
        }
        pthread_sigmask(SIG_UNBLOCK, &set, nil)
    }

    /// Wakes the loop. May be called on any thread.
    func wakeUp() { Self.send(Self.wake) }

    /// Waits for keys, for a signal or for ``wakeUp()``.
    ///
    /// - Parameter milliseconds: The longest time to wait; -1 without limit.
    /// - Returns: Whether there are keys, and the signals.
    func wait(milliseconds: Int32) -> (hasKeys: Bool, signals: [Int32]) {
        var files = [
            pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0),
            pollfd(fd: reading, events: Int16(POLLIN), revents: 0),
        ]
        guard poll(&files, nfds_t(files.count), milliseconds) > 0 else { return (false, takeSignals()) }
        return (files[0].revents != 0, takeSignals())
    }

    /// Stops the programs that were started together with this one, as a terminal does by Control-Z.
    func stopOthers() {
        signal(SIGTSTP, SIG_IGN)
        kill(0, SIGTSTP)
        signal(SIGTSTP, Self.handler)
    }

    /// Stops the program. Returns when it is continued.
    func stop() {
        signal(SIGTSTP, SIG_DFL)
        // To this thread, so that it is stopped before this returns.
        raise(SIGTSTP)
        signal(SIGTSTP, Self.handler)
    }

    private func takeSignals() -> [Int32] {
        var buffer = [UInt8](repeating: 0, count: 256)
        var signals: [Int32] = []
        while true {
            let count = read(reading, &buffer, buffer.count)
            guard count > 0 else { return signals }
            signals += buffer[..<count].filter { $0 != Self.wake }.map { Int32($0) }
        }
    }

    private static let handler: @convention(c) (Int32) -> Void = { number in
        TerminalSignals.send(UInt8(truncatingIfNeeded: number))
    }

    /// Sends a byte. If the pipe is full, the loop is awake already.
    private static func send(_ byte: UInt8) {
        let code = errno
        withUnsafePointer(to: byte) { _ = write(descriptor, $0, 1) }
        errno = code
    }
}
