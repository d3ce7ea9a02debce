extension Publishers {
    /// Publishes the last value that satisfies a condition. See ``Publisher/last(where:)``.
    public struct LastWhere<Upstream: Publisher, Failure: Error>: Publisher {
        public typealias Output = Upstream.Output

        /// The upstream publisher.
        public let upstream: Upstream

        /// Returns whether a value satisfies the condition, or throws the error that fails the stream.
        public let predicate: @Sendable (Upstream.Output) throws(Failure) -> Bool

        @usableFromInline let convert: @Sendable (Upstream.Failure) -> Failure

        @export(implementation)
        init(
            upstream: Upstream,
            predicate: @escaping @Sendable (Upstream.Output) throws(Failure) -> Bool,
            convert: @escaping @Sendable (Upstream.Failure) -> Failure
        ) {
            self.upstream = upstream
            self.predicate = predicate
            self.convert = convert
        }

        @export(implementation) @inline(__always)
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.receive(
                subscriber: ReduceProducer(Match(.last, predicate), for: subscriber, convert: convert))
        }

        @export(implementation)
        public func _immediateResult(for receiver: _ResultReceiver) -> Result<Output?, Failure>? {
            knownResult(Match(.last, predicate), of: upstream, for: receiver, convert: convert)
        }
    }

    /// Combine's name for ``LastWhere`` with a closure that throws.
    public typealias TryLastWhere = LastWhere
}

extension Publishers.LastWhere where Failure == Upstream.Failure {
    /// Creates a publisher that publishes the last value that satisfies a condition.
    ///
    /// - Parameters:
    ///   - upstream: The upstream publisher.
    ///   - predicate: Returns whether a value satisfies the condition.
    @export(implementation)
    public init(upstream: Upstream, predicate: @escaping @Sendable (Upstream.Output) -> Bool) {
        self.init(upstream: upstream, predicate: predicate, convert: { $0 })
    }
}

extension Publisher {
    /// Publishes the last value that satisfies a condition, when this stream finishes.
    ///
    /// ```
    /// self         1--2--3--4-----|
    /// last(where)  ---------------(3|)      { $0 < 4 }
    /// ```
    ///
    /// Requests unlimited demand from upstream. The result is sent once there is demand. A stream without
    /// such a value finishes without one.
    ///
    /// - Parameter predicate: Returns whether a value satisfies the condition; called serially on the
    ///   delivering thread.
    @export(implementation)
    public func last(
        where predicate: @escaping @Sendable (Output) -> Bool
    ) -> Publishers.LastWhere<Self, Failure> {
        .init(upstream: self, predicate: predicate)
    }

    /// Publishes the last value that satisfies a condition, with a closure that may throw.
    ///
    /// An error that the closure throws cancels upstream and fails the stream. Typed throws are kept, as in
    /// `tryMap(_:)`. Apart from that it is the same as ``last(where:)``.
    ///
    /// - Parameter predicate: Returns whether a value satisfies the condition, or throws; called serially on
    ///   the delivering thread.
    @export(implementation)
    public func tryLast(
        where predicate: @escaping @Sendable (Output) throws -> Bool
    ) -> Publishers.TryLastWhere<Self, any Error> {
        .init(upstream: self, predicate: predicate, convert: { $0 })
    }

    /// Publishes the last value that satisfies a condition, where upstream fails with the type that is
    /// thrown.
    @export(implementation)
    public func tryLast(
        where predicate: @escaping @Sendable (Output) throws(Failure) -> Bool
    ) -> Publishers.TryLastWhere<Self, Failure> {
        .init(upstream: self, predicate: predicate, convert: { $0 })
    }
}

extension Publisher where Failure == Never {
    /// Publishes the last value that satisfies a condition, where upstream cannot fail.
    @export(implementation)
    public func tryLast<E: Error>(
        where predicate: @escaping @Sendable (Output) throws(E) -> Bool
    ) -> Publishers.TryLastWhere<Self, E> {
        .init(upstream: self, predicate: predicate, convert: absurd)
    }
}
