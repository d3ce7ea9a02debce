extension Publishers {
    /// Converts each value with a closure that may throw and drops `nil`. See `tryCompactMap(_:)`.
    public struct TryCompactMap<Upstream: Publisher, Output: Sendable, Failure: Error>: Publisher {
        /// The upstream publisher.
        public let upstream: Upstream

        /// Converts a value, returns `nil` to drop it, or throws the error that fails the stream.
        public let transform: @Sendable (Upstream.Output) throws(Failure) -> Output?

        @usableFromInline let convert: @Sendable (Upstream.Failure) -> Failure

        @export(implementation)
        init(
            upstream: Upstream,
            transform: @escaping @Sendable (Upstream.Output) throws(Failure) -> Output?,
            convert: @escaping @Sendable (Upstream.Failure) -> Failure
        ) {
            self.upstream = upstream
            self.transform = transform
            self.convert = convert
        }

        @export(implementation) @inline(__always)
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.receive(
                subscriber: Inner(downstream: subscriber, transform: transform, convert: convert))
        }

        @usableFromInline
        struct Inner<Downstream: Subscriber>: ThrowingRelay
        where Downstream.Input == Output, Downstream.Failure == Failure {
            @usableFromInline typealias Input = Upstream.Output
            @usableFromInline typealias Failure = Upstream.Failure
            @usableFromInline let upstream = SubscriptionLink()
            @usableFromInline let downstream: Downstream
            @usableFromInline let transform: @Sendable (Upstream.Output) throws(Downstream.Failure) -> Output?
            @usableFromInline let convert: @Sendable (Upstream.Failure) -> Downstream.Failure

            @export(implementation)
            init(
                downstream: Downstream,
                transform: @escaping @Sendable (Upstream.Output) throws(Downstream.Failure) -> Output?,
                convert: @escaping @Sendable (Upstream.Failure) -> Downstream.Failure
            ) {
                self.downstream = downstream
                self.transform = transform
                self.convert = convert
            }

            @export(implementation)
            func handle(_ input: Upstream.Output) throws(Downstream.Failure) -> Subscribers.Demand {
                guard let output = try transform(input) else { return .max(1) }
                return downstream.receive(output)
            }
        }
    }
}

extension Publishers.TryCompactMap where Failure == any Error {
    /// Creates a publisher that converts each value with a closure that may throw and drops `nil`.
    ///
    /// - Parameters:
    ///   - upstream: The upstream publisher.
    ///   - transform: Converts a value, returns `nil` to drop it, or throws the error that fails the stream.
    @export(implementation)
    public init(
        upstream: Upstream, transform: @escaping @Sendable (Upstream.Output) throws -> Output?
    ) {
        self.init(upstream: upstream, transform: transform, convert: { $0 })
    }
}

extension Publisher {
    /// Converts each value with a closure and drops those for which it returns `nil`; the closure may throw.
    ///
    /// An error that the closure throws cancels upstream and fails the stream. Typed throws are kept, as in
    /// `tryMap(_:)`. Apart from that it is the same as ``compactMap(_:)``.
    ///
    /// - Parameter transform: Converts a value, returns `nil` or throws; called serially on the delivering
    ///   thread.
    @export(implementation)
    public func tryCompactMap<T: Sendable>(
        _ transform: @escaping @Sendable (Output) throws -> T?
    ) -> Publishers.TryCompactMap<Self, T, any Error> {
        Publishers.TryCompactMap(upstream: self, transform: transform, convert: { $0 })
    }

    /// Converts each value with a closure and drops `nil`, where upstream fails with the type that is thrown.
    @export(implementation)
    public func tryCompactMap<T: Sendable>(
        _ transform: @escaping @Sendable (Output) throws(Failure) -> T?
    ) -> Publishers.TryCompactMap<Self, T, Failure> {
        Publishers.TryCompactMap(upstream: self, transform: transform, convert: { $0 })
    }
}

extension Publisher where Failure == Never {
    /// Converts each value with a closure and drops `nil`, where upstream cannot fail.
    @export(implementation)
    public func tryCompactMap<T: Sendable, E: Error>(
        _ transform: @escaping @Sendable (Output) throws(E) -> T?
    ) -> Publishers.TryCompactMap<Self, T, E> {
        Publishers.TryCompactMap(upstream: self, transform: transform, convert: absurd)
    }
}
