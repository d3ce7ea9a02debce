import Explorer
import FluxLoading
import Foundation
import FoundationNetworking
import Streams

import struct Explorer.Operation

@testable import FluxImages

/// A loader, whose network answers on a thread of its own, and the rows that observe its images.
final class Images: @unchecked Sendable {
    // Sendable: threads run one at a time.

    enum Decoding {
        case immediate, queued
        /// Two at a time, on threads of their own.
        case parallel
    }

    enum Retries {
        case none
        /// Once, on a thread of its own.
        case later
        /// Once, before the timer has been returned.
        case atOnce
    }

    enum Answer {
        case image
        /// What is stored is valid.
        case confirmation
        /// No response, but of the transfers that fail.
        case nothing
        /// What is stored is gone (410), and there is an image for those who have none. On two threads.
        case gone
    }

    /// What an older image is replaced by.
    enum Replacement {
        /// That of the server. The older one is stored, and fresh.
        case reload
        /// One that is inserted. The older one is that of the server.
        case insertion
    }

    /// The image that rows show in the end, and an older one.
    private static let (newImage, staleImage) = (UInt8(7), UInt8(5))

    private unowned let test: Scenario
    private let network: Network
    private var loader: ImageLoader<Int>?
    private let mayFail: Bool
    /// Whether rows may be left without an end.
    private let mayWait: Bool
    /// What rows show in the end.
    private let last: Int
    /// The images of rows that end before the older image is replaced.
    private let earlier: Set<Int>
    private let disk: Disk?
    private var rows: [(row: Row, request: ImageRequest)] = []

    /// - Parameters:
    ///   - answers: What the server responds.
    ///   - failures: How many transfers fail before.
    ///   - mayDecode: Whether the bytes are an image.
    ///   - decoding: Where images are decoded.
    ///   - transfers: How many transfers run at once.
    ///   - retries: When a transfer that has failed is repeated.
    ///   - stored: The paths of the images on disk, which is read on a thread of its own; `nil` without a
    ///     cache on disk.
    ///   - freshness: That of the stored images.
    ///   - replacement: What an older image is replaced by; `nil` without one.
    init(
        _ test: Scenario, answers: Answer = .image, failures: Int = 0, mayDecode: Bool = true,
        decoding: Decoding = .immediate, transfers: Int = 2, retries: Retries = .none,
        stored: [String]? = nil, freshness: Freshness = .fresh, replacedBy replacement: Replacement? = nil
    ) {
        self.test = test
        let isStale = freshness != .fresh
        mayFail = !mayDecode || (failures == .max && !isStale) || answers == .gone
        mayWait = answers == .nothing
        let keepsStale = isStale && (answers == .confirmation || failures == .max)
        earlier = replacement == nil ? [] : [Int(Self.staleImage)]
        last = Int(keepsStale ? Self.staleImage : Self.newImage)
        let threads: any Scheduler =
            answers == .gone
            ? Alternating(test.scheduler(), test.scheduler()) : test.scheduler()
        network = Network(
            threads, answers: answers, failures: failures,
            image: replacement == .insertion ? Self.staleImage : Self.newImage)
        var configuration = ImageLoader<Int>.Configuration(dataLoader: network)
        configuration.maximumTransfers = transfers
        configuration.maximumDecodings = decoding == .parallel ? 2 : 1
        configuration.retry =
            retries == .none ? .immediate(attempts: 0) : .constant(.seconds(1), attempts: 1)
        switch decoding {
        case .immediate: configuration.decodeScheduler = ImmediateScheduler.shared
        case .queued: configuration.decodeScheduler = test.scheduler()
        case .parallel: configuration.decodeScheduler = Alternating(test.scheduler(), test.scheduler())
        }
        configuration.diskScheduler = stored == nil ? ImmediateScheduler.shared : test.scheduler()
        configuration.retryScheduler =
            retries == .later ? test.scheduler() : ImmediateScheduler.shared
        configuration.now = { Date(timeIntervalSince1970: 1000) }
        configuration.cachePolicy = Policy(value: freshness)
        let image = isStale || replacement == .reload ? Self.staleImage : Self.newImage
        disk = stored.map { Disk(of: $0.map(Self.url), image: image) }
        configuration.diskCache = disk
        let token = Token()
        let loader = ImageLoader<Int>(configuration: configuration) { data in
            withExtendedLifetime(token) {}
            guard mayDecode, let first = data.first else { throw Mistake() }
            return Int(first)
        }
        self.loader = loader
        if !mayWait { expectRest() }
        expectLastInMemory()
        test.finally { [self] in
            self.loader = nil
            rows = []
        }
    }

    static func url(_ path: String) -> URL {
        URL(string: "http://a.example" + path) ?? URL(filePath: path)
    }

    func row(
        _ path: String = "/a", variant: ImageVariant? = nil, priority: LiveImagePriority? = nil,
        keepsInMemory: Bool = true, source: ImageSource = .any
    ) -> Row {
        let request = request(path, variant: variant).with(source: source)
        let results = source == .server ? [last] : earlier.union([last])
        let row = Row(test, results, mayFail: mayFail, mayWait: mayWait) { [unowned self] row in
            guard let loader else { return }
            if keepsInMemory {
                let images =
                    priority.map { loader.image(for: request, priority: $0) } ?? loader.image(for: request)
                images.subscribe(row)
            } else {
                loader.fetch(request, priority: .prefetch, for: Prefetch(request, row))
            }
        }
        rows.append((row, request))
        return row
    }

    func request(_ path: String, variant: ImageVariant? = nil) -> ImageRequest {
        ImageRequest(url: Self.url(path), variant: variant)
    }

    func prefetcher(
        to destination: ImagePrefetcher<Int>.Destination, maximumLoads: Int
    ) -> ImagePrefetcher<Int>? {
        loader.map { ImagePrefetcher($0, to: destination, maximumLoads: maximumLoads) }
    }

    var trimming: Operation { Operation("trim") { self.loader?.trim(toCount: 0) } }

    var removing: Operation {
        Operation("remove") { self.loader?.removeImage(for: ImageRequest(url: Self.url("/a"))) }
    }

    var inserting: Operation {
        Operation("insert") {
            let url = Self.url("/a")
            self.loader?.insertImage(
                Int(Self.newImage), data: Data([Self.newImage]), for: ImageRequest(url: url))
        }
    }

    /// Checks that nothing is received that no row needs.
    func expectNoTransfer() {
        test.observe { [self] in
            test.expect(network.runningCount == 0, "a transfer that no row observes")
            return ""
        }
        expectRest()
    }

    /// Checks that no fetch is left, and no place of a step taken.
    private func expectRest() {
        test.observe { [self] in
            guard let pipeline = loader?.pipeline else { return "" }
            let (count, steps) = pipeline.change { ($0.count, $0.stepCounts) }
            test.expect(count == 0, "\(count) fetches that no row observes")
            test.expect(steps == (0, 0), "\(steps.running) steps run and \(steps.waiting) wait, of no fetch")
            return ""
        }
    }

    /// Checks that no older image has replaced a newer one, unless a validation was cancelled.
    private func expectLastInMemory() {
        test.observe { [self] in
            if rows.contains(where: \.row.isCancelled) { return "" }
            for image in rows.compactMap({ loader?.cachedImage(for: $0.request) }) {
                test.expect(image == last, "the image in memory is \(image)")
            }
            return ""
        }
    }

    /// Checks that the images are in memory.
    func expectInMemory() {
        test.observe { [self] in
            for (_, request) in rows {
                test.expect(loader?.cachedImage(for: request) != nil, "the image is not in memory")
            }
            return ""
        }
    }

    /// Checks that the image that has replaced an older one is the one on disk, if there is any.
    func expectReplacedOnDisk() {
        test.observe { [self] in
            let images = disk?.images ?? []
            test.expect(images.allSatisfy { Int($0) == last }, "the images on disk are \(images)")
            return ""
        }
    }

    /// Checks that no image is on disk.
    func expectNothingOnDisk() {
        test.observe { [self] in
            let images = disk?.images ?? []
            test.expect(images.isEmpty, "the images on disk are \(images)")
            return ""
        }
    }

    /// Checks that the image of the server is on disk, and no other, if a row has it that was not cancelled.
    func expectShownOnDisk() {
        test.observe { [self] in
            guard let disk, rows.contains(where: { $0.row.hasEnded(with: last) && !$0.row.isCancelled })
            else {
                return ""
            }
            test.expect(disk.images.map { Int($0) } == [last], "the images on disk are \(disk.images)")
            return ""
        }
    }

    /// Checks the order of two transfers, where the first one begins after some moments.
    func expect(_ first: String, before second: String, after moments: Moment...) {
        network.willLoad = { [unowned self] path, earlier in
            if path != second || earlier.contains(first) { return }
            let isLate = moments.allSatisfy { $0.time.map { $0 < test.beginning } ?? false }
            test.expect(!isLate, "\(second) begins before \(first)")
        }
    }

    /// Checks that the events of each fetch are in order, and that none follows its end.
    func expectEventsInOrder() {
        guard let loader else { return }
        let fetches = test.held(nil as [[ImageEvent.Kind]]?)
        let subscription = loader.events.sink { event in
            var sent = fetches.value ?? []
            if sent.last?.last?.isEnd != false { sent.append([]) }
            sent[sent.count - 1].append(event.kind)
            fetches.value = sent
        }
        test.observe { [self] in
            for events in fetches.value ?? [] {
                // One that begins later finds the image in memory, or is cancelled at once.
                let steps = events.compactMap(\.step)
                test.expect(zip(steps, steps.dropFirst()).allSatisfy { $0 < $1 }, "not in order: \(events)")
                if !mayWait {
                    test.expect(events.last?.isEnd == true, "events after the last end: \(events)")
                }
            }
            return ""
        }
        test.finally { subscription.cancel() }
    }

    /// Checks when a fetch is needed that waits.
    func expectNeed(of path: String, _ priority: LiveImagePriority) {
        test.observe { [self] in
            guard let pipeline = loader?.pipeline else { return "" }
            let need = pipeline.change { table in
                table.entries.first { ($0?.fetch as? ImageFetch)?.request.url.path() == path }??
                    .needs.highest
            }
            test.expect(need == priority.value, "needed \(need as Any), not \(priority.value)")
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

extension ImageEvent.Kind {
    /// Whether no event of the fetch follows.
    fileprivate var isEnd: Bool {
        switch self {
        case .hit(.memory), .loaded, .prefetched, .failed, .cancelled: true
        default: false
        }
    }

    /// Its place among the events of a fetch without retries, validations and variants; `nil` if it is that
    /// of another observer.
    fileprivate var step: Int? {
        switch self {
        case .hit(.disk), .queued: 1
        case .started: 2
        case .downloaded: 3
        case .decoded: 4
        case .joined: nil
        default: isEnd ? 5 : 0
        }
    }
}

/// When something had been done.
final class Moment {
    private unowned let test: Scenario
    private(set) var time: Int?

    init(_ test: Scenario) {
        self.test = test
    }

    func note() { time = test.time }
}

/// Runs work on two threads in turn.
private final class Alternating: Scheduler, @unchecked Sendable {
    // Sendable: threads run one at a time.

    private let schedulers: [ThreadScheduler]
    private var count = 0

    init(_ schedulers: ThreadScheduler...) {
        self.schedulers = schedulers
    }

    var now: Duration { .zero }

    private var next: ThreadScheduler {
        count += 1
        return schedulers[count % schedulers.count]
    }

    func schedule(_ action: @escaping @Sendable () -> Void) { next.schedule(action) }

    func schedule(in delay: Duration, _ action: @escaping @Sendable () -> Void) -> any Cancellable {
        next.schedule(in: delay, action)
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

    private let scheduler: any Scheduler
    private let answers: Images.Answer
    private let image: UInt8
    private var failures: Int
    private var transfers: [Transfer] = []
    private var paths: [String] = []
    /// Called before each transfer, with its path and those before.
    var willLoad: (String, [String]) -> Void = { _, _ in }

    init(_ scheduler: any Scheduler, answers: Images.Answer, failures: Int, image: UInt8) {
        self.scheduler = scheduler
        self.answers = answers
        self.failures = failures
        self.image = image
    }

    var count: Int { paths.count }

    var runningCount: Int { transfers.count { $0.receiver.withLock { $0 != nil } } }

    func load(_ request: URLRequest, receive: @escaping @Sendable (DataEvent) -> Void) -> any Cancellable {
        let transfer = Transfer(receive)
        let path = request.url?.path() ?? ""
        willLoad(path, paths)
        paths.append(path)
        transfers.append(transfer)
        if answers == .nothing, failures == 0 { return transfer }
        let isGone = answers == .gone && request.value(forHTTPHeaderField: "If-None-Match") != nil
        scheduler.schedule { [self] in
            if isGone || failures > 0 {
                if !isGone { failures -= 1 }
                let reason = LoadingError.Reason.status(isGone ? 410 : 503, retryAfter: nil)
                transfer.end(
                    .failed(LoadingError(url: request.url ?? URL(filePath: "/"), reason: reason)))
            } else {
                let confirms = answers == .confirmation
                transfer.send(.response(.image(at: request.url, status: confirms ? 304 : 200)))
                if !confirms { transfer.send(.bytes(Data([image]))) }
                transfer.end(.finished)
            }
            transfers.removeAll { $0 === transfer }
        }
        return transfer
    }
}

extension URLResponse {
    fileprivate static func image(at url: URL?, status: Int) -> URLResponse {
        let url = url ?? URL(filePath: "/")
        return HTTPURLResponse(url: url, statusCode: status, httpVersion: "HTTP/1.1", headerFields: [:])
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

    init(of urls: [URL], image: UInt8) {
        let response = StoredResponse(receivedAt: Date(timeIntervalSince1970: 1000))
        let entry = CacheEntry(data: Data([image]), metadata: response.metadata)
        let keys = urls.map { ImageRequest(url: $0).key.resource.storageKey() }
        content = Content(Dictionary(uniqueKeysWithValues: keys.map { ($0, entry) }))
    }

    var images: [UInt8] { content.entries.withLock { $0.values.compactMap(\.data.first) } }

    func entry(for key: String) -> CacheEntry? { content.entries.withLock { $0[key] } }

    func store(_ entry: CacheEntry, for key: String) { content.entries.withLock { $0[key] = entry } }

    func remove(_ key: String) { content.entries.withLock { $0[key] = nil } }
}

/// Returns the freshness that the program has chosen for all stored bytes.
private struct Policy: CachePolicy {
    let value: Freshness

    func freshness(of response: StoredResponse, for request: ImageRequest, at now: Date) -> Freshness {
        value
    }

    func conditions(validating response: StoredResponse, for request: ImageRequest) -> [String: String] {
        ["If-None-Match": "a"]
    }
}

/// A row that observes an image.
final class Row: Subscriber, @unchecked Sendable {
    // Sendable: threads run one at a time.

    typealias Input = ImageState<Int>
    typealias Failure = Never

    private unowned let test: Scenario
    private let results: Set<Int>
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
    private(set) var isCancelled = false
    private var wasCancelled: Int?
    /// How many signals began when the cancellation had returned.
    private var late = 0

    init(
        _ test: Scenario, _ results: Set<Int>, mayFail: Bool, mayWait: Bool,
        observe: @escaping (Row) -> Void
    ) {
        self.test = test
        self.results = results
        self.mayFail = mayFail
        body = observe
        test.observe { [self] in
            if isObserving, !isCancelled, !mayWait {
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
        // The stored image is in memory while it is validated.
        case .loaded(_, from: .memory): true
        case .loaded(let image, _): results.contains(image)
        case .failed: mayFail
        case .idle, .loading: false
        case nil: true
        }
    }

    /// Whether the last state has an image.
    func hasEnded(with image: Int) -> Bool {
        if hasEnded, case .loaded(image, from: .network) = last { true } else { false }
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
        switch state {
        case .failed: test.expect(mayFail, "\(state)")
        case .loading(let progress, _):
            if case .loaded = last { test.fail("\(state) after \(text)") }
            let before = last?.progress?.received ?? 0
            test.expect(progress.received >= before, "\(state) after \(text)")
        case .idle, .loaded: break
        }
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

    var use: ImageUse { .disk }

    func follow(from progress: ImageProgress, hold: any Cancellable) { row.keep(hold) }

    func advance(to progress: ImageProgress) {}

    func preview(_ preview: AnyImageState, number: Int) {}

    func show(_ state: AnyImageState, number: Int) {}

    func finish(with state: AnyImageState?) { row.receive(completion: .finished) }
}
