extension Publishers {
    /// Drops values that are the same as the last published one. See ``Publisher/removeDuplicates(by:)``.
    public struct RemoveDuplicates<Upstream: Publisher>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream

        /// Returns whether two values are the same.
        public let predicate: @Sendable (Output, Output) -> Bool

        /// Creates a publisher that drops values that are the same as the last published one.
        ///
        /// - Parameters:
        ///   - upstream: The upstream publisher.
        ///   - predicate: Returns whether two values are the same.
        @export(implementation)
        public init(upstream: Upstream, predicate: @escaping @Sendable (Output, Output) -> Bool) {
            self.upstream = upstream
            self.predicate = predicate
        }

        @export(implementation) @inline(__always)
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.receive(subscriber: Inner(downstream: subscriber, predicate: predicate))
        }

        @export(implementation) @inline(__always)
        public func _attach<S: Subscriber>(
            _ makeSubscriber: (Unmanaged<AnyObject>) -> S
        ) -> AnyCancellable? where S.Input == Output, S.Failure == Failure {
            upstream._attach { conduit in
                Inner(downstream: makeSubscriber(conduit), predicate: predicate)
            }
        }

        @usableFromInline
        final class Inner<Downstream: Subscriber>: Relay, @unchecked Sendable {
            // Sendable: `last` is touched in `receive(_:)` only, which is called serially.
            @usableFromInline typealias Failure = Downstream.Failure
            @usableFromInline let downstream: Downstream
            @usableFromInline let predicate: @Sendable (Downstream.Input, Downstream.Input) -> Bool
            @usableFromInline @exclusivity(unchecked) var last: Downstream.Input?

            @export(implementation)
            init(
                downstream: Downstream,
                predicate: @escaping @Sendable (Downstream.Input, Downstream.Input) -> Bool
            ) {
                self.downstream = downstream
                self.predicate = predicate
            }

            @export(implementation)
            func receive(_ input: Downstream.Input) -> Subscribers.Demand {
                if let last, predicate(last, input) { return .max(1) }
                last = input
                return downstream.receive(input)
            }
        }
    }
}

extension Publisher {
    /// Drops values that are the same as the last published one.
    ///
    /// ```
    /// self              1--1--2--1--|
    /// removeDuplicates  1-----2--1--|
    /// ```
    ///
    /// - Parameter predicate: Returns whether two values are the same.
    @export(implementation)
    public func removeDuplicates(
        by predicate: @escaping @Sendable (Output, Output) -> Bool
    ) -> Publishers.RemoveDuplicates<Self> {
        Publishers.RemoveDuplicates(upstream: self, predicate: predicate)
    }
}

extension Publisher where Output: Equatable {
    /// Drops values that equal the last published one.
    @export(implementation)
    public func removeDuplicates() -> Publishers.RemoveDuplicates<Self> {
        removeDuplicates(by: ==)
    }
}
