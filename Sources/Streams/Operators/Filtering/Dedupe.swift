extension ExtraPublishers {
    /// Drops values that have the identity of an earlier one. See ``Publisher/dedupe(by:)``.
    public struct Dedupe<Upstream: Publisher, Identity: Hashable>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream

        /// Returns the identity of a value.
        public let identity: @Sendable (Output) -> Identity

        /// Creates a publisher that drops values that have the identity of an earlier one.
        ///
        /// - Parameters:
        ///   - upstream: The upstream publisher.
        ///   - identity: Returns the identity of a value.
        @export(implementation)
        public init(upstream: Upstream, identity: @escaping @Sendable (Output) -> Identity) {
            self.upstream = upstream
            self.identity = identity
        }

        @export(implementation) @inline(__always)
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.receive(subscriber: Inner(downstream: subscriber, identity: identity))
        }

        @usableFromInline
        final class Inner<Downstream: Subscriber>: Relay, @unchecked Sendable {
            // Sendable: `seen` is touched in `receive(_:)` only, which is called serially.
            @usableFromInline typealias Failure = Downstream.Failure
            @usableFromInline let downstream: Downstream
            @usableFromInline let identity: @Sendable (Downstream.Input) -> Identity
            @usableFromInline @exclusivity(unchecked) var seen: Set<Identity> = []

            @export(implementation)
            init(downstream: Downstream, identity: @escaping @Sendable (Downstream.Input) -> Identity) {
                self.downstream = downstream
                self.identity = identity
            }

            @export(implementation)
            func receive(_ input: Downstream.Input) -> Subscribers.Demand {
                seen.insert(identity(input)).inserted ? downstream.receive(input) : .max(1)
            }
        }
    }
}

extension Publisher {
    /// Publishes the first value of each identity and drops later ones. Not in Combine.
    ///
    /// ```
    /// self    1--2--1--3--2--|
    /// dedupe  1--2-----3-----|
    /// ```
    ///
    /// - Parameter identity: Returns the identity of a value. All identities are kept in memory until the
    ///   stream ends.
    /// - Complexity: O(1) on average for each value.
    @export(implementation)
    @_disfavoredOverload
    public func dedupe<Identity: Hashable>(
        by identity: @escaping @Sendable (Output) -> Identity
    ) -> ExtraPublishers.Dedupe<Self, Identity> {
        ExtraPublishers.Dedupe(upstream: self, identity: identity)
    }
}
