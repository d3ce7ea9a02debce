import Flux
import Foundation
import Synchronization

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension Benchmark {
    /// An image that is in memory: subscribe, receive it, and the completion; against a look-up in a locked
    /// dictionary.
    static func imageMemoryHit() -> Benchmark {
        Benchmark(name: "image-memory-hit", baselineName: "a locked dictionary", elements: 200_000) { hits in
            let images = StalledImages(answering: true)
            let request = images.request(1)
            let table = Mutex([request: 1])
            let total = Total()
            images.hold(request)
            return Sides(
                subject: {
                    total.value = 0
                    for _ in 0..<hits {
                        images.loader.image(for: request).sink { total.value &+= $0.image ?? 0 }.cancel()
                    }
                    return total.value
                },
                baseline: { (0..<hits).reduce(0) { sum, _ in sum &+ table.withLock { $0[request] ?? 0 } } })
        }
    }

    /// A look-up of an image in memory by its URL; against a locked dictionary by URL.
    static func imageCachedByURL() -> Benchmark {
        byURL("image-cached-url") { images, url, total in
            total.value &+= images.loader.cachedImage(at: url) ?? 0
        }
    }

    /// An image in memory that is requested by its URL: subscribe, receive it, and the completion; against a
    /// look-up in a locked dictionary by URL.
    static func imageHitByURL() -> Benchmark {
        byURL("image-hit-url") { images, url, total in
            images.loader.image(at: url).sink { total.value &+= $0.image ?? 0 }.cancel()
        }
    }

    fileprivate static func byURL(
        _ name: String, look: @escaping (StalledImages, URL, Total) -> Void
    ) -> Benchmark {
        Benchmark(name: name, baselineName: "a locked dictionary by URL", elements: 200_000) { hits in
            let images = StalledImages(answering: true)
            let urls = (0..<100).map { images.request($0).url }
            let table = Mutex(Dictionary(uniqueKeysWithValues: urls.map { ($0, 1) }))
            let total = Total()
            for number in urls.indices { images.hold(images.request(number)) }
            return Sides(
                subject: {
                    total.value = 0
                    for hit in 0..<hits { look(images, urls[hit % urls.count], total) }
                    return total.value
                },
                baseline: {
                    (0..<hits).reduce(0) { sum, hit in
                        sum &+ table.withLock { $0[urls[hit % urls.count]] ?? 0 }
                    }
                })
        }
    }

    /// A second subscriber of a fetch under way, which cancels again; against the same in a locked dictionary
    /// of closures.
    static func imageJoin() -> Benchmark {
        Benchmark(name: "image-join", baselineName: "a locked dictionary", elements: 100_000) { joins in
            let images = StalledImages(answering: false)
            let request = images.request(1)
            let table = Mutex([request: [Int: Opaque<Int, Void>]()])
            let total = Total()
            images.hold(request)
            return Sides(
                subject: {
                    total.value = 0
                    for _ in 0..<joins {
                        images.loader.image(for: request).sink { _ in total.value &+= 1 }.cancel()
                    }
                    return total.value
                },
                baseline: {
                    total.value = 0
                    for join in 0..<joins {
                        let receiver = Opaque<Int, Void> { total.value &+= $0 }
                        table.withLock { $0[request]?[join] = receiver }
                        receiver.call(1)
                        table.withLock { _ = $0[request]?.removeValue(forKey: join) }
                    }
                    return total.value
                })
        }
    }

    /// A change of the priority of one of 10,000 fetches that wait; against a write to a dictionary.
    static func imagePromote() -> Benchmark {
        Benchmark(name: "image-promote", baselineName: "a locked dictionary", elements: 200_000) { changes in
            let images = StalledImages(answering: false)
            let waiting = 10_000
            let priorities = (0..<waiting).map { _ in LiveImagePriority(.prefetch) }
            for (number, priority) in priorities.enumerated() {
                images.hold(images.request(number), priority: priority)
            }
            let table = Mutex([Int: ImagePriority](minimumCapacity: waiting))
            func priority(_ change: Int) -> ImagePriority { change / waiting % 2 == 0 ? .shown : .nearBehind }
            return Sides(
                subject: {
                    for change in 0..<changes {
                        priorities[change &* 7_919 % waiting].value = priority(change)
                    }
                    // Its fetches wait until it is released.
                    return withExtendedLifetime(images) { changes }
                },
                baseline: {
                    for change in 0..<changes {
                        table.withLock { $0[change &* 7_919 % waiting] = priority(change) }
                    }
                    return changes
                })
        }
    }

    /// A row that a fling passes in a list with images, none of which is loaded; against the list without
    /// images.
    static func imageFling() -> Benchmark {
        Benchmark(name: "image-fling", baselineName: "the feed without images", elements: 100_000) { rows in
            let source = NumberedRows(pages: rows / 100, rowsPerPage: 100)
            return Sides(
                subject: {
                    let images = StalledImages(answering: false)
                    let signals = PassthroughSubject<ListSignal, Never>()
                    let last = Total()
                    let feed = signals.paginate(threshold: 5, from: source)
                        .images(from: images.loader) { images.request($0) }
                        .sink { last.value = $0.items.count }
                    for row in 0..<rows { signals.send(.shown(rows: row..<min(rows, row + 10))) }
                    feed.cancel()
                    return last.value
                },
                baseline: {
                    let signals = PassthroughSubject<ListSignal, Never>()
                    let last = Total()
                    let feed = signals.paginate(threshold: 5, from: source).sink {
                        last.value = $0.items.count
                    }
                    for row in 0..<rows { signals.send(.shown(rows: row..<min(rows, row + 10))) }
                    feed.cancel()
                    return last.value
                })
        }
    }
}

/// Images whose downloads end at once, or never. The image of each is the number 1.
private final class StalledImages: @unchecked Sendable {
    // Sendable: a benchmark runs on the main thread only.
    let loader: ImageLoader<Int>
    private var subscriptions: [AnyCancellable] = []

    init(answering: Bool) {
        var configuration = ImageLoader<Int>.Configuration(dataLoader: Downloads(answering: answering))
        configuration.decodeScheduler = ImmediateScheduler.shared
        // A pause of the list that ends on another thread would handle the last rows there, after the
        // measurement.
        configuration.retryScheduler = VirtualTimeScheduler()
        loader = ImageLoader(configuration: configuration) { _ in 1 }
    }

    func request(_ number: Int) -> ImageRequest {
        ImageRequest(url: URL(string: "https://images.test/\(number)") ?? URL(filePath: "/"))
    }

    /// Subscribes to an image for good.
    func hold(_ request: ImageRequest, priority: LiveImagePriority = LiveImagePriority()) {
        subscriptions.append(loader.image(for: request, priority: priority).sink { _ in })
    }

    private struct Downloads: DataLoading {
        let answering: Bool

        func load(
            _ request: URLRequest, receive: @escaping @Sendable (DataEvent) -> Void
        ) -> any Cancellable {
            if answering {
                receive(.bytes(Data([1])))
                receive(.finished)
            }
            return AnyCancellable {}
        }
    }
}
