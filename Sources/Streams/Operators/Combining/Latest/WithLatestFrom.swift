extension ExtraPublishers {
    /// Combines each value with the latest one of another publisher. See ``Publisher/withLatestFrom(_:_:)``.
    public struct WithLatestFrom<Upstream: Publisher, Other: Publisher, Output: Sendable>: Publisher
    where Upstream.Failure == Other.Failure {
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream

        /// The publisher of the latest values.
        public let other: Other

        /// Converts a value and the latest one of the other publisher.
        public let transform: @Sendable (Upstream.Output, Other.Output) -> Output

        /// Creates a publisher that combines each value with the latest one of another publisher.
        ///
        /// - Parameters:
        ///   - upstream: The upstream publisher.
        ///   - other: The publisher of the latest values.
        ///   - transform: Converts a value and the latest one of the other publisher.
        @export(implementation)
        public init(
            upstream: Upstream, other: Other,
            transform: @escaping @Sendable (Upstream.Output, Other.Output) -> Output
        ) {
            self.upstream = upstream
            self.other = other
            self.transform = transform
        }

        @export(implementation) @inline(__always)
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
    /// Combines each value of this publisher with the latest one of another.
    ///
    /// ```
    /// self            ---1--2-----3--|
    /// other           -----a---b-----
    /// withLatestFrom  ------2a----3b-|
    /// ```
    ///
    /// Values that arrive before the first one of the other publisher are dropped. The stream completes when
    /// this publisher does, and cancels the other. A failure of the other fails the stream; its finish has no
    /// effect.
    ///
    /// Requests downstream's demand from this publisher, and unlimited demand from the other.
    ///
    /// - Parameters:
    ///   - other: The other publisher, subscribed to before this one.
    ///   - transform: Converts a value and the latest one of the other publisher.
    @export(implementation)
    @_disfavoredOverload
    public func withLatestFrom<P: Publisher, T: Sendable>(
        _ other: P, _ transform: @escaping @Sendable (Output, P.Output) -> T
    ) -> ExtraPublishers.WithLatestFrom<Self, P, T> where P.Failure == Failure {
        ExtraPublishers.WithLatestFrom(upstream: self, other: other, transform: transform)
    }

    /// Publishes the latest value of another publisher each time this one sends a value.
    ///
    /// - Parameter other: The other publisher. See ``withLatestFrom(_:_:)``.
    @export(implementation)
    @_disfavoredOverload
    public func withLatestFrom<P: Publisher>(
        _ other: P
    ) -> ExtraPublishers.WithLatestFrom<Self, P, P.Output> where P.Failure == Failure {
        withLatestFrom(other) { $1 }
    }
}
