import Synchronization

extension Publishers {
    /// Drops values until another publisher sends one. See ``Publisher/drop(untilOutputFrom:)``.
    public struct DropUntilOutput<Upstream: Publisher, Other: Publisher>: Publisher
    where Upstream.Failure == Other.Failure {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream

        /// The publisher whose first value ends the dropping.
        public let other: Other

        /// Creates a publisher that drops values until another publisher sends one.
        ///
        /// - Parameters:
        ///   - upstream: The upstream publisher.
        ///   - other: The publisher whose first value ends the dropping.
        @export(implementation)
        public init(upstream: Upstream, other: Other) {
            self.upstream = upstream
            self.other = other
        }

        @export(implementation) @inline(__always)
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let inner = Inner(downstream: subscriber)
            inner.begin()
            other.receive(subscriber: Trigger(inner: inner))
            if !inner.link.isStopped { upstream.receive(subscriber: inner) }
        }

        /// Publishes values once the other publisher has sent one.
        ///
        /// No drain is needed: the other publisher can end the stream only before the first value is
        /// published.
        @usableFromInline
        final class Inner<Downstream: Subscriber>: Subscriber {
            @usableFromInline let upstream = SubscriptionLink()
            @usableFromInline let other = SubscriptionLink()
            /// The subscription of downstream.
            @usableFromInline let link = SubscriptionLink()
            @usableFromInline let isOpen = Atomic<Bool>(false)
            @usableFromInline let downstream: Downstream

            @export(implementation)
            init(downstream: Downstream) {
                self.downstream = downstream
            }

            @export(implementation)
            func begin() {
                let (upstream, other) = (upstream, other)
                link.attach(
                    as: "DropUntilOutput",
                    request: { upstream.request($0) },
                    cancel: {
                        upstream.cancel()
                        other.cancel()
                    })
                downstream.receive(subscription: link)
            }

            @export(implementation) var flowControl: Subscribers.FlowControl? { downstream.flowControl }

            @export(implementation)
            func receive(subscription: any Subscription) {
                upstream.attach(subscription)
            }

            @export(implementation)
            func receive(_ input: Downstream.Input) -> Subscribers.Demand {
                if link.isStopped || upstream.isStopped { return .none }
                return isOpen.load(ordering: .acquiring) ? downstream.receive(input) : .max(1)
            }

            @export(implementation)
            func receive(completion: Subscribers.Completion<Downstream.Failure>) {
                guard upstream.finish() else { return }
                other.cancel()
                if link.finish() { downstream.receive(completion: completion) }
            }
        }

        @usableFromInline
        struct Trigger<Downstream: Subscriber>: Subscriber where Downstream.Failure == Other.Failure {
            @usableFromInline let inner: Inner<Downstream>

            @export(implementation)
            init(inner: Inner<Downstream>) {
                self.inner = inner
            }

            @export(implementation)
            func receive(subscription: any Subscription) {
                if inner.other.attach(subscription) { subscription.request(.max(1)) }
            }

            @export(implementation)
            func receive(_ input: Other.Output) -> Subscribers.Demand {
                if inner.other.isStopped { return .none }
                inner.isOpen.store(true, ordering: .releasing)
                inner.other.cancel()
                return .none
            }

            @export(implementation)
            func receive(completion: Subscribers.Completion<Downstream.Failure>) {
                guard inner.other.finish() else { return }
                inner.upstream.cancel()
                if inner.link.finish() { inner.downstream.receive(completion: completion) }
            }
        }
    }
}

extension Publishers.DropUntilOutput: Equatable where Upstream: Equatable, Other: Equatable {}

extension Publisher {
    /// Drops values until another publisher sends one.
    ///
    /// ```
    /// self                   1--2--3--4--|
    /// other                  -------x
    /// drop(untilOutputFrom)  ---------4--|
    /// ```
    ///
    /// Subscribes to the other publisher first and requests one value from it. If it completes without a
    /// value, the stream completes in the same way. Each dropped value requests one more from upstream.
    ///
    /// - Parameter publisher: The publisher whose first value ends the dropping.
    @export(implementation)
    public func drop<P: Publisher>(untilOutputFrom publisher: P) -> Publishers.DropUntilOutput<Self, P>
    where P.Failure == Failure {
        Publishers.DropUntilOutput(upstream: self, other: publisher)
    }
}
