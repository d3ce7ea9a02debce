extension Publishers {
    /// Publishes values until one does not satisfy a condition. See ``Publisher/prefix(while:)``.
    public struct PrefixWhile<Upstream: Publisher, Failure: Error>: Publisher {
        public typealias Output = Upstream.Output

        /// The upstream publisher.
        public let upstream: Upstream

        /// Returns whether to publish a value, or throws the error that fails the stream.
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
                subscriber: FilterProducer(
                    Predicate(predicate, otherwise: .finish), for: subscriber, convert: convert))
        }
    }

    /// Combine's name for ``PrefixWhile`` with a closure that throws.
    public typealias TryPrefixWhile = PrefixWhile
}

extension Publishers.PrefixWhile where Failure == Upstream.Failure {
    /// Creates a publisher that publishes values until one does not satisfy a condition.
    ///
    /// - Parameters:
    ///   - upstream: The upstream publisher.
    ///   - predicate: Returns whether to publish a value.
    @export(implementation)
    public init(upstream: Upstream, predicate: @escaping @Sendable (Upstream.Output) -> Bool) {
        self.init(upstream: upstream, predicate: predicate, convert: { $0 })
    }
}

extension Publisher {
    /// Publishes values while they satisfy a condition, then finishes.
    ///
    /// ```
    /// self           1--2--3--1--|
    /// prefix(while)  1--2--|           { $0 < 3 }
    /// ```
    ///
    /// The first value that does not satisfy the condition cancels upstream and is not published.
    ///
    /// - Parameter predicate: Returns whether to publish a value; not called again after it returns `false`;
    ///   called serially on the delivering thread.
    @export(implementation)
    public func prefix(
        while predicate: @escaping @Sendable (Output) -> Bool
    ) -> Publishers.PrefixWhile<Self, Failure> {
        .init(upstream: self, predicate: predicate)
    }

    /// Publishes values while they satisfy a condition, with a closure that may throw.
    ///
    /// An error that the closure throws cancels upstream and fails the stream. Typed throws are kept, as in
    /// `tryMap(_:)`. Apart from that it is the same as ``prefix(while:)``.
    ///
    /// - Parameter predicate: Returns whether to publish a value, or throws; not called again after it
    ///   returns `false`; called serially on the delivering thread.
    @export(implementation)
    public func tryPrefix(
        while predicate: @escaping @Sendable (Output) throws -> Bool
    ) -> Publishers.TryPrefixWhile<Self, any Error> {
        .init(upstream: self, predicate: predicate, convert: { $0 })
    }

    /// Publishes values while they satisfy a condition, where upstream fails with the type that is thrown.
    @export(implementation)
    public func tryPrefix(
        while predicate: @escaping @Sendable (Output) throws(Failure) -> Bool
    ) -> Publishers.TryPrefixWhile<Self, Failure> {
        .init(upstream: self, predicate: predicate, convert: { $0 })
    }
}

extension Publisher where Failure == Never {
    /// Publishes values while they satisfy a condition, where upstream cannot fail.
    @export(implementation)
    public func tryPrefix<E: Error>(
        while predicate: @escaping @Sendable (Output) throws(E) -> Bool
    ) -> Publishers.TryPrefixWhile<Self, E> {
        .init(upstream: self, predicate: predicate, convert: absurd)
    }
}
