import Synchronization

extension Publishers {
    /// Drops the first values. See ``Publisher/dropFirst(_:)``.
    public struct Drop<Upstream: Publisher>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream

        /// The number of values to drop.
        public let count: Int

        /// Creates a publisher that drops the first values.
        ///
        /// - Parameters:
        ///   - upstream: The upstream publisher.
        ///   - count: The number of values to drop; zero or more.
        @export(implementation)
        public init(upstream: Upstream, count: Int) {
            precondition(count >= 0, "The number of values to drop cannot be negative.")
            self.upstream = upstream
            self.count = count
        }

        @export(implementation) @inline(__always)
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.receive(subscriber: Inner(downstream: subscriber, count: count))
        }

        @usableFromInline
        final class Inner<Downstream: Subscriber>: StoppingRelay, @unchecked Sendable {
            // Sendable: `remaining` is touched by signals only, which are serial.
            @usableFromInline typealias Failure = Downstream.Failure
            @usableFromInline let upstream = SubscriptionLink()
            @usableFromInline let downstream: Downstream
            @usableFromInline @exclusivity(unchecked) var remaining: Int

            @export(implementation)
            init(downstream: Downstream, count: Int) {
                self.downstream = downstream
                remaining = count
            }

            @export(implementation)
            func receive(subscription: any Subscription) {
                guard upstream.attach(subscription) else { return }
                downstream.receive(subscription: DropSubscription(upstream: upstream, surplus: remaining))
            }

            @export(implementation)
            func receive(_ input: Downstream.Input) -> Subscribers.Demand {
                if upstream.isStopped { return .none }
                if remaining == 0 { return downstream.receive(input) }
                remaining -= 1
                return .none
            }
        }
    }
}

extension Publishers.Drop: Equatable where Upstream: Equatable {}

/// Adds the number of values to drop to the first request.
@usableFromInline
final class DropSubscription: AbandonableSubscription, CustomStringConvertible {
    private let upstream: SubscriptionLink
    private let surplus: Atomic<Int>

    @usableFromInline
    init(upstream: SubscriptionLink, surplus: Int) {
        self.upstream = upstream
        self.surplus = Atomic(surplus)
    }

    // Nothing can be requested any more.
    deinit {
        abandon()
    }

    func abandon() { upstream.abandon() }

    @usableFromInline
    func request(_ demand: Subscribers.Demand) {
        if demand > .none { upstream.request(demand + surplus.exchange(0, ordering: .relaxed)) }
    }

    @usableFromInline
    func cancel() {
        upstream.cancel()
    }

    @usableFromInline
    var description: String { "Drop" }
}

extension Publisher {
    /// Drops the first values.
    ///
    /// ```
    /// self          1--2--3--4--|
    /// dropFirst(2)  ------3--4--|
    /// ```
    ///
    /// The first request includes the values to drop: `n` becomes `n + count`.
    ///
    /// - Parameter count: The number of values to drop; zero or more.
    @export(implementation)
    public func dropFirst(_ count: Int = 1) -> Publishers.Drop<Self> {
        Publishers.Drop(upstream: self, count: count)
    }
}
