extension ExtraPublishers {
    /// Publishes each value together with the previous one. See ``Publisher/pairwise()``.
    public struct Pairwise<Upstream: Publisher>: Publisher {
        public typealias Output = (Upstream.Output, Upstream.Output)
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream

        /// Creates a publisher that publishes each value together with the previous one.
        ///
        /// - Parameter upstream: The upstream publisher.
        @export(implementation)
        public init(upstream: Upstream) {
            self.upstream = upstream
        }

        @export(implementation) @inline(__always)
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.receive(subscriber: Inner(downstream: subscriber))
        }

        @usableFromInline
        final class Inner<Downstream: Subscriber>: Relay, @unchecked Sendable
        where Downstream.Input == (Upstream.Output, Upstream.Output), Downstream.Failure == Upstream.Failure {
            // Sendable: `previous` is touched in `receive(_:)` only, which is called serially.
            @usableFromInline typealias Failure = Upstream.Failure
            @usableFromInline let downstream: Downstream
            @usableFromInline @exclusivity(unchecked) var previous: Upstream.Output?

            @export(implementation)
            init(downstream: Downstream) {
                self.downstream = downstream
            }

            @export(implementation)
            func receive(_ input: Upstream.Output) -> Subscribers.Demand {
                let before = previous
                previous = input
                guard let before else { return .max(1) }
                return downstream.receive((before, input))
            }
        }
    }
}

extension ExtraPublishers.Pairwise: Equatable where Upstream: Equatable {}

extension Publisher {
    /// Publishes each value, from the second on, together with the previous one. Not in Combine.
    ///
    /// ```
    /// self      1--2------3------|
    /// pairwise  ---(1,2)--(2,3)--|
    /// ```
    ///
    /// The first value requests one more from upstream.
    @export(implementation)
    @_disfavoredOverload
    public func pairwise() -> ExtraPublishers.Pairwise<Self> {
        ExtraPublishers.Pairwise(upstream: self)
    }
}
