extension Publishers {
    /// Drops values that are the same as the last published one. See `tryRemoveDuplicates(by:)`.
    public struct TryRemoveDuplicates<Upstream: Publisher, Failure: Error>: Publisher {
        public typealias Output = Upstream.Output

        /// The upstream publisher.
        public let upstream: Upstream

        /// Returns whether two values are the same, or throws the error that fails the stream.
        public let predicate: @Sendable (Upstream.Output, Upstream.Output) throws(Failure) -> Bool

        @usableFromInline let convert: @Sendable (Upstream.Failure) -> Failure

        @export(implementation)
        init(
            upstream: Upstream,
            predicate: @escaping @Sendable (Upstream.Output, Upstream.Output) throws(Failure) -> Bool,
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
            @usableFromInline let predicate:
                @Sendable (Upstream.Output, Upstream.Output) throws(Failure) -> Bool
            @usableFromInline var last: Upstream.Output?

            @export(implementation)
            init(predicate: @escaping @Sendable (Upstream.Output, Upstream.Output) throws(Failure) -> Bool) {
                self.predicate = predicate
            }

            @export(implementation)
            mutating func judge(_ input: Upstream.Output) throws(Failure) -> FilterDecision {
                if let last, try predicate(last, input) { return .drop }
                last = input
                return .pass
            }
        }
    }
}

extension Publishers.TryRemoveDuplicates where Failure == any Error {
    /// Creates a publisher that drops values that are the same as the last published one.
    ///
    /// - Parameters:
    ///   - upstream: The upstream publisher.
    ///   - predicate: Returns whether two values are the same, or throws the error that fails the stream.
    @export(implementation)
    public init(
        upstream: Upstream,
        predicate: @escaping @Sendable (Upstream.Output, Upstream.Output) throws -> Bool
    ) {
        self.init(upstream: upstream, predicate: predicate, convert: { $0 })
    }
}

extension Publisher {
    /// Drops values that are the same as the last published one, with a closure that may throw.
    ///
    /// An error that the closure throws cancels upstream and fails the stream. Typed throws are kept, as in
    /// `tryMap(_:)`. Apart from that it is the same as ``removeDuplicates(by:)``.
    ///
    /// - Parameter predicate: Returns whether two values are the same, or throws; called serially on the
    ///   delivering thread.
    @export(implementation)
    public func tryRemoveDuplicates(
        by predicate: @escaping @Sendable (Output, Output) throws -> Bool
    ) -> Publishers.TryRemoveDuplicates<Self, any Error> {
        Publishers.TryRemoveDuplicates(upstream: self, predicate: predicate, convert: { $0 })
    }

    /// Drops values that are the same as the last published one, where upstream fails with the type that is
    /// thrown.
    @export(implementation)
    public func tryRemoveDuplicates(
        by predicate: @escaping @Sendable (Output, Output) throws(Failure) -> Bool
    ) -> Publishers.TryRemoveDuplicates<Self, Failure> {
        Publishers.TryRemoveDuplicates(upstream: self, predicate: predicate, convert: { $0 })
    }
}

extension Publisher where Failure == Never {
    /// Drops values that are the same as the last published one, where upstream cannot fail.
    @export(implementation)
    public func tryRemoveDuplicates<E: Error>(
        by predicate: @escaping @Sendable (Output, Output) throws(E) -> Bool
    ) -> Publishers.TryRemoveDuplicates<Self, E> {
        Publishers.TryRemoveDuplicates(upstream: self, predicate: predicate, convert: absurd)
    }
}
