#if os(Linux)
    import Foundation
    import TestSupport

    /// A terminal of which the test is the screen.
    struct PseudoTerminal {
        /// The end for the process that runs in the terminal.
        let device: FileHandle
        private let screen: FileHandle

        init() throws {
            screen = try Self.open("/dev/ptmx")
            // `unlockpt` and `ptsname`, which Glibc's module does not have.
            var (isLocked, number): (CInt, CInt) = (0, 0)
            guard ioctl(screen.fileDescriptor, 0x4004_5431, &isLocked) == 0,
                ioctl(screen.fileDescriptor, 0x8004_5430, &number) == 0
            else { throw POSIXError(POSIXError.Code(rawValue: errno) ?? .EIO) }
            device = try Self.open("/dev/pts/\(number)")
        }

        private static func open(_ path: String) throws -> FileHandle {
            let descriptor = Foundation.open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
            guard descriptor >= 0 else { throw POSIXError(POSIXError.Code(rawValue: errno) ?? .EIO) }
            return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        }

        /// Sets the size. A process of another session gets no signal.
        func setWidth(_ columns: UInt16, lines: UInt16 = 24) {
            var size = winsize(ws_row: lines, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
            _ = ioctl(screen.fileDescriptor, UInt(TIOCSWINSZ), &size)
        }

        /// The modes of lines, and of input and output: whether it is raw.
        var modes: [UInt32] {
            var state = termios()
            tcgetattr(device.fileDescriptor, &state)
            return [state.c_lflag, state.c_iflag, state.c_oflag]
        }

        /// Presses keys.
        func press(_ keys: String) { screen.write(Data(keys.utf8)) }

        /// Reads what is written to the terminal until it has a text.
        ///
        /// - Returns: What was read; without the text if the terminal was closed.
        func read(until text: String) async -> String {
            let screen = screen
            return await withCheckedContinuation { continuation in
                Thread.detachNewThread {
                    var bytes: [UInt8] = []
                    while let more = Self.read(screen) {
                        bytes += more
                        if String(decoding: bytes, as: UTF8.self).contains(text) { break }
                    }
                    continuation.resume(returning: String(decoding: bytes, as: UTF8.self))
                }
            }
        }

        /// Shows what is written to the terminal on a screen, until that has what is waited for.
        func show(on screen: Box<TerminalScreen>, until isShown: @escaping @Sendable (TerminalScreen) -> Bool)
            async
        {
            let end = self.screen
            await withCheckedContinuation { continuation in
                Thread.detachNewThread {
                    var shown = screen.value
                    while !isShown(shown), let more = Self.read(end) { shown.receive(more) }
                    screen.value = shown
                    continuation.resume()
                }
            }
        }

        /// Closes the terminal, and returns what was written to it and not read: no more than it buffers.
        func close() throws -> String {
            try device.close()
            var bytes: [UInt8] = []
            while let more = Self.read(screen) { bytes += more }
            return String(decoding: bytes, as: UTF8.self)
        }

        /// Returns the next bytes; `nil` at the end, or if there are none within a minute, so that a process
        /// that hangs fails its test and does not block the run.
        private static func read(_ screen: FileHandle) -> ArraySlice<UInt8>? {
            var ready = pollfd(fd: screen.fileDescriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&ready, 1, 60_000) > 0 else { return nil }
            var buffer = [UInt8](repeating: 0, count: 4_096)
            // At the end this fails.
            let count = Foundation.read(screen.fileDescriptor, &buffer, buffer.count)
            return count > 0 ? buffer[..<count] : nil
        }
    }
#endif
