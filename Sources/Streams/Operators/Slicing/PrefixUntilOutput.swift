extension Publishers {
    /// Publishes values until another publisher sends one. See ``Publisher/prefix(untilOutputFrom:)``.
    public struct PrefixUntilOutput<Upstream: Publisher, Other: Publisher>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream

        /// The publisher whose first value ends the stream.
        public let other: Other

        /// Creates a publisher that publishes values until another publisher sends one.
        ///
        /// - Parameters:
        ///   - upstream: The upstream publisher.
        ///   - other: The publisher whose first value ends the stream.
        @export(implementation)
        public init(upstream: Upstream, other: Other) {
            self.upstream = upstream
            self.other = other
        }

        @export(implementation) @inline(__always)
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let stream = UntilRelay(downstream: subscriber)
            stream.begin()
            other.receive(subscriber: Trigger(stream: stream))
            if !stream.upstream.isStopped { upstream.receive(subscriber: stream) }
        }

        @usableFromInline
        struct Trigger<Downstream: Subscriber>: Subscriber {
            @usableFromInline let stream: UntilRelay<Downstream>

            @export(implementation)
            init(stream: UntilRelay<Downstream>) {
                self.stream = stream
            }

            @export(implementation)
            func receive(subscription: any Subscription) {
                if stream.interrupter.attach(subscription) { subscription.request(.max(1)) }
            }

            @export(implementation)
            func receive(_ input: Other.Output) -> Subscribers.Demand {
                if !stream.interrupter.isStopped { stream.interrupt(.finished) }
                return .none
            }

            @export(implementation)
            func receive(completion: Subscribers.Completion<Other.Failure>) {
                _ = stream.interrupter.finish()
            }
        }
    }
}

extension Publishers.PrefixUntilOutput: Equatable where Upstream: Equatable, Other: Equatable {}

extension Publisher {
    /// Publishes values until another publisher sends one, then finishes.
    ///
    /// ```
    /// self                     1--2--3--4--|
    /// other                    -------x
    /// prefix(untilOutputFrom)  1--2--3|
    /// ```
    ///
    /// Subscribes to the other publisher first and requests one value from it; its completion, even a
    /// failure, has no effect. If it sends a value at once, there is no subscription to this publisher. The
    /// two may send from different threads.
    ///
    /// - Parameter publisher: The publisher whose first value ends the stream.
    @export(implementation)
    public func prefix<P: Publisher>(
        untilOutputFrom publisher: P
    ) -> Publishers.PrefixUntilOutput<Self, P> {
        Publishers.PrefixUntilOutput(upstream: self, other: publisher)
    }
}
