import Foundation

/// The mode of the terminal for a program that draws the whole screen, and the way back from it.
///
/// The way back needs nothing that a signal handler must not use, so that it works after a crash as well.
enum TerminalMode {
    // The second screen, no cursor, no line wrap, marked pastes.
    private static let beginning = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[?2004h"
    private static let ending = "\u{1B}[?2026l\u{1B}[0m\u{1B}[?2004l\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

    /// What a signal handler reads: made once, never released.
    private struct Restoration {
        var original = termios()
        var isActive = false
        /// The bytes before those of ``ending``, which delete pictures.
        var graphicsEnding: UnsafeBufferPointer<UInt8>?
        /// Where standard error goes, while the screen is drawn, and where it belongs; -1 for none.
        var collected: Int32 = -1
        var errors: Int32 = -1
    }

    // Written by the thread that draws, and read by the handler of a crash, which nothing can synchronize.
    nonisolated(unsafe) private static let restoration: UnsafeMutablePointer<Restoration> = {
        let pointer = UnsafeMutablePointer<Restoration>.allocate(capacity: 1)
        pointer.initialize(to: Restoration())
        return pointer
    }()
    // Written once, here, and only read afterwards.
    nonisolated(unsafe) private static let endingBytes: UnsafeMutableBufferPointer<UInt8> = {
        let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: ending.utf8.count)
        _ = bytes.initialize(from: ending.utf8)
        return bytes
    }()

    /// The signals of a crash.
    private static let crashes = [SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGQUIT, SIGSEGV, SIGSYS, SIGTRAP]

    /// Enters the mode, or enters it again after the program was stopped.
    ///
    /// - Throws: `errno`, if the terminal refuses.
    static func enter() throws(POSIXError) {
        let state = restoration
        if !state.pointee.isActive {
            guard tcgetattr(STDIN_FILENO, &state.pointee.original) == 0 else { throw POSIXError(current) }
            collectErrors()
            _ = endingBytes
            _ = crashObservation
            _ = atEnd
        }
        var raw = state.pointee.original
        cfmakeraw(&raw)
        // Messages of a crash have line breaks.
        raw.c_oflag |= tcflag_t(OPOST)
        guard tcsetattr(STDIN_FILENO, TCSADRAIN, &raw) == 0 else {
            let error = POSIXError(current)
            releaseErrors()
            throw error
        }
        state.pointee.isActive = true
        _ = write(Array(beginning.utf8))
    }

    /// Sets the bytes that remove pictures from the terminal when the mode is left.
    static func setGraphicsEnding(_ ending: String) {
        let old = restoration.pointee.graphicsEnding
        if ending.isEmpty {
            restoration.pointee.graphicsEnding = nil
        } else {
            let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: ending.utf8.count)
            _ = bytes.initialize(from: ending.utf8)
            restoration.pointee.graphicsEnding = UnsafeBufferPointer(bytes)
        }
        old?.deallocate()
    }

    /// Leaves the mode, and writes to standard error what was collected meanwhile. May be called twice, and
    /// from a signal handler.
    static func leave() {
        let state = restoration
        guard state.pointee.isActive else { return }
        state.pointee.isActive = false
        if let bytes = state.pointee.graphicsEnding {
            _ = Foundation.write(STDOUT_FILENO, bytes.baseAddress, bytes.count)
        }
        _ = Foundation.write(STDOUT_FILENO, endingBytes.baseAddress, endingBytes.count)
        _ = tcsetattr(STDIN_FILENO, TCSANOW, &state.pointee.original)
        releaseErrors()
    }

    /// Writes bytes to the terminal.
    ///
    /// - Returns: Whether the terminal is still there.
    static func write(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Foundation.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR || errno == EAGAIN { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// Sets the handler of crashes, on a stack of its own: that of this thread, which draws, may be full.
    private static let crashObservation: Void = {
        let size = 256 * 1024
        var stack = stack_t()
        stack.ss_sp = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
        stack.ss_size = size
        sigaltstack(&stack, nil)
        TerminalSignals.handle(crashes, flags: SA_ONSTACK, restoreAfterCrash)
    }()

    #if DEBUG
        /// Overflows the stack, as tests of a crash do. Not in a signal handler, which may interrupt the
        /// owner of a lock that the calls need.
        static func overflowStack() { recurse(0) }

        // Each call needs its own part of the stack.
        @inline(never)
        private static func recurse(_ depth: Int) {
            withUnsafeTemporaryAllocation(byteCount: 512, alignment: 8) { bytes in
                bytes[depth & 511] = 1
                if depth >= 0 { recurse(depth + 1) }
                bytes[0] = 0
            }
        }
    #endif

    private static let restoreAfterCrash: @convention(c) (Int32) -> Void = { number in
        TerminalMode.leave()
        signal(number, SIG_DFL)
        raise(number)
    }

    /// Leaves the mode wherever the program calls `exit`.
    private static let atEnd: Void = { _ = atexit { TerminalMode.leave() } }()

    private static var current: POSIXError.Code { POSIXError.Code(rawValue: errno) ?? .EIO }

    // MARK: Standard error

    /// Collects what is written to standard error in a file, if it would go to the screen.
    private static func collectErrors() {
        guard isatty(STDERR_FILENO) == 1, let file = tmpfile() else { return }
        let errors = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3)
        guard errors >= 0, dup2(fileno(file), STDERR_FILENO) >= 0 else { return }
        restoration.pointee.errors = errors
        restoration.pointee.collected = fileno(file)
        // Nothing yet. What is called first looks up the metadata of its types, under locks that a handler of
        // a crash may have interrupted the owner of.
        copyContent(of: fileno(file), to: errors)
    }

    private static func releaseErrors() {
        let state = restoration.pointee
        guard state.errors >= 0 else { return }
        restoration.pointee.errors = -1
        dup2(state.errors, STDERR_FILENO)
        copyContent(of: state.collected, to: STDERR_FILENO)
        close(state.collected)
    }

    private static func copyContent(of file: Int32, to other: Int32) {
        var offset: off_t = 0
        // No more than fits on the stack: a handler of a crash must not allocate memory.
        withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 1) { buffer in
            while true {
                let count = pread(file, buffer.baseAddress, buffer.count, offset)
                guard count > 0 else { break }
                _ = Foundation.write(other, buffer.baseAddress, count)
                offset += off_t(count)
            }
        }
    }
}
