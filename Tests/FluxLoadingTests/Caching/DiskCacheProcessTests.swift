import Foundation
import Streams
import TestSupport
import Testing

@testable import FluxLoading

@Suite(.prompt, .timeLimit(.minutes(1)))
struct DiskCacheProcessTests {
    /// Another process replaces entries, and each reader gets a whole one. Both go on until each has read an
    /// entry of the other.
    @Test func readersInTwoProcessesNeverGetAHalfEntry() async {
        let folder = TemporaryFolder()
        let path = folder.url.path
        async let other = #expect(processExitsWith: .success) { [path = path as String] in
            await hammer(DiskCache(at: URL(filePath: path)), from: 100)
        }
        await hammer(DiskCache(at: folder.url), from: 0)
        _ = await other
        #expect(folder.names.count == 3, "Unfinished files are left.")
    }
}

/// Stores large entries of one byte each, and checks those that it reads, of any process, until some are
/// another's.
private func hammer(_ cache: DiskCache, from first: UInt8) async {
    let errors = Log<DiskCacheError>()
    let subscription = cache.errors.sink { errors.append($0) }
    var hits = 0
    var hitsOfOther = 0
    var rounds = 0
    while rounds < 60 || hitsOfOther == 0 && rounds < 100_000 {
        let round = rounds % 60
        rounds += 1
        let key = "\(round % 3)"
        cache.store(CacheEntry(first + UInt8(round), count: 50_000 + round * 1_000), for: key)
        if round.isMultiple(of: 10) { await cache.flush() }
        for key in ["0", "1", "2"] {
            guard let entry = cache.entry(for: key) else { continue }
            hits += 1
            let byte = entry.data[0]
            if (byte < 100) != (first < 100) { hitsOfOther += 1 }
            #expect(entry == CacheEntry(byte, count: 50_000 + Int(byte % 100) * 1_000))
        }
    }
    await cache.flush()
    #expect(hits > 60)
    #expect(hitsOfOther > 0)
    #expect(errors.isEmpty)
    subscription.cancel()
}
