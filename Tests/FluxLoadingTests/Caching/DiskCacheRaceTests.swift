import Dispatch
import Foundation
import LoadingTestSupport
import Streams
import TestSupport
import Testing

@testable import FluxLoading

/// A cache on a real folder whose methods several threads call at once.
@Suite(.timeLimit(.minutes(1))) struct DiskCacheRaceTests {
    private static let threads = 4

    private let folder = TemporaryFolder()

    /// What a thread has stored under its own keys.
    private struct Writer {
        let cache: DiskCache
        let thread: Int
        /// The number of beginnings and ends of removals of all entries.
        let removals: Box<Int>
        var stored: [String: CacheEntry] = [:]
        var mistakes: [String] = []

        mutating func step(_ number: Int, _ random: inout SeededGenerator) {
            let key = "\(thread)-\(random.number(below: 3))"
            switch random.number(below: 12) {
            case 0..<6: store(CacheEntry(UInt8(number), count: 200 + random.number(below: 2_000)), for: key)
            case 6..<8:
                cache.remove(key)
                stored[key] = nil
                check(cache.entry(for: key) == nil, "\(key) is there after its removal")
            case 8..<11:
                let other = "\(random.number(below: threads))-\(random.number(below: 3))"
                guard let entry = cache.entry(for: other) else { return }
                check(entry == CacheEntry(entry.data[0], count: entry.data.count), "\(other) is mixed")
            default:
                guard thread == 0, random.chance(20) else { return }
                removals.increment()
                cache.removeAll()
                removals.increment()
                stored = [:]
            }
        }

        /// An entry is there until all are removed or the files exceed the limit, and never another one.
        private mutating func store(_ entry: CacheEntry, for key: String) {
            let before = removals.value
            cache.store(entry, for: key)
            stored[key] = entry
            let found = cache.entry(for: key)
            let isRemoved = thread != 0 && (before % 2 == 1 || removals.value != before)
            let mayBeGone = isRemoved || cache.sizeLimit < 40_000
            check(found == entry || found == nil && mayBeGone, "\(key) is not what was stored")
        }

        private mutating func check(_ isRight: Bool, _ mistake: String) {
            if !isRight { mistakes.append(mistake) }
        }
    }

    @Test(arguments: Seeds.make(4))
    func threadsReadWhatTheyStore(seed: UInt64) async {
        // Half of the runs remove files that exceed the limit.
        let cache = DiskCache(at: folder.url, sizeLimit: seed.isMultiple(of: 2) ? 40_000 : 10_000)
        let errors = Log<DiskCacheError>()
        let subscription = cache.errors.sink { errors.append($0) }
        let removals = Box(0)
        let writers = Log<Writer>()
        DispatchQueue.concurrentPerform(iterations: Self.threads) { thread in
            var random = SeededGenerator(seed: seed &* 31 &+ UInt64(thread))
            var writer = Writer(cache: cache, thread: thread, removals: removals)
            for number in 0..<60 { writer.step(number, &random) }
            writers.append(writer)
        }
        await cache.flush()
        let reopened = DiskCache(at: folder.url)
        for writer in writers.entries {
            #expect(writer.mistakes == [], "FLUX_SEED=\(seed)")
            for number in 0..<3 {
                let key = "\(writer.thread)-\(number)"
                guard let entry = reopened.entry(for: key) else { continue }
                #expect(entry == writer.stored[key], "FLUX_SEED=\(seed)")
            }
        }
        #expect(errors.isEmpty, "FLUX_SEED=\(seed)")
        subscription.cancel()
    }

    /// A flush that begins while others store ends, and what was stored before it is in a file.
    @Test func flushesOfSeveralThreadsEnd() async {
        let cache = DiskCache(at: folder.url)
        await withTaskGroup(of: Void.self) { [folder] group in
            for thread in 0..<Self.threads {
                group.addTask {
                    for round in 0..<10 {
                        let entry = CacheEntry(UInt8(round))
                        cache.store(entry, for: "\(thread)")
                        await cache.flush()
                        #expect(DiskCache(at: folder.url).entry(for: "\(thread)") == entry)
                    }
                }
            }
        }
        #expect(folder.names.count == Self.threads)
    }
}
