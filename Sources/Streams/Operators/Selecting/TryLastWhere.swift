extension Publishers {
    /// Passes on the last value that satisfies a condition. See `tryLast(where:)`.
    public struct TryLastWhere<Upstream: Publisher, Failure: Error>: Publisher {
        public typealias Output = Upstream.Output

        /// Where the values come from.
        public let upstream: Upstream

        /// Tells whether a value may be the one that is passed on, or throws the error that ends the stream.
        public let predicate: @Sendable (Upstream.Output) throws(Failure) -> Bool

        @usableFromInline let convert: @Sendable (Upstream.Failure) -> Failure

        @inlinable
        init(
            upstream: Upstream,
            predicate: @escaping @Sendable (Upstream.Output) throws(Failure) -> Bool,
            convert: @escaping @Sendable (Upstream.Failure) -> Failure
        ) {
            self.upstream = upstream
            self.predicate = predicate
            self.convert = convert
        }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.receive(
                subscriber: ReduceProducer(
                    Match(.last, predicate), for: subscriber, convert: convert))
        }
    }
}

extension Publisher {
    /// Passes on the last value that satisfies a condition, when this stream finishes; what the closure
    /// throws cancels upstream and fails the stream.
    ///
    /// Upstream is asked for everything. The result waits for demand. A stream without such a value finishes
    /// without one.
    ///
    /// Typed throws are kept, as in `tryMap(_:)`.
    ///
    /// - Parameter predicate: Tells whether a value may be the one, or throws; called serially on the
    ///   delivering thread.
    @inlinable
    public func tryLast(
        where predicate: @escaping @Sendable (Output) throws -> Bool
    ) -> Publishers.TryLastWhere<Self, any Error> {
        Publishers.TryLastWhere(upstream: self, predicate: predicate, convert: { $0 })
    }

    /// Passes on the last value that satisfies a condition, when this stream finishes, where upstream fails
    /// with the type that is thrown.
    @inlinable
    public func tryLast(
        where predicate: @escaping @Sendable (Output) throws(Failure) -> Bool
    ) -> Publishers.TryLastWhere<Self, Failure> {
        Publishers.TryLastWhere(upstream: self, predicate: predicate, convert: { $0 })
    }
}

extension Publisher where Failure == Never {
    /// Passes on the last value that satisfies a condition, when this stream finishes, where upstream cannot
    /// fail.
    @inlinable
    public func tryLast<E: Error>(
        where predicate: @escaping @Sendable (Output) throws(E) -> Bool
    ) -> Publishers.TryLastWhere<Self, E> {
        Publishers.TryLastWhere(upstream: self, predicate: predicate, convert: absurd)
    }
}
