extension Publishers {
    /// Tells whether any value satisfies a condition. See `tryContains(where:)`.
    public struct TryContainsWhere<Upstream: Publisher, Failure: Error>: Publisher {
        public typealias Output = Bool

        /// Where the values come from.
        public let upstream: Upstream

        /// Tells whether a value is what is looked for, or throws the error that ends the stream.
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
                    Decision(endedBy: true, predicate), for: subscriber, convert: convert))
        }
    }
}

extension Publisher {
    /// Sends whether any value satisfies a condition, then finishes; what the closure throws cancels upstream
    /// and fails the stream.
    ///
    /// Upstream is asked for everything, and cancelled as soon as the result is known, which waits for
    /// demand.
    ///
    /// Typed throws are kept, as in `tryMap(_:)`.
    ///
    /// - Parameter predicate: Tells whether a value is what is looked for, or throws; called serially on the
    ///   delivering thread.
    @inlinable
    public func tryContains(
        where predicate: @escaping @Sendable (Output) throws -> Bool
    ) -> Publishers.TryContainsWhere<Self, any Error> {
        Publishers.TryContainsWhere(upstream: self, predicate: predicate, convert: { $0 })
    }

    /// Sends whether any value satisfies a condition, then finishes, where upstream fails with the type that
    /// is thrown.
    @inlinable
    public func tryContains(
        where predicate: @escaping @Sendable (Output) throws(Failure) -> Bool
    ) -> Publishers.TryContainsWhere<Self, Failure> {
        Publishers.TryContainsWhere(upstream: self, predicate: predicate, convert: { $0 })
    }
}

extension Publisher where Failure == Never {
    /// Sends whether any value satisfies a condition, then finishes, where upstream cannot fail.
    @inlinable
    public func tryContains<E: Error>(
        where predicate: @escaping @Sendable (Output) throws(E) -> Bool
    ) -> Publishers.TryContainsWhere<Self, E> {
        Publishers.TryContainsWhere(upstream: self, predicate: predicate, convert: absurd)
    }
}
