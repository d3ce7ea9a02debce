extension Publishers {
    /// Drops values up to the first that does not satisfy a condition. See `tryDrop(while:)`.
    public struct TryDropWhile<Upstream: Publisher, Failure: Error>: Publisher {
        public typealias Output = Upstream.Output

        /// Where the values come from.
        public let upstream: Upstream

        /// Tells whether a value is dropped, or throws the error that ends the stream.
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
                subscriber: FilterProducer(Rule(predicate: predicate), for: subscriber, convert: convert))
        }

        @usableFromInline
        struct Rule: FilterRule {
            @usableFromInline let predicate: @Sendable (Upstream.Output) throws(Failure) -> Bool
            @usableFromInline var isDropping = true

            @inlinable
            init(predicate: @escaping @Sendable (Upstream.Output) throws(Failure) -> Bool) {
                self.predicate = predicate
            }

            @inlinable
            mutating func judge(_ input: Upstream.Output) throws(Failure) -> FilterDecision {
                if isDropping, try predicate(input) { return .drop }
                isDropping = false
                return .pass
            }
        }
    }
}

extension Publisher {
    /// Drops values as long as they satisfy a condition; what the closure throws cancels upstream and fails
    /// the stream.
    ///
    /// A dropped value is replaced upstream by one more request.
    ///
    /// Typed throws are kept, as in `tryMap(_:)`.
    ///
    /// - Parameter predicate: Tells whether a value is dropped; not called again after the first that is not,
    ///   or throws; called serially on the delivering thread.
    @inlinable
    public func tryDrop(
        while predicate: @escaping @Sendable (Output) throws -> Bool
    ) -> Publishers.TryDropWhile<Self, any Error> {
        Publishers.TryDropWhile(upstream: self, predicate: predicate, convert: { $0 })
    }

    /// Drops values as long as they satisfy a condition, where upstream fails with the type that is thrown.
    @inlinable
    public func tryDrop(
        while predicate: @escaping @Sendable (Output) throws(Failure) -> Bool
    ) -> Publishers.TryDropWhile<Self, Failure> {
        Publishers.TryDropWhile(upstream: self, predicate: predicate, convert: { $0 })
    }
}

extension Publisher where Failure == Never {
    /// Drops values as long as they satisfy a condition, where upstream cannot fail.
    @inlinable
    public func tryDrop<E: Error>(
        while predicate: @escaping @Sendable (Output) throws(E) -> Bool
    ) -> Publishers.TryDropWhile<Self, E> {
        Publishers.TryDropWhile(upstream: self, predicate: predicate, convert: absurd)
    }
}
