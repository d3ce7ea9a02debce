import Explorer
import Foundation
import Streams

import struct Explorer.Operation

@testable import FluxLoading

/// A cache on disk, whose files a thread of its own writes.
let cachePrograms: [Program] = [
    Program("DiskCache: store, store, read") { test in
        let cache = Cache(test)
        test.thread(cache.storing(1), cache.storing(2))
        test.thread(cache.reading, cache.reading)
    },
    Program("DiskCache: store, remove, read") { test in
        let cache = Cache(test)
        test.thread(cache.storing(1), cache.removing)
        test.thread(cache.storing(2), cache.reading)
    },
    Program("DiskCache: store, remove all, store") { test in
        let cache = Cache(test)
        test.thread(cache.storing(1), cache.emptying)
        test.thread(cache.storing(2), cache.reading)
    },
    Program("DiskCache: flush, flush, store", promising: .nothing) { test in
        let cache = Cache(test)
        test.runTasks()
        cache.flush()
        cache.flush()
        test.thread(cache.storing(1), cache.storing(2))
        cache.expectFlushes(2)
    },
]

private final class Cache: @unchecked Sendable {
    // Sendable: threads run one at a time.

    /// In memory, where there is such a folder.
    private static let folder: URL = {
        let memory = URL(filePath: "/dev/shm", directoryHint: .isDirectory)
        let parent =
            FileManager.default.isWritableFile(atPath: "/dev/shm")
            ? memory : FileManager.default.temporaryDirectory
        return parent.appending(path: "explore-\(ProcessInfo.processInfo.processIdentifier)")
    }()

    private unowned let test: Scenario
    private var cache: DiskCache?
    private var seen: [String] = []
    private var flushed = 0

    init(_ test: Scenario) {
        self.test = test
        try? FileManager.default.removeItem(at: Self.folder)
        cache = DiskCache(
            at: Self.folder, scheduler: test.scheduler(), clock: { Date(timeIntervalSince1970: 1000) },
            fileName: { _ in String(repeating: "a", count: 64) })
        test.observe { [self] in "\(seen) then \(content)" }
        test.finally { [self] in
            cache = nil
            try? FileManager.default.removeItem(at: Self.folder)
        }
    }

    private var content: String {
        cache?.entry(for: "key").map { "\($0.data.first ?? 0)" } ?? "none"
    }

    func storing(_ value: UInt8) -> Operation {
        Operation("store \(value)") { self.cache?.store(CacheEntry(data: Data([value])), for: "key") }
    }

    var removing: Operation { Operation("remove") { self.cache?.remove("key") } }

    var emptying: Operation { Operation("remove all") { self.cache?.removeAll() } }

    var reading: Operation { Operation("read") { self.seen.append(self.content) } }

    /// Starts a task that flushes.
    func flush() {
        guard let cache else { return }
        Task {
            await cache.flush()
            self.flushed += 1
        }
    }

    func expectFlushes(_ count: Int) {
        test.observe { [self] in
            test.expect(flushed == count, "\(flushed) flushes have ended")
            return ""
        }
    }
}
