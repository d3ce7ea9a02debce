import Flux
import Foundation
import Synchronization

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

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

extension Benchmark {
    /// Images from the disk cache, one after the other: requested, read and decoded on another thread, and
    /// awaited; against a queue that reads and decodes a file.
    static func imageDiskLoad() -> Benchmark {
        Benchmark(
            name: "image-disk-load", baselineName: "a queue that reads and decodes a file", elements: 400
        ) { hits in
            let files = CachedFiles()
            let images = DiskImages(files)
            return Sides(
                subject: { (0..<hits).reduce(0) { $0 &+ images.load($1) } },
                baseline: { (0..<hits).reduce(0) { $0 &+ files.decode($1) } })
        }
    }
}

/// An image loader whose images are on disk only.
private final class DiskImages: @unchecked Sendable {
    // Sendable: a benchmark runs on the main thread only.
    private let files: CachedFiles
    private let loader: ImageLoader<Int>
    private let requests: [ImageRequest]
    private let done = DispatchSemaphore(value: 0)

    init(_ files: CachedFiles) {
        self.files = files
        var configuration = ImageLoader<Int>.Configuration(dataLoader: files)
        configuration.diskCache = files.cache
        configuration.memoryCountLimit = 1
        loader = ImageLoader(configuration: configuration) { checksum($0) }
        requests = (0..<CachedFiles.count).map { ImageRequest(url: CachedFiles.url(of: $0)) }
        for number in requests.indices { _ = load(number) }
        files.flush()
    }

    /// Loads an image, and waits for it.
    func load(_ number: Int) -> Int {
        let image = Mutex(0)
        let loading = loader.image(for: requests[number % requests.count]).sink { [done] _ in
            done.signal()
        } receiveValue: { state in
            if let loaded = state.image { image.withLock { $0 = loaded } }
        }
        done.wait()
        loading.cancel()
        return image.withLock { $0 }
    }
}

/// Stands for the decoding of a picture, which takes some nanoseconds for each byte.
///
/// Not inlined, and without branches: else the two sides could run different code, or guess differently.
@inline(never)
private func checksum(_ data: Data) -> Int {
    data.withUnsafeBytes { bytes in
        var state: UInt32 = .max
        for byte in bytes {
            state ^= UInt32(byte)
            for _ in 0..<8 { state = state >> 1 ^ (0xEDB8_8320 & (0 &- (state & 1))) }
        }
        return Int(state)
    }
}

/// Entries of a disk cache of the size of small pictures, and files of the same bytes.
private final class CachedFiles: DataLoading {
    static let count = 200
    private static let size = 32 * 1024

    let folder = FileManager.default.temporaryDirectory.appending(path: "flux-benchmark-\(UUID().uuidString)")
    let cache: DiskCache
    private let keys: [String]
    private let files: [URL]
    private let bytes = Data((0..<size).map { UInt8(truncatingIfNeeded: $0 &* 7_919) })

    init() {
        keys = (0..<Self.count).map { Self.url(of: $0).absoluteString }
        files = (0..<Self.count).map { [folder] in folder.appending(path: "plain-\($0)") }
        cache = DiskCache(at: folder)
        for key in keys { cache.store(CacheEntry(data: bytes, metadata: ["etag": "\"1\""]), for: key) }
        flush()
        for file in files { try? bytes.write(to: file) }
    }

    static func url(of number: Int) -> URL {
        let address = "https://images.test/avatars/\(number).png?size=200&version=4"
        return URL(string: address) ?? URL(filePath: "/")
    }

    /// Answers a request for an image that is not stored yet.
    func load(
        _ request: URLRequest, receive: @escaping @Sendable (DataEvent) -> Void
    ) -> any Cancellable {
        let response = HTTPURLResponse(
            // Of another address, it would be an image behind a redirect, which is validated.
            url: request.url ?? Self.url(of: 0), statusCode: 200, httpVersion: nil,
            headerFields: ["Cache-Control": "max-age=86400"])
        if let response { receive(.response(response)) }
        receive(.bytes(bytes))
        receive(.finished)
        return AnyCancellable {}
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

    /// Reads and decodes a file on another thread, and waits for it.
    func decode(_ number: Int) -> Int {
        let image = Mutex(0)
        let done = DispatchSemaphore(value: 0)
        DispatchQueue.global(qos: .userInitiated).async { [self] in
            let bytes = (try? Data(contentsOf: files[number % files.count])) ?? Data()
            image.withLock { $0 = checksum(bytes) }
            done.signal()
        }
        done.wait()
        return image.withLock { $0 }
    }

    /// Waits until the entries are written; benchmarks are prepared synchronously.
    func flush() {
        let done = DispatchSemaphore(value: 0)
        Task.detached { [cache] in
            await cache.flush()
            done.signal()
        }
        done.wait()
    }
}
