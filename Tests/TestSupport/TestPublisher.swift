import Streams

/// An upstream that the test controls, and that may break the rules. Records requests and cancellations.
///
/// `send` ignores demand, an earlier completion and a cancellation. A subscription retains its publisher, and
/// the publisher its subscriber, until the completion or the cancellation, as with a subject.
package final class TestPublisher<Output: Sendable, Failure: Error>: Publisher {
    private struct State: Sendable {
        var attach: (@Sendable (any Subscription) -> Void)?
        var value: (@Sendable (Output) -> Subscribers.Demand)?
        var completion: (@Sendable (Subscribers.Completion<Failure>) -> Void)?
        var subscriptions: [TestSubscription] = []
    }

    private let state = Locked(State())
    private let staysAttached: Bool
    private let onRequest: @Sendable (TestPublisher, Subscribers.Demand) -> Void

    /// Makes an upstream.
    ///
    /// - Parameters:
    ///   - staysAttached: Whether signals are still sent after a completion or a cancellation.
    ///   - onRequest: Called with each request.
    package init(
        staysAttached: Bool = false,
        onRequest: @escaping @Sendable (TestPublisher, Subscribers.Demand) -> Void = { _, _ in }
    ) {
        self.staysAttached = staysAttached
        self.onRequest = onRequest
    }

    package func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        state.withLock { state in
            state.attach = { subscriber.receive(subscription: $0) }
            state.value = { subscriber.receive($0) }
            state.completion = { subscriber.receive(completion: $0) }
        }
        sendSubscription()
    }

    /// Sends a subscription to the subscriber; a second call sends a second one.
    @discardableResult
    package func sendSubscription() -> TestSubscription {
        let subscription = TestSubscription(
            onRequest: { [onRequest] in onRequest(self, $0) }, onCancel: { self.detach() })
        let attach = state.withLock { state in
            state.subscriptions.append(subscription)
            return state.attach
        }
        attach?(subscription)
        return subscription
    }

    /// Sends a value, with or without demand.
    ///
    /// - Returns: The additional demand returned by the subscriber.
    @discardableResult
    package func send(_ value: Output) -> Subscribers.Demand {
        state.withLock { $0.value }?(value) ?? .none
    }

    package func send(completion: Subscribers.Completion<Failure>) {
        let send = state.withLock { $0.completion }
        for subscription in subscriptions { subscription.end() }
        detach()
        send?(completion)
    }

    private func detach() {
        if staysAttached { return }
        let old: State = state.withLock { state in
            let old = state
            state.attach = nil
            state.value = nil
            state.completion = nil
            return old
        }
        _ = old
    }
}

extension TestPublisher {
    package var subscriptions: [TestSubscription] { state.withLock { $0.subscriptions } }

    /// All requests, in order.
    package var requests: [Subscribers.Demand] { subscriptions.flatMap(\.requests) }

    /// The sum of all requests.
    package var demand: Subscribers.Demand { requests.reduce(.none, +) }

    package var isSubscribed: Bool { !subscriptions.isEmpty }
    package var isCancelled: Bool { subscriptions.contains(where: \.isCancelled) }
}

/// The subscription of a ``TestPublisher``.
package final class TestSubscription: Subscription {
    private typealias Handlers = (
        request: @Sendable (Subscribers.Demand) -> Void, cancel: @Sendable () -> Void
    )

    private struct State: Sendable {
        var requests: [Subscribers.Demand] = []
        var cancelCount = 0
        var handlers: Handlers?
    }

    private let state: Locked<State>

    package init(
        onRequest: @escaping @Sendable (Subscribers.Demand) -> Void = { _ in },
        onCancel: @escaping @Sendable () -> Void = {}
    ) {
        state = Locked(State(handlers: (onRequest, onCancel)))
    }

    package var requests: [Subscribers.Demand] { state.withLock { $0.requests } }
    package var cancelCount: Int { state.withLock { $0.cancelCount } }
    package var isCancelled: Bool { cancelCount > 0 }

    package func request(_ demand: Subscribers.Demand) {
        let handlers = state.withLock { state in
            state.requests.append(demand)
            return state.handlers
        }
        handlers?.request(demand)
    }

    package func cancel() {
        state.withLock { $0.cancelCount += 1 }
        end()?.cancel()
    }

    /// Releases the publisher.
    @discardableResult
    package func end() -> (request: @Sendable (Subscribers.Demand) -> Void, cancel: @Sendable () -> Void)? {
        state.withLock { state in
            let handlers = state.handlers
            state.handlers = nil
            return handlers
        }
    }
}
