extension Publishers {
    /// Publishes the first value that satisfies a condition. See ``Publisher/first(where:)``.
    public struct FirstWhere<Upstream: Publisher, Failure: Error>: Publisher {
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
                subscriber: ReduceProducer(Match(.first, predicate), for: subscriber, convert: convert))
        }

        @export(implementation)
        public func _immediateResult(for receiver: _ResultReceiver) -> Result<Output?, Failure>? {
            knownResult(Match(.first, predicate), of: upstream, for: receiver, convert: convert)
        }
    }

    /// Combine's name for ``FirstWhere`` with a closure that throws.
    public typealias TryFirstWhere = FirstWhere
}

extension Publishers.FirstWhere where Failure == Upstream.Failure {
    /// Creates a publisher that publishes the first value that satisfies a condition.
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
    /// Publishes the first value that satisfies a condition, then finishes.
    ///
    /// ```
    /// self          1--2--3--4--|
    /// first(where)  ------(3|)        { $0 > 2 }
    /// ```
    ///
    /// Requests unlimited demand from upstream, and cancels it as soon as the result is known. The result is
    /// sent once there is demand. A stream without such a value finishes without one.
    ///
    /// - Parameter predicate: Returns whether a value satisfies the condition; called serially on the
    ///   delivering thread.
    @export(implementation)
    public func first(
        where predicate: @escaping @Sendable (Output) -> Bool
    ) -> Publishers.FirstWhere<Self, Failure> {
        .init(upstream: self, predicate: predicate)
    }

    /// Publishes the first value that satisfies a condition, with a closure that may throw.
    ///
    /// An error that the closure throws cancels upstream and fails the stream. Typed throws are kept, as in
    /// `tryMap(_:)`. Apart from that it is the same as ``first(where:)``.
    ///
    /// - Parameter predicate: Returns whether a value satisfies the condition, or throws; called serially on
    ///   the delivering thread.
    @export(implementation)
    public func tryFirst(
        where predicate: @escaping @Sendable (Output) throws -> Bool
    ) -> Publishers.TryFirstWhere<Self, any Error> {
        .init(upstream: self, predicate: predicate, convert: { $0 })
    }

    /// Publishes the first value that satisfies a condition, where upstream fails with the type that is
    /// thrown.
    @export(implementation)
    public func tryFirst(
        where predicate: @escaping @Sendable (Output) throws(Failure) -> Bool
    ) -> Publishers.TryFirstWhere<Self, Failure> {
        .init(upstream: self, predicate: predicate, convert: { $0 })
    }
}

extension Publisher where Failure == Never {
    /// Publishes the first value that satisfies a condition, where upstream cannot fail.
    @export(implementation)
    public func tryFirst<E: Error>(
        where predicate: @escaping @Sendable (Output) throws(E) -> Bool
    ) -> Publishers.TryFirstWhere<Self, E> {
        .init(upstream: self, predicate: predicate, convert: absurd)
    }
}
