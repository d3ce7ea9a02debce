import Foundation
import TestSupport
import Testing

@testable import FluxLoading

struct StagedChangesTests {
    /// Stores, removals, removals of all and flushes at any moment of the worker, against a dictionary.
    @Test func readersSeeADictionaryAtEveryMoment() {
        Seeds.forEach(2_000) { random in
            var run = StagingRun()
            for _ in 0..<80 { try run.step(&random) }
            try run.end()
            try run.compare()
            guard run.disk == run.visible else {
                throw StagingMismatch("disk \(run.disk), not \(run.visible)")
            }
            guard run.flushes.isEmpty else {
                throw StagingMismatch("\(run.flushes.count) flushes have not ended")
            }
        }
    }

    @Test func changesOfOneFileWhileItWaitsAreWrittenOnce() {
        var changes = StagedChanges(sizeLimit: .max)
        for number in 0..<5 { _ = changes.stage(.store(.numbered(number)), to: "a") }
        let starts = [changes.startsWorker(), changes.startsWorker()]
        #expect(starts == [true, false])
        guard case .write("a", .numbered(4), _)? = changes.next() else {
            Issue.record("The last change is not written.")
            return
        }
        let next = changes.next()
        #expect(next == nil)
    }

    @Test func repeatedStoresDoNotDelayAFlush() {
        var changes = StagedChanges(sizeLimit: .max)
        _ = changes.stage(.store(.numbered(0)), to: "a")
        let flush = changes.flush()
        _ = changes.stage(.store(.numbered(1)), to: "a")
        _ = changes.startsWorker()
        guard let write = changes.next(), case .write("a", .numbered(1), _) = write else {
            Issue.record("The change is not written.")
            return
        }
        _ = changes.finish(write, with: .failed)
        let next = changes.next()
        #expect(next != nil)
        #expect(next == flush.map { .resumeFlush($0) })
    }

    @Test func fileThatCouldNotBeRemovedIsNotKeptByTheNextRemovalOfAll() {
        var changes = StagedChanges(sizeLimit: .max)
        let time = Date(timeIntervalSince1970: 1)
        _ = changes.removeAll(at: time)
        _ = changes.startsWorker()
        if let removal = changes.nextButSweeps() { _ = changes.finish(removal, with: .failed) }
        _ = changes.stage(.store(.numbered(0)), to: "a")
        if let write = changes.nextButSweeps() { _ = changes.finish(write) }
        _ = changes.stage(.remove, to: "a")
        if let removal = changes.nextButSweeps() { _ = changes.finish(removal, with: .remaining(["a"])) }
        let end = changes.nextButSweeps()
        #expect(end == nil)
        _ = changes.stage(.store(.numbered(1)), to: "b")
        _ = changes.startsWorker()
        let removal = changes.nextButSweeps()
        #expect(removal == .removeAll(except: [], at: time))
    }

    /// Otherwise an entry of the later time would count as stored after the removal.
    @Test func removalOfAllIsNotEarlierThanAStoreBeforeTheClockWasSetBack() {
        var changes = StagedChanges(sizeLimit: .max)
        let stored = Date(timeIntervalSince1970: 10)
        let record = DiskRecord(key: "a", entry: CacheEntry(1), stored: stored)
        _ = changes.stage(.store(record), to: "a")
        _ = changes.removeAll(at: Date(timeIntervalSince1970: 1))
        _ = changes.startsWorker()
        #expect(changes.nextButSweeps() == .removeAll(except: [], at: stored))
    }

    @Test func flushOfNothingEndsAtOnce() {
        var changes = StagedChanges(sizeLimit: .max)
        let flush = changes.flush()
        #expect(flush == nil)
    }

    @Test func usesAreRecordedTogetherAndBeforeASweep() {
        var changes = StagedChanges(sizeLimit: 10)
        let time = Date(timeIntervalSince1970: 1)
        _ = changes.stage(.store(.numbered(0)), to: "a")
        _ = changes.startsWorker()
        if let write = changes.next() { _ = changes.finish(write) }
        changes.use("a", at: time)
        changes.use("b", at: time)
        let works = [changes.next(), changes.next()]
        #expect(works == [.touch(["a": time, "b": time]), .sweep])
        _ = changes.finish(.sweep, with: .swept(totalSize: 0))
        let next = changes.next()
        #expect(next == nil)
    }

    @Test func useThatCouldNotBeRecordedIsTriedAgainAfterAMinute() {
        var changes = StagedChanges(sizeLimit: .max)
        let time = Date(timeIntervalSince1970: 1_000)
        changes.use("a", at: time)
        var starts = [changes.startsWorker()]
        let touch = changes.next()
        #expect(touch == .touch(["a": time]))
        if let touch { _ = changes.finish(touch, with: .remaining(["a"])) }
        let end = changes.next()
        #expect(end == nil)
        for seconds in [1.0, 59, 60] {
            changes.use("a", at: time.addingTimeInterval(seconds))
            starts.append(changes.startsWorker())
        }
        #expect(starts == [true, false, false, true])
    }

    @Test func damagedFileThatCouldNotBeRemovedIsInspectedAgainAfterAMinute() {
        var changes = StagedChanges(sizeLimit: .max)
        let time = Date(timeIntervalSince1970: 1_000)
        changes.suspect("a", at: time)
        var starts = [changes.startsWorker()]
        let inspection = changes.next()
        #expect(inspection == .inspect(name: "a", found: time))
        if let inspection { _ = changes.finish(inspection, with: .failed) }
        let end = changes.next()
        #expect(end == nil)
        for seconds in [1.0, 59, 60] {
            changes.suspect("a", at: time.addingTimeInterval(seconds))
            starts.append(changes.startsWorker())
        }
        #expect(starts == [true, false, false, true])
    }

    @Test func limitThatIsLoweredDuringASweepIsSweptAgain() {
        var changes = StagedChanges(sizeLimit: 100)
        _ = changes.stage(.store(.numbered(0)), to: "a")
        _ = changes.startsWorker()
        if let write = changes.next() { _ = changes.finish(write) }
        let first = changes.next()
        changes.sizeLimit = 10
        _ = changes.finish(.sweep, with: .swept(totalSize: 50))
        let second = changes.next()
        #expect([first, second] == [.sweep, .sweep])
        _ = changes.finish(.sweep, with: .swept(totalSize: 7))
        let end = changes.next()
        #expect(end == nil)
    }
}

extension DiskRecord {
    static func numbered(_ number: Int) -> DiskRecord {
        DiskRecord(key: "", entry: CacheEntry(data: Data("\(number)".utf8)), stored: .distantPast)
    }

    static func ~= (pattern: DiskRecord, value: DiskRecord) -> Bool { pattern == value }
}

extension StagedChanges {
    /// Performs the sweeps that are due, and takes the work after them.
    fileprivate mutating func nextButSweeps() -> Work? {
        while let work = next() {
            if work != .sweep { return work }
            _ = finish(work, with: .swept(totalSize: 0))
        }
        return nil
    }
}

extension StagedChanges.Lookup {
    fileprivate var isStaged: Bool {
        if case .staged = self { true } else { false }
    }
}

private struct StagingMismatch: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}

/// Staged changes with a simulated disk and worker, and the dictionary that readers should see.
private struct StagingRun {
    enum Worker: Equatable {
        case idle
        case between
        case performing(StagedChanges.Work)
    }

    private static let names = ["a", "b", "c", "d"]

    var changes = StagedChanges(sizeLimit: 300)
    var worker = Worker.idle
    var disk: [String: DiskRecord] = [:]
    var visible: [String: DiskRecord] = [:]
    /// For each flush, the files that have not changed since.
    var flushes: [Int: Set<String>] = [:]
    private var number = 0
    /// The files that could not be removed, and are not to be read.
    private var unremoved: Set<String> = []

    mutating func step(_ random: inout SeededGenerator) throws {
        let name = Self.names[random.number(below: Self.names.count)]
        switch random.number(below: 20) {
        case 0..<6:
            number += 1
            let record = DiskRecord.numbered(number)
            visible[name] = record
            change(name) { _ = $0.stage(.store(record), to: name) }
        case 6..<8:
            visible[name] = nil
            change(name) { _ = $0.stage(.remove, to: name) }
        case 8:
            visible = [:]
            change(nil) { _ = $0.removeAll(at: .distantPast) }
        case 9:
            if let flush = changes.flush() {
                flushes[flush] = Set(Self.names)
            } else {
                try compareDisk(Self.names)
            }
            change("") { _ in }
        case 10: change("") { $0.use(name, at: .distantPast) }
        case 11: change("") { $0.suspect(name, at: .distantPast) }
        default: if worker != .idle { try work(fails: random.chance(10)) }
        }
        try compare()
    }

    /// - Parameter name: The name of the file that changes; `nil` for all.
    private mutating func change(_ name: String?, _ body: (inout StagedChanges) -> Void) {
        body(&changes)
        for flush in flushes.keys {
            if let name { flushes[flush]?.remove(name) } else { flushes[flush] = [] }
        }
        if changes.startsWorker() { worker = .between }
    }

    mutating func work(fails: Bool) throws {
        guard case .performing(let work) = worker else {
            worker = changes.next().map { .performing($0) } ?? .idle
            return
        }
        worker = .between
        switch work {
        case .write(let name, let record, let ticket):
            // The file before it is removed, unless that fails, too.
            let remains = fails && ticket.isMultiple(of: 2)
            if remains { unremoved.insert(name) } else { unremoved.remove(name) }
            if !remains { disk[name] = fails ? nil : record }
            _ = changes.finish(work, with: remains ? .remaining([name]) : fails ? .failed : .done)
            // A file that could not be written is a miss, unless it has been changed again.
            if fails, !changes.lookup(name).isStaged { visible[name] = nil }
        case .remove(let name, _):
            _ = changes.finish(work, with: remove([name], fails: fails))
        case .removeAgain(let names):
            _ = changes.finish(work, with: remove(names, fails: fails))
        case .removeAll(let kept, _) where fails && number.isMultiple(of: 2):
            // The files could not be listed.
            unremoved.formUnion(Set(disk.keys).subtracting(kept))
            _ = changes.finish(work, with: .failed)
        case .removeAll(let kept, _):
            _ = changes.finish(work, with: remove(Set(disk.keys).subtracting(kept), fails: fails))
        case .sweep:
            _ = changes.finish(work, with: fails ? .failed : .swept(totalSize: disk.count))
        case .resumeFlush(let flush):
            try compareDisk(flushes.removeValue(forKey: flush) ?? [])
            _ = changes.finish(work)
        case .touch, .inspect:
            _ = changes.finish(work)
        }
    }

    /// - Parameter fails: Whether the first file cannot be removed.
    private mutating func remove(_ names: Set<String>, fails: Bool) -> StagedChanges.Outcome {
        let remaining = Set(names.sorted().prefix(fails ? 1 : 0))
        for name in names.subtracting(remaining) { disk[name] = nil }
        unremoved.subtract(names)
        unremoved.formUnion(remaining)
        return remaining.isEmpty ? .done : .remaining(remaining)
    }

    func compare() throws {
        for name in Self.names {
            let seen: DiskRecord? =
                switch changes.lookup(name) {
                case .staged(let record): record
                case .removed: nil
                case .file: disk[name]
                }
            if seen != visible[name] { throw StagingMismatch("\(name) is read as \(seen as Any)") }
        }
    }

    /// Performs all work, and with one more change what has failed before.
    mutating func end() throws {
        while worker != .idle { try work(fails: false) }
        visible["a"] = nil
        change("a") { _ = $0.stage(.remove, to: "a") }
        while worker != .idle { try work(fails: false) }
    }

    private func compareDisk(_ names: some Sequence<String>) throws {
        for name in names where disk[name] != visible[name] && !unremoved.contains(name) {
            throw StagingMismatch("\(name) is not flushed")
        }
    }
}
