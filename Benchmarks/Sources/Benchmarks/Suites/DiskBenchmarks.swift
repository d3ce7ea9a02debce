import Flux
import Foundation

extension Benchmark {
    /// An entry of a disk cache that this process has read before; against a file of the same bytes.
    static func imageDiskHit() -> Benchmark {
        Benchmark(name: "image-disk-hit", baselineName: "Data(contentsOf:)", elements: 4_000) { hits in
            let files = CachedFiles()
            return Sides(
                subject: { files.read(hits, from: files.cache) },
                baseline: { files.readPlain(hits) })
        }
    }

    /// An entry that this process has not read before, as after a launch.
    static func imageDiskHitFirst() -> Benchmark {
        Benchmark(
            name: "image-disk-hit-first", baselineName: "Data(contentsOf:)", elements: CachedFiles.count,
            passes: 20
        ) { hits in
            let files = CachedFiles()
            return Sides(
                subject: { files.read(hits, from: DiskCache(at: files.folder)) },
                baseline: { files.readPlain(hits) })
        }
    }
}

/// Entries of a disk cache of the size of small pictures, and files of the same bytes.
private final class CachedFiles {
    static let count = 200
    private static let size = 32 * 1024

    let folder = FileManager.default.temporaryDirectory.appending(path: "flux-benchmark-\(UUID().uuidString)")
    let cache: DiskCache
    private let keys: [String]
    private let files: [URL]

    init() {
        keys = (0..<Self.count).map { "https://images.test/avatars/\($0).png?size=200&version=4" }
        files = (0..<Self.count).map { [folder] in folder.appending(path: "plain-\($0)") }
        cache = DiskCache(at: folder)
        let bytes = Data((0..<Self.size).map { UInt8(truncatingIfNeeded: $0 &* 7_919) })
        for key in keys { cache.store(CacheEntry(data: bytes, metadata: ["etag": "\"1\""]), for: key) }
        flush()
        for file in files { try? bytes.write(to: file) }
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    func read(_ hits: Int, from cache: DiskCache) -> Int {
        (0..<hits).reduce(0) { $0 &+ (cache.entry(for: keys[$1 % keys.count])?.data.count ?? 0) }
    }

    func readPlain(_ hits: Int) -> Int {
        (0..<hits).reduce(0) { $0 &+ ((try? Data(contentsOf: files[$1 % files.count]))?.count ?? 0) }
    }

    /// Waits until the entries are written; benchmarks are prepared synchronously.
    private func flush() {
        let done = DispatchSemaphore(value: 0)
        Task.detached { [cache] in
            await cache.flush()
            done.signal()
        }
        done.wait()
    }
}
