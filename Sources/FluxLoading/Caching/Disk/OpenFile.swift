import Foundation

/// A file descriptor.
struct OpenFile: ~Copyable {
    private let descriptor: Int32
    private let path: String

    /// Opens a file for reading; `nil` if it does not exist.
    init?(reading path: String) throws(DiskCacheError) {
        // A named pipe in the place of the file would block until another process writes to it.
        try self.init(path, O_RDONLY | O_NONBLOCK, .read)
    }

    /// Creates a file for writing; `nil` if its folder does not exist.
    init?(creating path: String) throws(DiskCacheError) {
        try self.init(path, O_WRONLY | O_CREAT | O_EXCL, .write)
    }

    private init?(_ path: String, _ flags: Int32, _ operation: DiskCacheError.Operation)
        throws(DiskCacheError)
    {
        let descriptor = path.withCString { path in
            retryingInterrupts { Int(open(path, flags | O_CLOEXEC, 0o600)) }
        }
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw .last(operation, path)
        }
        self.descriptor = Int32(descriptor)
        self.path = path
    }

    deinit {
        close(descriptor)
    }

    func status() throws(DiskCacheError) -> (size: Int, modified: Date) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .last(.read, path) }
        // A folder in the place of the file has a size, but no bytes.
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw DiskCacheError(operation: .read, path: path, code: .EISDIR)
        }
        return (Int(clamping: status.st_size), status.modified)
    }

    /// Reads until the buffer is full or the file ends.
    ///
    /// - Returns: The number of bytes read.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(DiskCacheError) -> Int {
        var count = 0
        while count < buffer.count {
            let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[count...])
            let more = retryingInterrupts { Foundation.read(descriptor, rest.baseAddress, rest.count) }
            guard more >= 0 else { throw .last(.read, path) }
            if more == 0 { break }
            count += more
        }
        return count
    }

    /// Reads bytes at an offset; ``read(into:)`` continues where it was.
    ///
    /// - Returns: The number of bytes read.
    func read(
        into buffer: UnsafeMutableRawBufferPointer, from offset: Int
    ) throws(DiskCacheError) -> Int {
        let count = retryingInterrupts { pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset)) }
        guard count >= 0 else { throw .last(.read, path) }
        return count
    }

    /// Writes bytes, then others: in one call, so that the system lays the file out as a whole.
    func write(_ head: [UInt8], _ data: Data) throws(DiskCacheError) {
        // `withUnsafeBytes` erases the type of an error.
        let result = head.withUnsafeBytes { head in
            data.withUnsafeBytes { data in
                Result { () throws(DiskCacheError) in try write(head, data) }
            }
        }
        try result.get()
    }

    private func write(_ head: UnsafeRawBufferPointer, _ data: UnsafeRawBufferPointer) throws(DiskCacheError)
    {
        var count = 0
        while count < head.count + data.count {
            let parts = [head.dropFirst(count), data.dropFirst(max(0, count - head.count))].map(iovec.init)
            let more = retryingInterrupts { writev(descriptor, parts, Int32(parts.count)) }
            guard more >= 0 else { throw .last(.write, path) }
            count += more
        }
    }

    func setModified(_ time: Date) throws(DiskCacheError) {
        var times = [timespec(time), timespec(time)]
        guard futimens(descriptor, &times) == 0 else { throw .last(.write, path) }
    }
}

/// Calls a system call until no signal interrupts it.
private func retryingInterrupts(_ call: () -> Int) -> Int {
    while true {
        let result = call()
        if result >= 0 || errno != EINTR { return result }
    }
}

extension DiskCacheError {
    /// The error of the last system call of this thread.
    static func last(_ operation: Operation, _ path: String) -> DiskCacheError {
        DiskCacheError(operation: operation, path: path, code: POSIXError.Code(rawValue: errno) ?? .EIO)
    }
}

extension timespec {
    init(_ date: Date) {
        let seconds = date.timeIntervalSince1970.rounded(.down)
        let nanoseconds = (date.timeIntervalSince1970 - seconds) * 1e9
        // Times that a file system cannot store, or a `time_t` of 32 bits, are stored as the nearest that it
        // can.
        let storable = Int64(max(0, min(seconds, 253_402_300_799)))
        self.init(tv_sec: time_t(clamping: storable), tv_nsec: Int(nanoseconds))
    }
}

extension iovec {
    /// A part of memory that is written.
    init(_ bytes: Slice<UnsafeRawBufferPointer>) {
        let bytes = UnsafeRawBufferPointer(rebasing: bytes)
        self.init(iov_base: UnsafeMutableRawPointer(mutating: bytes.baseAddress), iov_len: bytes.count)
    }
}

extension stat {
    var modified: Date {
        #if canImport(Darwin)
            let time = st_mtimespec
        #else
            let time = st_mtim
        #endif
        return Date(timeIntervalSince1970: Double(time.tv_sec) + Double(time.tv_nsec) / 1e9)
    }
}
