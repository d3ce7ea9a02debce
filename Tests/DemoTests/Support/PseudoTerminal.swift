#if os(Linux)
    import Foundation

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

        /// Closes the terminal, and returns what was written to it: no more than it buffers.
        func close() throws -> String {
            try device.close()
            var bytes: [UInt8] = []
            var buffer = [UInt8](repeating: 0, count: 4_096)
            while true {
                // At the end this fails.
                let count = read(screen.fileDescriptor, &buffer, buffer.count)
                if count <= 0 { return String(decoding: bytes, as: UTF8.self) }
                bytes += buffer[..<count]
            }
        }
    }
#endif
