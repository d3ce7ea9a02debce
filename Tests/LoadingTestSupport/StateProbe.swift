import FluxImages
import Streams

/// A subscriber with scripted demand that records its signals.
package final class StateProbe: Subscriber, Cancellable {
    package typealias Input = ImageState<Picture>
    package typealias Failure = Never

    private struct Log: Sendable {
        var subscription: (any Subscription)?
        var lines: [String] = []
        var states: [ImageState<Picture>] = []
    }

    private let log = Locked(Log())
    private let initialDemand: Subscribers.Demand
    private let onState: @Sendable (StateProbe, ImageState<Picture>) -> Void

    package init(
        _ publisher: ExtraPublishers.ImageStates<Picture>, demand: Subscribers.Demand = .unlimited,
        onState: @escaping @Sendable (StateProbe, ImageState<Picture>) -> Void = { _, _ in }
    ) {
        initialDemand = demand
        self.onState = onState
        publisher.subscribe(self)
    }

    /// The received signals in short: `loading 1/3`, `loaded a from network`, `failed`, `finished`.
    package var lines: [String] { log.withLock { $0.lines } }

    package var states: [ImageState<Picture>] { log.withLock { $0.states } }

    package func request(_ count: Int) {
        let subscription = log.withLock { $0.subscription }
        subscription?.request(.max(count))
    }

    package func cancel() {
        let subscription = log.withLock { $0.subscription }
        subscription?.cancel()
    }

    package func receive(subscription: any Subscription) {
        log.withLock { $0.subscription = subscription }
        subscription.request(initialDemand)
    }

    package func receive(_ input: ImageState<Picture>) -> Subscribers.Demand {
        log.withLock { log in
            log.lines.append(input.line)
            log.states.append(input)
        }
        onState(self, input)
        return .none
    }

    package func receive(completion: Subscribers.Completion<Never>) {
        log.withLock { $0.lines.append("finished") }
    }
}

extension ImageState<Picture> {
    package var line: String {
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
    package convenience init(
        _ publisher: ExtraPublishers.ImageStates<Picture>, thenFinish text: String,
        from source: ScriptedDataLoader
    ) {
        self.init(publisher)
        source.loads.last?.finish(text)
    }
}
