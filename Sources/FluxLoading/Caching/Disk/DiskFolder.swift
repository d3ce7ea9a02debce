import Foundation

/// The folder of a cache: reads files, replaces them atomically, and lists its own.
///
/// Every call does input or output on the calling thread. A file or folder that does not exist is not an
/// error.
struct DiskFolder: Sendable {
    let path: String
    /// What the paths of its files begin with.
    private let start: String

    /// The largest file that is read without checking its head first.
    private static let smallSize = 1 << 20

    init(path: String) {
        self.path = path
        start = path + "/"
    }

    func path(of name: String) -> String { start + name }

    /// Reads a file.
    ///
    /// - Parameter limit: The greatest length of an entry, in bytes. Another cache on the folder may have a
    ///   greater one.
    /// - Returns: Its bytes, none of a large file whose head contradicts its length; `nil` if it does not
    ///   exist or is longer than the limit.
    func read(_ name: String, upTo limit: Int) throws(DiskCacheError) -> FileBytes? {
        guard let file = try OpenFile(reading: path(of: name)) else { return nil }
        let status = try file.status()
        let isPlausible = try Self.isPlausible(file, size: status.size)
        if isPlausible, status.size > limit { return nil }
        let size = isPlausible ? status.size : 0
        return try FileBytes(capacity: size, used: status.modified) { buffer throws(DiskCacheError) in
            try file.read(into: buffer)
        }
    }

    /// Whether a file may be an entry: no memory is allocated for a damaged one of any length.
    private static func isPlausible(
        _ file: borrowing OpenFile, size: Int
    ) throws(DiskCacheError) -> Bool {
        if size <= smallSize { return true }
        let head = try readHead(of: file)
        return DiskRecord.Lengths(head.buffer)?.total == UInt64(size)
    }

    private static func readHead(of file: borrowing OpenFile) throws(DiskCacheError) -> FileBytes {
        try FileBytes(capacity: DiskRecord.fixedCount, used: .distantPast) {
            buffer throws(DiskCacheError) in try file.read(into: buffer, from: 0)
        }
    }

    /// Returns when an entry was stored; `nil` if there is none.
    func stored(_ name: String) throws(DiskCacheError) -> Date? {
        guard let file = try OpenFile(reading: path(of: name)) else { return nil }
        _ = try file.status()
        let head = try Self.readHead(of: file)
        return DiskRecord.stored(in: head.buffer)
    }

    /// Writes a file atomically: a reader finds the new content or the old.
    ///
    /// It is not synchronized with the medium: its checksum detects what a loss of power left incomplete.
    ///
    /// - Parameter used: The time of its last use.
    /// - Returns: The size of the file that it has replaced; 0 if there was none.
    func write(_ head: [UInt8], _ data: Data, to name: String, used: Date) throws(DiskCacheError) -> Int {
        let temporary = path(of: DiskFileName.makeTemporary(for: name))
        do throws(DiskCacheError) {
            let file = try create(temporary)
            try file.write(head, data)
            try file.setModified(used)
            let replaced = size(of: name)
            guard rename(temporary, path(of: name)) == 0 else { throw .last(.write, path(of: name)) }
            return replaced
        } catch {
            unlink(temporary)
            throw error
        }
    }

    private func size(of name: String) -> Int {
        var status = stat()
        return lstat(path(of: name), &status) == 0 ? Int(clamping: status.st_size) : 0
    }

    /// Creates a file, and the folder if it does not exist.
    private func create(_ file: String) throws(DiskCacheError) -> OpenFile {
        if let open = try OpenFile(creating: file) { return open }
        do {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        } catch {
            let cause = (error as? CocoaError)?.underlying as? POSIXError
            throw DiskCacheError(operation: .write, path: path, code: cause?.code ?? .EIO)
        }
        guard let open = try OpenFile(creating: file) else {
            throw DiskCacheError(operation: .write, path: file, code: .ENOENT)
        }
        return open
    }

    /// Removes a file.
    func remove(_ name: String) throws(DiskCacheError) {
        let path = path(of: name)
        guard unlink(path) != 0, errno != ENOENT, errno != ENOTDIR else { return }
        throw .last(.remove, path)
    }

    /// Sets the time of a file's last use: that of its modification, since not all systems can set another.
    func touch(_ name: String, at time: Date) throws(DiskCacheError) {
        let path = path(of: name)
        var times = [timespec(time), timespec(time)]
        guard utimensat(AT_FDCWD, path, &times, 0) != 0, errno != ENOENT else { return }
        throw .last(.touch, path)
    }

    /// Lists the files of the cache, among others in the folder.
    func files() throws(DiskCacheError) -> [DiskFile] {
        guard let directory = opendir(path) else {
            if errno == ENOENT { return [] }
            throw .last(.list, path)
        }
        defer { closedir(directory) }
        var files: [DiskFile] = []
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard let kind = DiskFileName.kind(of: name) else { continue }
            var status = stat()
            // Another process may have removed it meanwhile.
            guard lstat(path(of: name), &status) == 0 else { continue }
            let size = Int(clamping: status.st_size)
            files.append(DiskFile(name: name, kind: kind, size: size, used: status.modified))
        }
        return files
    }
}

/// A file of a cache's folder.
struct DiskFile: Hashable, Sendable {
    let name: String
    let kind: DiskFileName.Kind
    /// In bytes. Not the allocated size, which `URLResourceValues` reports eight times too large on Linux.
    let size: Int
    let used: Date

    /// The time of the last use. One in the future, by a clock that was wrong, does not count.
    func lastUse(asOf now: Date) -> Date {
        used > now.addingTimeInterval(60) ? .distantPast : used
    }

    /// Whether the process that was writing the file has ended, most probably.
    func isAbandoned(at now: Date) -> Bool {
        kind == .temporary && abs(now.timeIntervalSince(used)) > DiskSweep.abandonment / .seconds(1)
    }
}

/// The names of a cache's files. The folder may contain others, which the cache does not touch.
enum DiskFileName {
    enum Kind: Sendable {
        case entry
        /// A file that is being written, or that a process left when it ended.
        case temporary
    }

    static func makeTemporary(for name: String) -> String {
        "\(name).\(UUID().uuidString).tmp"
    }

    static func kind(of name: String) -> Kind? {
        let digest = name.utf8.prefix(64)
        let rest = name.utf8.dropFirst(64)
        let isDigit: (UInt8) -> Bool = { (48...57).contains($0) || (97...102).contains($0) }
        guard digest.count == 64, digest.allSatisfy(isDigit) else { return nil }
        if rest.isEmpty { return .entry }
        return rest.count == 41 && rest.first == 46 && name.hasSuffix(".tmp") ? .temporary : nil
    }
}
