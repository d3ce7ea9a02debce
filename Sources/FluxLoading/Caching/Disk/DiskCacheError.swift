import Foundation

/// A file operation of a ``DiskCache`` that failed. An entry that could not be read or written is a miss, and
/// one that could not be removed counts as removed.
public struct DiskCacheError: Error, Hashable, Sendable {
    /// A file operation.
    public enum Operation: Hashable, Sendable {
        /// Read a file.
        case read

        /// Write a file, or create the folder.
        case write

        /// Remove a file.
        case remove

        /// List the files of the folder.
        case list

        /// Set the time of a file's last use.
        case touch
    }

    /// The operation that failed.
    public let operation: Operation

    /// The path of the file, or of the folder.
    public let path: String

    /// The reason, such as `ENOSPC` for a full disk and `EACCES` for a folder that is not writable.
    public let code: POSIXError.Code

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - operation: The operation that failed.
    ///   - path: The path of the file, or of the folder.
    ///   - code: The reason.
    public init(operation: Operation, path: String, code: POSIXError.Code) {
        self.operation = operation
        self.path = path
        self.code = code
    }
}

extension DiskCacheError: CustomStringConvertible {
    /// The operation, the path and the reason, in one line.
    public var description: String {
        "Cache file could not be \(operation.participle): \(path): \(String(cString: strerror(code.rawValue)))"
            .onOneLine
    }
}

extension DiskCacheError: LocalizedError {
    public var errorDescription: String? { description }
}

extension DiskCacheError.Operation {
    fileprivate var participle: String {
        switch self {
        case .read: "read"
        case .write: "written"
        case .remove: "removed"
        case .list: "listed"
        case .touch: "marked as used"
        }
    }
}
