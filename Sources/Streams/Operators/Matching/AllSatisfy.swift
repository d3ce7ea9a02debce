extension Publishers {
    /// Publishes whether all values satisfy a condition. See ``Publisher/allSatisfy(_:)``.
    public struct AllSatisfy<Upstream: Publisher, Failure: Error>: Publisher {
        public typealias Output = Bool

        /// The upstream publisher.
        public let upstream: Upstream

        /// Returns whether a value satisfies the condition, or throws the error that fails the stream.
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
                subscriber: ReduceProducer(
                    Decision(endedBy: false, predicate), for: subscriber, convert: convert))
        }

        @export(implementation)
        public func _immediateResult(for receiver: _ResultReceiver) -> Result<Output?, Failure>? {
            knownResult(Decision(endedBy: false, predicate), of: upstream, for: receiver, convert: convert)
        }
    }

    /// Combine's name for ``AllSatisfy`` with a closure that throws.
    public typealias TryAllSatisfy = AllSatisfy
}

extension Publishers.AllSatisfy where Failure == Upstream.Failure {
    /// Creates a publisher that publishes whether all values satisfy a condition.
    ///
    /// - Parameters:
    ///   - upstream: The upstream publisher.
    ///   - predicate: Returns whether a value satisfies the condition.
    @export(implementation)
    public init(upstream: Upstream, predicate: @escaping @Sendable (Upstream.Output) -> Bool) {
        self.init(upstream: upstream, predicate: predicate, convert: { $0 })
    }
}

extension Publisher {
    /// Publishes whether all values satisfy a condition, then finishes.
    ///
    /// ```
    /// self        1--2--3--4--|
    /// allSatisfy  ------(false|)      { $0 < 3 }
    /// ```
    ///
    /// Requests unlimited demand from upstream, and cancels it as soon as the result is known. The result is
    /// sent once there is demand.
    ///
    /// - Parameter predicate: Returns whether a value satisfies the condition; called serially on the
    ///   delivering thread.
    @export(implementation)
    public func allSatisfy(
        _ predicate: @escaping @Sendable (Output) -> Bool
    ) -> Publishers.AllSatisfy<Self, Failure> {
        .init(upstream: self, predicate: predicate)
    }

    /// Publishes whether all values satisfy a condition, with a closure that may throw.
    ///
    /// An error that the closure throws cancels upstream and fails the stream. Typed throws are kept, as in
    /// `tryMap(_:)`. Apart from that it is the same as ``allSatisfy(_:)``.
    ///
    /// - Parameter predicate: Returns whether a value satisfies the condition, or throws; called serially on
    ///   the delivering thread.
    @export(implementation)
    public func tryAllSatisfy(
        _ predicate: @escaping @Sendable (Output) throws -> Bool
    ) -> Publishers.TryAllSatisfy<Self, any Error> {
        .init(upstream: self, predicate: predicate, convert: { $0 })
    }

    /// Publishes whether all values satisfy a condition, where upstream fails with the type that is thrown.
    @export(implementation)
    public func tryAllSatisfy(
        _ predicate: @escaping @Sendable (Output) throws(Failure) -> Bool
    ) -> Publishers.TryAllSatisfy<Self, Failure> {
        .init(upstream: self, predicate: predicate, convert: { $0 })
    }
}

extension Publisher where Failure == Never {
    /// Publishes whether all values satisfy a condition, where upstream cannot fail.
    @export(implementation)
    public func tryAllSatisfy<E: Error>(
        _ predicate: @escaping @Sendable (Output) throws(E) -> Bool
    ) -> Publishers.TryAllSatisfy<Self, E> {
        .init(upstream: self, predicate: predicate, convert: absurd)
    }
}
