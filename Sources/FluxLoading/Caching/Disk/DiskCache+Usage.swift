import Foundation
import Streams

// What a screen with a button "clear cache" needs.
extension DiskCache {
    /// The space that a cache takes on disk.
    public struct Usage: Hashable, Sendable {
        /// The number of entries.
        public let count: Int

        /// The total size of their files, in bytes.
        public let byteCount: Int
    }

    /// Returns how much the cache has on disk, after everything stored or removed so far is written.
    ///
    /// Lists the files of the folder, in the background.
    ///
    /// - Throws: Why the folder could not be listed.
    /// - Complexity: O(*n*) for *n* files.
    public func usage() async throws(DiskCacheError) -> Usage {
        try await afterFlush { files throws(DiskCacheError) in
            let entries = try files.files().filter { $0.kind == .entry }
            return Usage(count: entries.count, byteCount: entries.reduce(0) { $0 + $1.size })
        }
    }

    /// Removes the entries that were neither stored nor read within a time.
    ///
    /// Returns after they are removed, in the background. Uses are recorded to the minute.
    ///
    /// - Parameter age: The time up to now; a negative time counts as zero.
    /// - Throws: Why the folder could not be listed, or the first file not be removed.
    /// - Complexity: O(*n*) for *n* files.
    public func removeAll(olderThan age: Duration) async throws(DiskCacheError) {
        let seconds: Double = max(.zero, age) / .seconds(1)
        let limit = now.addingTimeInterval(-seconds)
        try await afterFlush { [self] files throws(DiskCacheError) in
            let entries = try files.files().filter { $0.kind == .entry }
            let time = now
            for file in entries where file.lastUse(asOf: time) <= limit { try files.remove(file.name) }
        }
    }

    /// Works on the files between the writes in the background.
    private func afterFlush<Result: Sendable>(
        _ work: @escaping @Sendable (DiskFolder) throws(DiskCacheError) -> Result
    ) async throws(DiskCacheError) -> Result {
        await flush()
        let result: Swift.Result<Result, DiskCacheError> = await withCheckedContinuation { continuation in
            scheduler.schedule { [files] in
                do throws(DiskCacheError) {
                    continuation.resume(returning: .success(try work(files)))
                } catch {
                    continuation.resume(returning: .failure(error))
                }
            }
        }
        return try result.get()
    }
}
