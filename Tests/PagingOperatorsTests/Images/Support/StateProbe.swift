import FluxImages
import Streams

/// A subscriber with scripted demand that records its signals.
final class StateProbe: Subscriber, Cancellable {
    typealias Input = ImageState<Picture>
    typealias Failure = Never

    private struct Log: Sendable {
        var subscription: (any Subscription)?
        var lines: [String] = []
        var states: [ImageState<Picture>] = []
    }

    private let log = Locked(Log())
    private let initialDemand: Subscribers.Demand
    private let onState: @Sendable (StateProbe, ImageState<Picture>) -> Void

    init(
        _ publisher: ExtraPublishers.ImageStates<Picture>, demand: Subscribers.Demand = .unlimited,
        onState: @escaping @Sendable (StateProbe, ImageState<Picture>) -> Void = { _, _ in }
    ) {
        initialDemand = demand
        self.onState = onState
        publisher.subscribe(self)
    }

    /// The received signals in short: `loading 1/3`, `loaded a from network`, `failed`, `finished`.
    var lines: [String] { log.withLock { $0.lines } }

    var states: [ImageState<Picture>] { log.withLock { $0.states } }

    func request(_ count: Int) {
        let subscription = log.withLock { $0.subscription }
        subscription?.request(.max(count))
    }

    func cancel() {
        let subscription = log.withLock { $0.subscription }
        subscription?.cancel()
    }

    func receive(subscription: any Subscription) {
        log.withLock { $0.subscription = subscription }
        subscription.request(initialDemand)
    }

    func receive(_ input: ImageState<Picture>) -> Subscribers.Demand {
        log.withLock { log in
            log.lines.append(input.line)
            log.states.append(input)
        }
        onState(self, input)
        return .none
    }

    func receive(completion: Subscribers.Completion<Never>) {
        log.withLock { $0.lines.append("finished") }
    }
}

extension ImageState<Picture> {
    var line: String {
        switch self {
        case .idle: "idle"
        case .loading(let progress, _):
            "loading \(progress.received)/\(progress.expected.map(String.init) ?? "?")"
        case .loaded(let picture, let origin): "loaded \(picture) from \(origin)"
        case .failed: "failed"
        }
    }
}

extension StateProbe {
    /// Subscribes, and answers the latest load.
    @discardableResult
    convenience init(
        _ publisher: ExtraPublishers.ImageStates<Picture>, thenFinish text: String, from source: ScriptedDataLoader
    ) {
        self.init(publisher)
        source.loads.last?.finish(text)
    }
}
