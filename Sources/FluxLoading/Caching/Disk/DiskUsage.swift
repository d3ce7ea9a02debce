import Foundation

/// An estimate of the total size of a cache's files, which determines when to list them.
///
/// The files are listed at the first write; when the estimate exceeds the limit; after a tenth of the
/// limit was written, since other processes may write to the same folder; and when the limit was lowered.
struct DiskUsage: Sendable {
    /// The limit of the total size. A lower one lists the files.
    var limit: Int {
        didSet {
            if limit < oldValue { (listed, isLowered) = (nil, true) }
        }
    }

    /// Whether the limit was lowered after the last sweep began.
    private var isLowered = false
    private var listed: Int?
    private var written = 0
    /// The size of the files that those written have replaced.
    private var replaced = 0

    init(limit: Int) {
        self.limit = limit
    }

    var isSweepDue: Bool {
        if isLowered { return true }
        guard written > 0 else { return false }
        guard let listed else { return true }
        let total = Int64(listed) + Int64(written) - Int64(replaced)
        return total > Int64(limit) || written > limit / 10
    }

    /// Counts a file that was written.
    ///
    /// - Parameters:
    ///   - byteCount: Its size.
    ///   - old: The size of the file that it has replaced; 0 if there was none.
    mutating func write(_ byteCount: Int, replacing old: Int) {
        written += byteCount
        replaced += old
    }

    /// Begins a sweep, which reads the limit afterwards.
    mutating func beginSweep() {
        isLowered = false
    }

    mutating func list(totalSize: Int) {
        listed = totalSize
        (written, replaced) = (0, 0)
    }

    /// Waits for the next write, after the files could not be listed.
    mutating func postpone() {
        (written, replaced) = (0, 0)
    }
}

/// Decides which files of a cache to remove.
struct DiskSweep {
    /// The total size that is allowed, in bytes.
    let sizeLimit: Int
    /// The age at which entries expire.
    let expiry: Duration?
    let now: Date

    /// The time after which an unfinished file counts as abandoned by its process.
    static let abandonment = Duration.seconds(3600)

    /// Returns the files to remove: those that have expired or were abandoned and, if the others exceed the
    /// limit, the least recently used, until 70 % of it is left. The most recently used one stays if it does
    /// not exceed the limit alone, or with what is being written.
    ///
    /// - Returns: The files to remove, and the total size of the others.
    /// - Complexity: O(*n* log *n*).
    func plan(for files: [DiskFile]) -> (removed: [DiskFile], totalSize: Int) {
        var removed = files.filter(isObsolete)
        let kept = files.filter { !isObsolete($0) }
        // Files together may be larger than an `Int` of 32 bits.
        var totalSize = kept.reduce(0 as Int64) { $0 + Int64($1.size) }
        guard totalSize > Int64(sizeLimit) else { return (removed, Int(totalSize)) }
        let goal = Int64(sizeLimit / 10 * 7 + sizeLimit % 10 * 7 / 10)
        let entries = kept.filter { $0.kind == .entry }.sorted(by: isRemovedBefore)
        let otherSize = totalSize - entries.reduce(0) { $0 + Int64($1.size) }
        let isLatestKept = entries.last.map { Int64($0.size) + otherSize <= Int64(sizeLimit) } ?? false
        for file in entries.dropLast(isLatestKept ? 1 : 0) where totalSize > goal {
            removed.append(file)
            totalSize -= Int64(file.size)
        }
        return (removed, Int(clamping: totalSize))
    }

    private func isRemovedBefore(_ one: DiskFile, _ other: DiskFile) -> Bool {
        (one.lastUse(asOf: now), one.name) < (other.lastUse(asOf: now), other.name)
    }

    private func isObsolete(_ file: DiskFile) -> Bool {
        if file.kind == .temporary { return file.isAbandoned(at: now) }
        // Of a file from the future, when the clock was wrong, the age is unknown.
        let age = abs(now.timeIntervalSince(file.used))
        // An entry was stored before its last use.
        return expiry.map { age > $0 / .seconds(1) } ?? false
    }
}
