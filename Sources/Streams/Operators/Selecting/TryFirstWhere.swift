extension Publishers {
    /// Passes on the first value that satisfies a condition. See `tryFirst(where:)`.
    public struct TryFirstWhere<Upstream: Publisher, Failure: Error>: Publisher {
        public typealias Output = Upstream.Output

        /// Where the values come from.
        public let upstream: Upstream

        /// Tells whether a value is the one that is passed on, or throws the error that ends the stream.
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
                    Match(.first, predicate), for: subscriber, convert: convert))
        }
    }
}

extension Publisher {
    /// Passes on the first value that satisfies a condition, then finishes; what the closure throws cancels
    /// upstream and fails the stream.
    ///
    /// Upstream is asked for everything, and cancelled as soon as the result is known, which waits for
    /// demand. A stream without such a value finishes without one.
    ///
    /// Typed throws are kept, as in `tryMap(_:)`.
    ///
    /// - Parameter predicate: Tells whether a value is the one, or throws; called serially on the delivering
    ///   thread.
    @inlinable
    public func tryFirst(
        where predicate: @escaping @Sendable (Output) throws -> Bool
    ) -> Publishers.TryFirstWhere<Self, any Error> {
        Publishers.TryFirstWhere(upstream: self, predicate: predicate, convert: { $0 })
    }

    /// Passes on the first value that satisfies a condition, then finishes, where upstream fails with the
    /// type that is thrown.
    @inlinable
    public func tryFirst(
        where predicate: @escaping @Sendable (Output) throws(Failure) -> Bool
    ) -> Publishers.TryFirstWhere<Self, Failure> {
        Publishers.TryFirstWhere(upstream: self, predicate: predicate, convert: { $0 })
    }
}

extension Publisher where Failure == Never {
    /// Passes on the first value that satisfies a condition, then finishes, where upstream cannot fail.
    @inlinable
    public func tryFirst<E: Error>(
        where predicate: @escaping @Sendable (Output) throws(E) -> Bool
    ) -> Publishers.TryFirstWhere<Self, E> {
        Publishers.TryFirstWhere(upstream: self, predicate: predicate, convert: absurd)
    }
}
