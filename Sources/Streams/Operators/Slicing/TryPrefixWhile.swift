extension Publishers {
    /// Passes on values up to the first that does not satisfy a condition. See
    /// `tryPrefix(while:)`.
    public struct TryPrefixWhile<Upstream: Publisher, Failure: Error>: Publisher {
        public typealias Output = Upstream.Output

        /// Where the values come from.
        public let upstream: Upstream

        /// Tells whether a value is passed on, or throws the error that ends the stream.
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

            @inlinable
            init(predicate: @escaping @Sendable (Upstream.Output) throws(Failure) -> Bool) {
                self.predicate = predicate
            }

            @inlinable
            mutating func judge(_ input: Upstream.Output) throws(Failure) -> FilterDecision {
                try predicate(input) ? .pass : .finish
            }
        }
    }
}

extension Publisher {
    /// Passes on values as long as they satisfy a condition, then finishes; what the closure throws cancels
    /// upstream and fails the stream.
    ///
    /// The first value that does not satisfy it cancels upstream and is not passed on.
    ///
    /// Typed throws are kept, as in `tryMap(_:)`.
    ///
    /// - Parameter predicate: Tells whether a value is passed on; not called again after the first that is
    ///   not, or throws; called serially on the delivering thread.
    @inlinable
    public func tryPrefix(
        while predicate: @escaping @Sendable (Output) throws -> Bool
    ) -> Publishers.TryPrefixWhile<Self, any Error> {
        Publishers.TryPrefixWhile(upstream: self, predicate: predicate, convert: { $0 })
    }

    /// Passes on values as long as they satisfy a condition, then finishes, where upstream fails with the
    /// type that is thrown.
    @inlinable
    public func tryPrefix(
        while predicate: @escaping @Sendable (Output) throws(Failure) -> Bool
    ) -> Publishers.TryPrefixWhile<Self, Failure> {
        Publishers.TryPrefixWhile(upstream: self, predicate: predicate, convert: { $0 })
    }
}

extension Publisher where Failure == Never {
    /// Passes on values as long as they satisfy a condition, then finishes, where upstream cannot fail.
    @inlinable
    public func tryPrefix<E: Error>(
        while predicate: @escaping @Sendable (Output) throws(E) -> Bool
    ) -> Publishers.TryPrefixWhile<Self, E> {
        Publishers.TryPrefixWhile(upstream: self, predicate: predicate, convert: absurd)
    }
}
