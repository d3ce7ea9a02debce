import Foundation
import Streams

/// The changes that a disk cache has not written yet, and the content that its readers see until then: a pure
/// state machine.
///
/// Stores and removals are staged by file name, and are visible to ``lookup(_:)`` at once. One worker at a
/// time takes them with ``next()``, in the order in which they were staged, performs each, and reports its
/// end with ``finish(_:with:)``.
struct StagedChanges: Sendable {
    /// A change to a file.
    enum Change: Hashable, Sendable {
        case store(DiskRecord)
        case remove
    }

    /// The location of a file's content.
    enum Lookup: Sendable {
        /// In memory: it is not written yet.
        case staged(DiskRecord)
        /// Removed, though its file may still exist.
        case removed
        /// In the file, if there is one.
        case file
    }

    /// A piece of work.
    enum Work: Hashable, Sendable {
        /// Remove the files of a time, and not those that other caches have stored since.
        case removeAll(except: Set<String>, at: Date)
        case write(name: String, DiskRecord, ticket: Int)
        case remove(name: String, ticket: Int)
        /// Set the times of the last use of files.
        case touch([String: Date])
        /// Remove a file, if it is still damaged.
        case inspect(name: String, found: Date)
        case sweep
        /// Remove files that could not be removed before.
        case removeAgain(Set<String>)
        /// All that was staged before a flush is done.
        case resumeFlush(Int)
    }

    /// The result of a piece of work.
    enum Outcome: Sendable {
        case done
        /// A file was written, in place of one of this size.
        case written(replacing: Int)
        case failed
        /// Some files could not be removed, or their uses could not be recorded.
        case remaining(Set<String>)
        /// The total size of the files that a sweep has left.
        case swept(totalSize: Int)
    }

    private struct Staged: Sendable {
        var change: Change
        var ticket: Int
        /// Whether the change is in the queue, rather than being performed.
        var isQueued: Bool
    }

    private enum Item: Sendable {
        case change(name: String)
        case flush(Int)
    }

    private var staged: [String: Staged] = [:]
    private var queue = Fifo<Item>()
    /// Whether all files of this moment count as removed.
    private var isEmptying = false
    /// Whether the removal has not begun, or has to begin again.
    private var isRemovalDue = false
    /// Whether it has failed, and begins again with other work.
    private var isRemovalFailed = false
    private var removalTime = Date.distantPast
    /// The latest time of a store: the clock may be set back.
    private var latestStore = Date.distantPast
    /// The files that were written after it failed.
    private var kept: Set<String> = []
    /// The files that could not be removed, and count as removed.
    private var remaining: Set<String> = []
    private var isRetryDue = false
    private var uses: [String: Date] = [:]
    /// The files that were found to be damaged, and when.
    private var suspects: [String: Date] = [:]
    /// The uses and suspects of which the work has failed. It is not tried again at each read.
    private var failedUses: [String: Date] = [:]
    private var failedSuspects: [String: Date] = [:]
    private var size: DiskUsage
    private var isWorking = false
    private var lastNumber = 0

    /// Makes an empty set of changes.
    ///
    /// - Parameter sizeLimit: The limit of the total size of the files, in bytes.
    init(sizeLimit: Int) {
        size = DiskUsage(limit: sizeLimit)
    }

    /// The limit of the total size of the files, in bytes.
    var sizeLimit: Int {
        get { size.limit }
        set { size.limit = newValue }
    }

    /// Returns where the content of a file is.
    func lookup(_ name: String) -> Lookup {
        switch staged[name]?.change {
        case .store(let record): .staged(record)
        case .remove: .removed
        case nil: isRemoved(name) ? .removed : .file
        }
    }

    private func isRemoved(_ name: String) -> Bool {
        remaining.contains(name) || isEmptying && !kept.contains(name)
    }

    /// Stages a change.
    ///
    /// - Returns: The change that it replaces, for the caller to release.
    mutating func stage(_ change: Change, to name: String) -> Change? {
        let old = staged[name]
        if case .store(let record) = change { latestStore = max(latestStore, record.stored) }
        if old?.isQueued != true { queue.append(.change(name: name)) }
        staged[name] = Staged(change: change, ticket: makeNumber(), isQueued: true)
        return old?.change
    }

    /// Stages the removal of all files, and drops the changes before it.
    ///
    /// - Parameter time: The present time.
    /// - Returns: The dropped changes, for the caller to release.
    mutating func removeAll(at time: Date) -> [Change] {
        let old = staged.values.map(\.change)
        staged = [:]
        (uses, suspects) = ([:], [:])
        (failedUses, failedSuspects) = ([:], [:])
        kept = []
        isEmptying = true
        isRemovalDue = true
        removalTime = max(time, latestStore)
        return old
    }

    /// Records that a file was used, unless that has failed a short time before.
    mutating func use(_ name: String, at time: Date) {
        if !failedUses.hasTime(of: name, shortlyBefore: time) { uses[name] = time }
    }

    /// Records that a file was found to be damaged, unless its removal has failed a short time before.
    mutating func suspect(_ name: String, at time: Date) {
        if !failedSuspects.hasTime(of: name, shortlyBefore: time) { suspects[name] = time }
    }

    /// Stages the end of a flush.
    ///
    /// - Returns: The number of the flush; `nil` if there is nothing to wait for.
    mutating func flush() -> Int? {
        guard isWorking || isWorkDue else { return nil }
        let number = makeNumber()
        queue.append(.flush(number))
        return number
    }

    /// Starts the worker, if there is work and it is not running.
    ///
    /// - Returns: Whether the caller has to run it.
    mutating func startsWorker() -> Bool {
        guard !isWorking, isWorkDue else { return false }
        isWorking = true
        if !queue.isEmpty {
            isRemovalDue = isRemovalDue || isRemovalFailed
            isRetryDue = !remaining.isEmpty
        }
        return true
    }

    private var isWorkDue: Bool {
        isRemovalDue || !uses.isEmpty || !suspects.isEmpty || size.isSweepDue || !queue.isEmpty
    }

    /// Takes the next piece of work; `nil` if there is none: the worker has ended.
    mutating func next() -> Work? {
        if isRemovalDue {
            isRemovalDue = false
            isRetryDue = false
            return .removeAll(except: kept, at: removalTime)
        }
        if isRetryDue {
            isRetryDue = false
            return .removeAgain(remaining)
        }
        if !uses.isEmpty {
            defer { uses = [:] }
            return .touch(uses)
        }
        if let (name, time) = suspects.popFirst() { return .inspect(name: name, found: time) }
        if size.isSweepDue {
            size.beginSweep()
            return .sweep
        }
        while let item = queue.popFirst() {
            if let work = work(for: item) { return work }
        }
        isWorking = false
        return nil
    }

    private mutating func work(for item: Item) -> Work? {
        switch item {
        case .flush(let number):
            return .resumeFlush(number)
        case .change(let name):
            guard let change = staged[name], change.isQueued else { return nil }
            staged[name]?.isQueued = false
            return switch change.change {
            case .store(let record): .write(name: name, record, ticket: change.ticket)
            case .remove: .remove(name: name, ticket: change.ticket)
            }
        }
    }

    /// Ends a piece of work.
    ///
    /// - Returns: The change that is no longer staged, for the caller to release.
    mutating func finish(_ work: Work, with outcome: Outcome = .done) -> Change? {
        switch work {
        case .removeAll:
            if case .failed = outcome {
                isRemovalFailed = true
                return nil
            }
            isRemovalFailed = false
            // Another removal of all may be due.
            isEmptying = isRemovalDue
            kept = []
            remaining = outcome.remaining
            size.list(totalSize: 0)
            return nil
        case .write(let name, let record, let ticket):
            if let replaced = outcome.replaced {
                size.write(record.byteCount, replacing: replaced)
                remaining.remove(name)
                if isRemovalFailed, !isRemovalDue { kept.insert(name) }
            }
            keepRemoved(outcome.remaining)
            return unstage(name, ticket)
        case .remove(let name, let ticket):
            keepRemoved(outcome.remaining)
            return unstage(name, ticket)
        case .removeAgain(let names):
            remaining.subtract(names)
            remaining.formUnion(outcome.remaining)
            return nil
        case .sweep:
            if case .swept(let totalSize) = outcome {
                size.list(totalSize: totalSize)
            } else {
                size.postpone()
            }
            return nil
        case .touch(let uses):
            for (name, time) in uses { failedUses[name] = outcome.remaining.contains(name) ? time : nil }
            return nil
        case .inspect(let name, let time):
            // Another process may replace the file, which is read until then.
            if case .failed = outcome { failedSuspects[name] = time } else { failedSuspects[name] = nil }
            return nil
        case .resumeFlush:
            return nil
        }
    }

    /// Treats files that could not be removed as removed, also those that were written after a removal of all
    /// failed.
    private mutating func keepRemoved(_ names: Set<String>) {
        remaining.formUnion(names)
        kept.subtract(names)
    }

    private mutating func unstage(_ name: String, _ ticket: Int) -> Change? {
        staged[name]?.ticket == ticket ? staged.removeValue(forKey: name)?.change : nil
    }

    private mutating func makeNumber() -> Int {
        lastNumber += 1
        return lastNumber
    }
}

extension [String: Date] {
    fileprivate func hasTime(of name: String, shortlyBefore time: Date) -> Bool {
        self[name].map { abs(time.timeIntervalSince($0)) < DiskCache.useInterval } ?? false
    }
}

extension StagedChanges.Outcome {
    /// The size of the file that a write has replaced; `nil` if the write failed.
    fileprivate var replaced: Int? {
        switch self {
        case .done: 0
        case .written(let size): size
        case .failed, .remaining, .swept: nil
        }
    }

    fileprivate var remaining: Set<String> {
        if case .remaining(let names) = self { names } else { [] }
    }
}
