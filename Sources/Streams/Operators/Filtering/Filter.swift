extension Publishers {
    /// Passes on the values that satisfy a condition. See ``Publisher/filter(_:)``.
    public struct Filter<Upstream: Publisher>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream

        /// Tells whether a value is passed on.
        public let isIncluded: @Sendable (Output) -> Bool

        /// Creates a publisher that passes on the values that satisfy a condition.
        ///
        /// - Parameters:
        ///   - upstream: The upstream publisher.
        ///   - isIncluded: Tells whether a value is passed on.
        @inlinable
        public init(upstream: Upstream, isIncluded: @escaping @Sendable (Output) -> Bool) {
            self.upstream = upstream
            self.isIncluded = isIncluded
        }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.receive(subscriber: Inner(downstream: subscriber, isIncluded: isIncluded))
        }

        @usableFromInline
        struct Inner<Downstream: Subscriber>: Relay {
            @usableFromInline typealias Failure = Downstream.Failure
            @usableFromInline let downstream: Downstream
            @usableFromInline let isIncluded: @Sendable (Downstream.Input) -> Bool

            @inlinable
            init(downstream: Downstream, isIncluded: @escaping @Sendable (Downstream.Input) -> Bool) {
                self.downstream = downstream
                self.isIncluded = isIncluded
            }

            @inlinable
            func receive(_ input: Downstream.Input) -> Subscribers.Demand {
                isIncluded(input) ? downstream.receive(input) : .max(1)
            }
        }
    }
}

extension Publisher {
    /// Passes on the values that satisfy a condition.
    ///
    /// ```
    /// self    1--2--3--4--|
    /// filter  ---2-----4--|      { $0.isMultiple(of: 2) }
    /// ```
    ///
    /// - Parameter isIncluded: Tells whether a value is passed on. One that is not is replaced upstream by one
    ///   more request, so that `n` values asked for stay `n`.
    @inlinable
    public func filter(_ isIncluded: @escaping @Sendable (Output) -> Bool) -> Publishers.Filter<Self> {
        Publishers.Filter(upstream: self, isIncluded: isIncluded)
    }
}
