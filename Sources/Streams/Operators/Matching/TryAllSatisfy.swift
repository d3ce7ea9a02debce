extension Publishers {
    /// Tells whether all values satisfy a condition. See `tryAllSatisfy(_:)`.
    public struct TryAllSatisfy<Upstream: Publisher, Failure: Error>: Publisher {
        public typealias Output = Bool

        /// Where the values come from.
        public let upstream: Upstream

        /// The condition, or throws the error that ends the stream.
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
                    Decision(endedBy: false, predicate), for: subscriber, convert: convert))
        }
    }
}

extension Publisher {
    /// Sends whether all values satisfy a condition, then finishes; what the closure throws cancels upstream
    /// and fails the stream.
    ///
    /// Upstream is asked for everything, and cancelled as soon as the result is known, which waits for
    /// demand.
    ///
    /// Typed throws are kept, as in `tryMap(_:)`.
    ///
    /// - Parameter predicate: The condition, or throws; called serially on the delivering thread.
    @inlinable
    public func tryAllSatisfy(
        _ predicate: @escaping @Sendable (Output) throws -> Bool
    ) -> Publishers.TryAllSatisfy<Self, any Error> {
        Publishers.TryAllSatisfy(upstream: self, predicate: predicate, convert: { $0 })
    }

    /// Sends whether all values satisfy a condition, then finishes, where upstream fails with the type that
    /// is thrown.
    @inlinable
    public func tryAllSatisfy(
        _ predicate: @escaping @Sendable (Output) throws(Failure) -> Bool
    ) -> Publishers.TryAllSatisfy<Self, Failure> {
        Publishers.TryAllSatisfy(upstream: self, predicate: predicate, convert: { $0 })
    }
}

extension Publisher where Failure == Never {
    /// Sends whether all values satisfy a condition, then finishes, where upstream cannot fail.
    @inlinable
    public func tryAllSatisfy<E: Error>(
        _ predicate: @escaping @Sendable (Output) throws(E) -> Bool
    ) -> Publishers.TryAllSatisfy<Self, E> {
        Publishers.TryAllSatisfy(upstream: self, predicate: predicate, convert: absurd)
    }
}
