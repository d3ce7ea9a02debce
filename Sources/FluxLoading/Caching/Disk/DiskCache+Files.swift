import Foundation
import Streams

extension DiskCache {
    /// Uses within this time of the one before are not recorded, and work that a read causes is not repeated
    /// within it if it fails.
    static let useInterval: TimeInterval = 60

    func readEntry(of key: String, in name: String) -> CacheEntry? {
        do throws(DiskCacheError) {
            guard let file = try files.read(name, upTo: sizeLimit) else { return nil }
            let used = file.used
            guard let record = DiskRecord(file, likelyKey: key) else {
                let now = now
                update { $0.suspect(name, at: now) }
                return nil
            }
            // An expired file stays: another cache may keep it for longer. Or another key has the file name.
            guard isCurrent(record), record.isOf(key) else { return nil }
            recordUse(of: name, after: used)
            return record.entry
        } catch {
            failures.send(error)
            return nil
        }
    }

    private func recordUse(of name: String, after used: Date) {
        let now = now
        if abs(now.timeIntervalSince(used)) >= Self.useInterval { update { $0.use(name, at: now) } }
    }

    /// Performs all work that is due. One worker runs at a time.
    func work() {
        while let work = changes.withLock({ $0.next() }) {
            let outcome: StagedChanges.Outcome
            do throws(DiskCacheError) {
                outcome = try perform(work)
            } catch {
                failures.send(error)
                outcome = .failed
            }
            let released = changes.withLock { $0.finish(work, with: outcome) }
            withExtendedLifetime(released) {}
        }
    }

    private func perform(_ work: StagedChanges.Work) throws(DiskCacheError) -> StagedChanges.Outcome {
        switch work {
        case .removeAll(let kept, let time):
            let files = try files.files()
            return removeFiles(files.filter { !kept.contains($0.name) && !isNewer($0, than: time) })
        case .removeAgain(let names): return removeAgain(names)
        case .write(let name, let record, _): return write(record, to: name)
        case .remove(let name, _): return removeAgain([name])
        case .touch(let uses): return touch(uses)
        case .inspect(let name, _): try inspect(name)
        case .sweep: return .swept(totalSize: try sweep())
        case .resumeFlush(let number): flushes.withLock { $0.removeValue(forKey: number) }?.resume()
        }
        return .done
    }

    private func write(_ record: DiskRecord, to name: String) -> StagedChanges.Outcome {
        do throws(DiskCacheError) {
            let old = try files.write(record.makeHead(), record.entry.data, to: name, used: record.stored)
            return .written(replacing: old)
        } catch {
            failures.send(error)
        }
        // Otherwise the entry before it would be there again. If it cannot be removed either, one error is
        // enough.
        do throws(DiskCacheError) { try files.remove(name) } catch { return .remaining([name]) }
        return .failed
    }

    /// Records as many of some uses as possible.
    private func touch(_ uses: [String: Date]) -> StagedChanges.Outcome {
        var remaining: Set<String> = []
        for (name, time) in uses {
            do throws(DiskCacheError) {
                try files.touch(name, at: time)
            } catch {
                failures.send(error)
                remaining.insert(name)
            }
        }
        return remaining.isEmpty ? .done : .remaining(remaining)
    }

    /// Removes a file if it is damaged: it may have been replaced since that was found.
    private func inspect(_ name: String) throws(DiskCacheError) {
        guard let file = try files.read(name, upTo: sizeLimit) else { return }
        if DiskRecord(file) == nil { try files.remove(name) }
    }

    private func sweep() throws(DiskCacheError) -> Int {
        let sweep = DiskSweep(sizeLimit: sizeLimit, expiry: expiry, now: now)
        let plan = sweep.plan(for: try files.files())
        removeFiles(plan.removed)
        return plan.totalSize
    }

    /// Whether another cache has stored a file after a time, or may still be writing it.
    private func isNewer(_ file: DiskFile, than time: Date) -> Bool {
        let now = now
        if file.kind == .temporary { return !file.isAbandoned(at: now) }
        // No entry was stored after its last use. Of a time in the future, the clock was wrong.
        guard file.used > time, let stored = timeOfStore(file.name) else { return false }
        return stored > time && stored <= now
    }

    private func timeOfStore(_ name: String) -> Date? {
        do throws(DiskCacheError) { return try files.stored(name) } catch { return nil }
    }

    /// Removes as many of some files as possible.
    @discardableResult
    private func removeFiles(_ removed: [DiskFile]) -> StagedChanges.Outcome {
        var remaining: Set<String> = []
        for file in removed {
            do throws(DiskCacheError) {
                try files.remove(file.name)
            } catch {
                failures.send(error)
                remaining.insert(file.name)
            }
        }
        return remaining.isEmpty ? .done : .remaining(remaining)
    }

    /// Removes files up to the first that cannot be removed: the others cannot either, most probably.
    private func removeAgain(_ names: Set<String>) -> StagedChanges.Outcome {
        var remaining = names
        do throws(DiskCacheError) {
            for name in names {
                try files.remove(name)
                remaining.remove(name)
            }
            return .done
        } catch {
            failures.send(error)
            return .remaining(remaining)
        }
    }
}
