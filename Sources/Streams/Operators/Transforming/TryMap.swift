extension Publishers {
    /// Converts each value with a closure that may throw. See `tryMap(_:)`.
    public struct TryMap<Upstream: Publisher, Output: Sendable, Failure: Error>: Publisher {
        /// The upstream publisher.
        public let upstream: Upstream

        /// Converts a value, or throws the error that fails the stream.
        public let transform: @Sendable (Upstream.Output) throws(Failure) -> Output

        @usableFromInline let convert: @Sendable (Upstream.Failure) -> Failure

        @export(implementation)
        init(
            upstream: Upstream,
            transform: @escaping @Sendable (Upstream.Output) throws(Failure) -> Output,
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
            @usableFromInline let transform: @Sendable (Upstream.Output) throws(Downstream.Failure) -> Output
            @usableFromInline let convert: @Sendable (Upstream.Failure) -> Downstream.Failure

            @export(implementation)
            init(
                downstream: Downstream,
                transform: @escaping @Sendable (Upstream.Output) throws(Downstream.Failure) -> Output,
                convert: @escaping @Sendable (Upstream.Failure) -> Downstream.Failure
            ) {
                self.downstream = downstream
                self.transform = transform
                self.convert = convert
            }

            @export(implementation)
            func handle(_ input: Upstream.Output) throws(Downstream.Failure) -> Subscribers.Demand {
                downstream.receive(try transform(input))
            }
        }
    }
}

extension Publishers.TryMap where Failure == any Error {
    /// Creates a publisher that converts each value with a closure that may throw.
    ///
    /// - Parameters:
    ///   - upstream: The upstream publisher.
    ///   - transform: Converts a value, or throws the error that fails the stream.
    @export(implementation)
    public init(
        upstream: Upstream, transform: @escaping @Sendable (Upstream.Output) throws -> Output
    ) {
        self.init(upstream: upstream, transform: transform, convert: { $0 })
    }
}

extension Publisher {
    /// Converts each value with a closure that may throw.
    ///
    /// An error that the closure throws cancels upstream and fails the stream. Where upstream cannot fail, or
    /// fails with the thrown type, that is the failure type of the new stream (Combine erases it to `Error`).
    /// The compiler infers `any Error` for a closure that throws, unless its type is given: `{ (text)
    /// throws(ParseError) -> Int in … }`.
    ///
    /// - Parameter transform: Converts a value, or throws; called serially on the delivering thread.
    @export(implementation)
    public func tryMap<T: Sendable>(
        _ transform: @escaping @Sendable (Output) throws -> T
    ) -> Publishers.TryMap<Self, T, any Error> {
        Publishers.TryMap(upstream: self, transform: transform, convert: { $0 })
    }

    /// Converts each value with a closure that may throw, where upstream fails with the same type.
    @export(implementation)
    public func tryMap<T: Sendable>(
        _ transform: @escaping @Sendable (Output) throws(Failure) -> T
    ) -> Publishers.TryMap<Self, T, Failure> {
        Publishers.TryMap(upstream: self, transform: transform, convert: { $0 })
    }
}

extension Publisher where Failure == Never {
    /// Converts each value with a closure that may throw, where upstream cannot fail.
    @export(implementation)
    public func tryMap<T: Sendable, E: Error>(
        _ transform: @escaping @Sendable (Output) throws(E) -> T
    ) -> Publishers.TryMap<Self, T, E> {
        Publishers.TryMap(upstream: self, transform: transform, convert: absurd)
    }
}
