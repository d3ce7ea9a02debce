import Explorer
import FluxLoading
import Foundation
import FoundationNetworking
import Streams

import struct Explorer.Operation

@testable import FluxImages

/// Fetches of images: rows that begin and end to observe them, and the threads of the network, of the disk
/// and of the decoder.
let imagePrograms: [Program] = [
    Program("ImageLoader: observe, observe", promising: .nothing) { test in
        let images = Images(test)
        test.thread(images.row().observing)
        test.thread(images.row().observing)
    },
    Program("ImageLoader: observe, cancel, observe", promising: .nothing) { test in
        let images = Images(test)
        let row = images.row()
        test.thread(row.observing, row.cancelling)
        test.thread(images.row().observing)
    },
    Program("ImageLoader: observe, observe, cancel", promising: .nothing) { test in
        let images = Images(test)
        let (a, b) = (images.row(), images.row())
        test.thread(a.observing)
        test.thread(b.observing, a.cancelling)
    },
    Program("ImageLoader: cancel, cancel", promising: .nothing) { test in
        let images = Images(test)
        let (a, b) = (images.row(), images.row())
        a.observe()
        test.thread(a.cancelling)
        test.thread(b.observing, b.cancelling)
        images.expectNoTransfer()
    },
    Program("ImageLoader: failure, cancel", promising: .nothing) { test in
        let images = Images(test, failures: .max)
        let row = images.row()
        test.thread(row.observing, row.cancelling)
        test.thread(images.row().observing)
    },
    // The decoder has a thread of its own.
    Program("ImageLoader: decode, cancel, observe", promising: .nothing) { test in
        let images = Images(test, decoding: .queued)
        let row = images.row()
        row.observe()
        test.thread(row.cancelling)
        test.thread(images.row().observing)
    },
    Program("ImageLoader: two variants", promising: .nothing) { test in
        let images = Images(test, decoding: .queued)
        test.thread(images.row().observing)
        test.thread(images.row(variant: .named("small")).observing)
    },
    Program("ImageLoader: two variants, cancel", promising: .nothing) { test in
        let images = Images(test)
        let row = images.row(variant: .named("small"))
        row.observe()
        test.thread(row.cancelling)
        test.thread(images.row().observing)
    },
    Program("ImageLoader: not decodable, cancel", promising: .nothing) { test in
        let images = Images(test, mayDecode: false, decoding: .queued)
        let row = images.row()
        row.observe()
        test.thread(row.cancelling)
        test.thread(images.row().observing)
    },
    // One download at a time: the place of one that is cancelled is free for the next.
    Program("ImageLoader: wait for a place, cancel", promising: .nothing) { test in
        let images = Images(test, transfers: 1)
        let row = images.row("/a")
        row.observe()
        test.thread(row.cancelling)
        test.thread(images.row("/b").observing)
    },
    Program("ImageLoader: wait for a place, change the priority", promising: .nothing) { test in
        let images = Images(test, transfers: 1)
        let priority = LiveImagePriority(.prefetch)
        images.row("/a").observe()
        images.row("/b").observe()
        test.thread(images.row("/c", priority: priority).observing)
        test.thread(Operation("shown") { priority.value = .shown })
    },
    // The second attempt follows a delay.
    Program("ImageLoader: retry, cancel", promising: .nothing) { test in
        let images = Images(test, failures: 1, retries: true)
        let row = images.row()
        row.observe()
        test.thread(row.cancelling)
        images.expectNoTransfer()
    },
    Program("ImageLoader: retry, cancel, observe", promising: .nothing) { test in
        let images = Images(test, failures: 1, retries: true)
        let row = images.row()
        row.observe()
        test.thread(row.cancelling)
        test.thread(images.row().observing)
    },
    Program("ImageLoader: stored, observe, cancel", promising: .nothing) { test in
        let images = Images(test, stored: ["/a"])
        let row = images.row()
        row.observe()
        test.thread(row.cancelling)
        test.thread(images.row().observing)
        images.expectTransfers(atMost: 0)
    },
    Program("ImageLoader: stored, variants", promising: .nothing) { test in
        let images = Images(test, stored: ["/a"])
        test.thread(images.row().observing)
        test.thread(images.row(variant: .named("small")).observing)
        images.expectTransfers(atMost: 0)
    },
    // What is stored is shown while the server is asked for a newer one.
    Program("ImageLoader: validate, cancel", promising: .nothing) { test in
        let images = Images(test, stored: ["/a"], freshness: .staleWhileRevalidate)
        let row = images.row()
        row.observe()
        test.thread(row.cancelling)
    },
    Program("ImageLoader: validate, observe", promising: .nothing) { test in
        let images = Images(test, stored: ["/a"], freshness: .staleWhileRevalidate)
        images.row().observe()
        test.thread(images.row().observing)
    },
    Program("ImageLoader: prefetch, observe, cancel", promising: .nothing) { test in
        let images = Images(test, stored: [])
        let prefetch = images.row(keepsInMemory: false)
        prefetch.observe()
        test.thread(prefetch.cancelling)
        test.thread(images.row().observing)
    },
    Program("ImageLoader: prefetch, observe", promising: .nothing) { test in
        let images = Images(test, stored: ["/a"])
        test.thread(images.row(keepsInMemory: false).observing)
        test.thread(images.row().observing)
    },
    Program("ImageLoader: observe, trim, observe", promising: .nothing) { test in
        let images = Images(test)
        test.thread(images.row().observing)
        test.thread(images.trimming, images.row().observing)
    },
    Program("ImageLoader: observe, remove, observe", promising: .nothing) { test in
        let images = Images(test, stored: ["/a"])
        test.thread(images.row().observing)
        test.thread(images.removing, images.row().observing)
    },
]

/// A loader, whose network answers on a thread of its own, and the rows that observe its images.
private final class Images: @unchecked Sendable {
    // Sendable: threads run one at a time.

    enum Decoding {
        case immediate, queued
    }

    private unowned let test: Scenario
    private let network: Network
    private var loader: ImageLoader<Int>?
    private let mayFail: Bool

    /// - Parameters:
    ///   - failures: How many transfers fail.
    ///   - mayDecode: Whether the bytes are an image.
    ///   - decoding: Where images are decoded.
    ///   - transfers: How many transfers run at once.
    ///   - retries: Whether a transfer that has failed is repeated.
    ///   - stored: The paths of the images on disk, which is read on a thread of its own; `nil` without a
    ///     cache on disk.
    ///   - freshness: That of the stored images.
    init(
        _ test: Scenario, failures: Int = 0, mayDecode: Bool = true, decoding: Decoding = .immediate,
        transfers: Int = 2, retries: Bool = false, stored: [String]? = nil,
        freshness: Freshness = .fresh
    ) {
        self.test = test
        mayFail = !mayDecode || failures == .max
        network = Network(test.scheduler(), failures: failures)
        var configuration = ImageLoader<Int>.Configuration(dataLoader: network)
        configuration.maximumTransfers = transfers
        configuration.maximumDecodings = 1
        configuration.retry = retries ? .constant(.seconds(1), attempts: 1) : .immediate(attempts: 0)
        configuration.decodeScheduler = decoding == .queued ? test.scheduler() : ImmediateScheduler.shared
        configuration.diskScheduler = stored == nil ? ImmediateScheduler.shared : test.scheduler()
        configuration.retryScheduler = retries ? test.scheduler() : ImmediateScheduler.shared
        configuration.now = { Date(timeIntervalSince1970: 1000) }
        configuration.cachePolicy = Policy(value: freshness)
        configuration.diskCache = stored.map { Disk(of: $0.map(Self.url)) }
        let token = Token()
        let loader = ImageLoader<Int>(configuration: configuration) { data in
            withExtendedLifetime(token) {}
            guard mayDecode, let first = data.first else { throw Mistake() }
            return Int(first)
        }
        self.loader = loader
        test.finally { [self] in self.loader = nil }
    }

    static func url(_ path: String) -> URL {
        URL(string: "http://a.example" + path) ?? URL(filePath: path)
    }

    func row(
        _ path: String = "/a", variant: ImageVariant? = nil, priority: LiveImagePriority? = nil,
        keepsInMemory: Bool = true
    ) -> Row {
        let request = ImageRequest(url: Self.url(path), variant: variant)
        let row = Row(test, mayFail: mayFail) { [unowned self] row in
            guard let loader else { return }
            if keepsInMemory {
                let images =
                    priority.map { loader.image(for: request, priority: $0) } ?? loader.image(for: request)
                images.subscribe(row)
            } else {
                loader.fetch(request, priority: .prefetch, for: Prefetch(request, row))
            }
        }
        return row
    }

    var trimming: Operation { Operation("trim") { self.loader?.trim(toCount: 0) } }

    var removing: Operation {
        Operation("remove") { self.loader?.removeImage(for: ImageRequest(url: Self.url("/a"))) }
    }

    /// Checks that nothing is received that no row needs.
    func expectNoTransfer() {
        test.observe { [self] in
            test.expect(network.runningCount == 0, "a transfer that no row observes")
            return ""
        }
    }

    func expectTransfers(atMost count: Int) {
        test.observe { [self] in
            test.expect(network.count <= count, "\(network.count) transfers")
            return ""
        }
    }
}

/// Answers each transfer on a thread of its own.
private final class Network: DataLoading, @unchecked Sendable {
    // Sendable: threads run one at a time.

    private final class Transfer: Cancellable {
        let receiver: Locked<Receiver?>
        private let token = Token()

        struct Receiver: Sendable {
            let send: @Sendable (DataEvent) -> Void
        }

        init(_ receive: @escaping @Sendable (DataEvent) -> Void) {
            receiver = Locked(Receiver(send: receive))
        }

        func send(_ event: DataEvent) { receiver.withLock { $0 }?.send(event) }

        func end(_ event: DataEvent) { receiver.exchange(nil)?.send(event) }

        func cancel() { _ = receiver.exchange(nil) }
    }

    private let scheduler: ThreadScheduler
    private var failures: Int
    private var transfers: [Transfer] = []
    private(set) var count = 0

    init(_ scheduler: ThreadScheduler, failures: Int) {
        self.scheduler = scheduler
        self.failures = failures
    }

    var runningCount: Int { transfers.count { $0.receiver.withLock { $0 != nil } } }

    func load(_ request: URLRequest, receive: @escaping @Sendable (DataEvent) -> Void) -> any Cancellable {
        let transfer = Transfer(receive)
        count += 1
        transfers.append(transfer)
        scheduler.schedule { [self] in
            if failures > 0 {
                failures -= 1
                transfer.end(
                    .failed(
                        LoadingError(
                            url: request.url ?? URL(filePath: "/"), reason: .status(503, retryAfter: nil))))
            } else {
                transfer.send(.response(.image(at: request.url)))
                transfer.send(.bytes(Data([7])))
                transfer.end(.finished)
            }
            transfers.removeAll { $0 === transfer }
        }
        return transfer
    }
}

extension URLResponse {
    fileprivate static func image(at url: URL?) -> URLResponse {
        let url = url ?? URL(filePath: "/")
        return HTTPURLResponse(url: url, statusCode: 200, httpVersion: "HTTP/1.1", headerFields: [:])
            ?? URLResponse(url: url, mimeType: nil, expectedContentLength: 1, textEncodingName: nil)
    }
}

/// A cache in place of that on disk.
private struct Disk: DataCaching {
    private final class Content: Sendable {
        let entries: Locked<[String: CacheEntry]>

        init(_ entries: [String: CacheEntry]) {
            self.entries = Locked(entries)
        }
    }

    private let content: Content

    init(of urls: [URL]) {
        let response = StoredResponse(receivedAt: Date(timeIntervalSince1970: 1000))
        let entry = CacheEntry(data: Data([7]), metadata: response.metadata)
        let keys = urls.map { ImageRequest(url: $0).key.resource.storageKey() }
        content = Content(Dictionary(uniqueKeysWithValues: keys.map { ($0, entry) }))
    }

    func entry(for key: String) -> CacheEntry? { content.entries.withLock { $0[key] } }

    func store(_ entry: CacheEntry, for key: String) { content.entries.withLock { $0[key] = entry } }

    func remove(_ key: String) { content.entries.withLock { $0[key] = nil } }
}

/// All that is stored is as fresh as the program wants.
private struct Policy: CachePolicy {
    let value: Freshness

    func freshness(of response: StoredResponse, for request: ImageRequest, at now: Date) -> Freshness {
        value
    }
}

/// A row that observes an image.
private final class Row: Subscriber, @unchecked Sendable {
    // Sendable: threads run one at a time.

    typealias Input = ImageState<Int>
    typealias Failure = Never

    private unowned let test: Scenario
    private let mayFail: Bool
    private let body: (Row) -> Void
    private let token = Token()
    private let object = ExploredObject()
    private var subscription: (any Subscription)?
    private var hold: (any Cancellable)?
    private var last: ImageState<Int>?
    private var isBusy = false
    private var isObserving = false
    private var hasEnded = false
    private var isCancelled = false
    private var wasCancelled: Int?
    /// How many signals began when the cancellation had returned.
    private var late = 0

    init(_ test: Scenario, mayFail: Bool, observe: @escaping (Row) -> Void) {
        self.test = test
        self.mayFail = mayFail
        body = observe
        test.observe { [self] in
            if isObserving, !isCancelled {
                test.expect(hasEnded, "a row that waits for ever: \(text)")
                test.expect(isResult, "not the result: \(text)")
            }
            return ""
        }
        test.finally { [self] in
            cancel()
            isObserving = false
        }
    }

    private var text: String { last.map { "\($0)" } ?? "no state" }

    private var isResult: Bool {
        switch last {
        case .loaded(let image, _): image == 7
        case .failed: mayFail
        case .idle, .loading: false
        case nil: true
        }
    }

    private func enter(_ signal: String) {
        test.expect(!isBusy, "signals overlap")
        test.expect(!hasEnded, "\(signal) after the end")
        if let wasCancelled {
            test.expect(test.beginning <= wasCancelled, "\(signal) of what began after the cancellation")
            late += 1
            // The one that was sent already.
            test.expect(late == 1, "\(signal) after the cancellation")
        }
        isBusy = true
        object.willUse()
        object.didUse(writing: true)
    }

    func receive(subscription: any Subscription) {
        if isCancelled { return subscription.cancel() }
        self.subscription = subscription
        subscription.request(.unlimited)
    }

    func receive(_ state: ImageState<Int>) -> Subscribers.Demand {
        enter("a state")
        if case .failed = state { test.expect(mayFail, "\(state)") }
        last = state
        isBusy = false
        return .none
    }

    func receive(completion: Subscribers.Completion<Never>) {
        enter("an end")
        hasEnded = true
        isBusy = false
    }

    var observing: Operation { Operation("observe") { self.observe() } }

    func observe() {
        isObserving = true
        body(self)
    }

    var cancelling: Operation {
        Operation("cancel") { [self] in
            cancel()
            wasCancelled = test.time
        }
    }

    private func cancel() {
        object.willUse()
        object.didUse(writing: true)
        isCancelled = true
        let (subscription, hold) = (subscription.take(), hold.take())
        subscription?.cancel()
        hold?.cancel()
    }

    fileprivate func keep(_ hold: any Cancellable) {
        if isCancelled { return hold.cancel() }
        self.hold = hold
    }
}

/// Observes a fetch for a row that needs no image, only its bytes on disk.
private final class Prefetch: FetchObserver, @unchecked Sendable {
    // Sendable: threads run one at a time.

    let request: ImageRequest
    let row: Row

    init(_ request: ImageRequest, _ row: Row) {
        self.request = request
        self.row = row
    }

    var keepsInMemory: Bool { false }

    func follow(from progress: ImageProgress, hold: any Cancellable) { row.keep(hold) }

    func advance(to progress: ImageProgress) {}

    func preview(_ preview: AnyImageState) {}

    func show(_ state: AnyImageState) {}

    func finish(with state: AnyImageState?) { row.receive(completion: .finished) }
}
