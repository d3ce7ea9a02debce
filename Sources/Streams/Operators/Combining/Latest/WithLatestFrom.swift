extension Publishers {
    /// Joins each value with the latest of another publisher. See ``Publisher/withLatestFrom(_:_:)``.
    public struct WithLatestFrom<Upstream: Publisher, Other: Publisher, Output: Sendable>: Publisher
    where Upstream.Failure == Other.Failure {
        public typealias Failure = Upstream.Failure

        /// Whose values are sent on.
        public let upstream: Upstream

        /// Whose latest value is taken.
        public let other: Other

        /// Converts a value and the latest of the other publisher.
        public let transform: @Sendable (Upstream.Output, Other.Output) -> Output

        /// Creates a publisher that joins each value with the latest of another publisher.
        ///
        /// - Parameters:
        ///   - upstream: Whose values are sent on.
        ///   - other: Whose latest value is taken.
        ///   - transform: Converts a value and the latest of the other publisher.
        @inlinable
        public init(
            upstream: Upstream, other: Other,
            transform: @escaping @Sendable (Upstream.Output, Other.Output) -> Output
        ) {
            self.upstream = upstream
            self.other = other
            self.transform = transform
        }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            typealias Core = Sampling<Other.Output, S>
            let sampling = Core(downstream: subscriber)
            sampling.begin()
            if !sampling.link.isStopped { other.receive(subscriber: Core.OtherInlet(sampling: sampling)) }
            if sampling.link.isStopped { return }
            upstream.receive(subscriber: Core.SourceInlet(sampling: sampling, transform: transform))
        }
    }
}

extension Publisher {
    /// Joins each value of this publisher with the latest of another.
    ///
    /// ```
    /// self            ---1--2-----3--|
    /// other           -----a---b-----
    /// withLatestFrom  ------2a----3b-|
    /// ```
    ///
    /// Values that come before the other has sent one are dropped. The stream ends when this publisher does, which
    /// cancels the other; the other's finish does not end it, its failure does.
    ///
    /// Downstream's demand is passed on to this publisher; the other is asked for an unlimited number of values.
    ///
    /// - Parameters:
    ///   - other: Whose latest value is taken; subscribed before this one.
    ///   - transform: Converts a value and the latest of the other publisher.
    @inlinable
    public func withLatestFrom<P: Publisher, T: Sendable>(
        _ other: P, _ transform: @escaping @Sendable (Output, P.Output) -> T
    ) -> Publishers.WithLatestFrom<Self, P, T> where P.Failure == Failure {
        Publishers.WithLatestFrom(upstream: self, other: other, transform: transform)
    }

    /// Sends the latest value of another publisher each time this one sends a value.
    ///
    /// - Parameter other: Whose latest value is sent. See ``withLatestFrom(_:_:)``.
    @inlinable
    public func withLatestFrom<P: Publisher>(
        _ other: P
    ) -> Publishers.WithLatestFrom<Self, P, P.Output> where P.Failure == Failure {
        withLatestFrom(other) { $1 }
    }
}
