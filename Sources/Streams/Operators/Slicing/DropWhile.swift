extension Publishers {
    /// Drops values until one does not satisfy a condition. See ``Publisher/drop(while:)``.
    public struct DropWhile<Upstream: Publisher, Failure: Error>: Publisher {
        public typealias Output = Upstream.Output

        /// The upstream publisher.
        public let upstream: Upstream

        /// Returns whether to drop a value, or throws the error that fails the stream.
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
                subscriber: FilterProducer(Rule(predicate: predicate), for: subscriber, convert: convert))
        }

        @usableFromInline
        struct Rule: FilterRule {
            @usableFromInline let predicate: @Sendable (Upstream.Output) throws(Failure) -> Bool
            @usableFromInline var isDropping = true

            @export(implementation)
            init(predicate: @escaping @Sendable (Upstream.Output) throws(Failure) -> Bool) {
                self.predicate = predicate
            }

            @export(implementation)
            mutating func judge(_ input: Upstream.Output) throws(Failure) -> FilterDecision {
                if isDropping, try predicate(input) { return .drop }
                isDropping = false
                return .pass
            }
        }
    }

    /// Combine's name for ``DropWhile`` with a closure that throws.
    public typealias TryDropWhile = DropWhile
}

extension Publishers.DropWhile where Failure == Upstream.Failure {
    /// Creates a publisher that drops values until one does not satisfy a condition.
    ///
    /// - Parameters:
    ///   - upstream: The upstream publisher.
    ///   - predicate: Returns whether to drop a value.
    @export(implementation)
    public init(upstream: Upstream, predicate: @escaping @Sendable (Upstream.Output) -> Bool) {
        self.init(upstream: upstream, predicate: predicate, convert: { $0 })
    }
}

extension Publisher {
    /// Drops values while they satisfy a condition.
    ///
    /// ```
    /// self         1--2--3--1--|
    /// drop(while)  ------3--1--|      { $0 < 3 }
    /// ```
    ///
    /// Each dropped value requests one more from upstream.
    ///
    /// - Parameter predicate: Returns whether to drop a value; not called again after it returns `false`;
    ///   called serially on the delivering thread.
    @export(implementation)
    public func drop(
        while predicate: @escaping @Sendable (Output) -> Bool
    ) -> Publishers.DropWhile<Self, Failure> {
        .init(upstream: self, predicate: predicate)
    }

    /// Drops values while they satisfy a condition, with a closure that may throw.
    ///
    /// An error that the closure throws cancels upstream and fails the stream. Typed throws are kept, as in
    /// `tryMap(_:)`. Apart from that it is the same as ``drop(while:)``.
    ///
    /// - Parameter predicate: Returns whether to drop a value, or throws; not called again after it returns
    ///   `false`; called serially on the delivering thread.
    @export(implementation)
    public func tryDrop(
        while predicate: @escaping @Sendable (Output) throws -> Bool
    ) -> Publishers.TryDropWhile<Self, any Error> {
        .init(upstream: self, predicate: predicate, convert: { $0 })
    }

    /// Drops values while they satisfy a condition, where upstream fails with the type that is thrown.
    @export(implementation)
    public func tryDrop(
        while predicate: @escaping @Sendable (Output) throws(Failure) -> Bool
    ) -> Publishers.TryDropWhile<Self, Failure> {
        .init(upstream: self, predicate: predicate, convert: { $0 })
    }
}

extension Publisher where Failure == Never {
    /// Drops values while they satisfy a condition, where upstream cannot fail.
    @export(implementation)
    public func tryDrop<E: Error>(
        while predicate: @escaping @Sendable (Output) throws(E) -> Bool
    ) -> Publishers.TryDropWhile<Self, E> {
        .init(upstream: self, predicate: predicate, convert: absurd)
    }
}
