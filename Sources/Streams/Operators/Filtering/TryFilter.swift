extension Publishers {
    /// Publishes the values that satisfy a condition that may throw. See `tryFilter(_:)`.
    public struct TryFilter<Upstream: Publisher, Failure: Error>: Publisher {
        public typealias Output = Upstream.Output

        /// The upstream publisher.
        public let upstream: Upstream

        /// Returns whether to publish a value, or throws the error that fails the stream.
        public let isIncluded: @Sendable (Upstream.Output) throws(Failure) -> Bool

        @usableFromInline let convert: @Sendable (Upstream.Failure) -> Failure

        @export(implementation)
        init(
            upstream: Upstream,
            isIncluded: @escaping @Sendable (Upstream.Output) throws(Failure) -> Bool,
            convert: @escaping @Sendable (Upstream.Failure) -> Failure
        ) {
            self.upstream = upstream
            self.isIncluded = isIncluded
            self.convert = convert
        }

        @export(implementation) @inline(__always)
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.receive(
                subscriber: FilterProducer(
                    Predicate(isIncluded, otherwise: .drop), for: subscriber, convert: convert))
        }
    }
}

extension Publishers.TryFilter where Failure == any Error {
    /// Creates a publisher of the values that satisfy a condition that may throw.
    ///
    /// - Parameters:
    ///   - upstream: The upstream publisher.
    ///   - isIncluded: Returns whether to publish a value, or throws the error that fails the stream.
    @export(implementation)
    public init(
        upstream: Upstream, isIncluded: @escaping @Sendable (Upstream.Output) throws -> Bool
    ) {
        self.init(upstream: upstream, isIncluded: isIncluded, convert: { $0 })
    }
}

extension Publisher {
    /// Publishes the values that satisfy a condition, with a closure that may throw.
    ///
    /// An error that the closure throws cancels upstream and fails the stream. Typed throws are kept, as in
    /// `tryMap(_:)`. Apart from that it is the same as ``filter(_:)``.
    ///
    /// - Parameter isIncluded: Returns whether to publish a value, or throws; called serially on the
    ///   delivering thread.
    @export(implementation)
    public func tryFilter(
        _ isIncluded: @escaping @Sendable (Output) throws -> Bool
    ) -> Publishers.TryFilter<Self, any Error> {
        Publishers.TryFilter(upstream: self, isIncluded: isIncluded, convert: { $0 })
    }

    /// Publishes the values that satisfy a condition, where upstream fails with the type that is thrown.
    @export(implementation)
    public func tryFilter(
        _ isIncluded: @escaping @Sendable (Output) throws(Failure) -> Bool
    ) -> Publishers.TryFilter<Self, Failure> {
        Publishers.TryFilter(upstream: self, isIncluded: isIncluded, convert: { $0 })
    }
}

extension Publisher where Failure == Never {
    /// Publishes the values that satisfy a condition, where upstream cannot fail.
    @export(implementation)
    public func tryFilter<E: Error>(
        _ isIncluded: @escaping @Sendable (Output) throws(E) -> Bool
    ) -> Publishers.TryFilter<Self, E> {
        Publishers.TryFilter(upstream: self, isIncluded: isIncluded, convert: absurd)
    }
}
