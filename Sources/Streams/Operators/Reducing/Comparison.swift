extension Publishers {
    /// Publishes the greatest value. See ``Publisher/max(by:)``.
    public struct Comparison<Upstream: Publisher, Failure: Error>: Publisher {
        public typealias Output = Upstream.Output

        /// The upstream publisher.
        public let upstream: Upstream

        /// Returns whether the first of two values is less than the second, or throws the error that fails
        /// the stream.
        public let areInIncreasingOrder: @Sendable (Upstream.Output, Upstream.Output) throws(Failure) -> Bool

        @usableFromInline let convert: @Sendable (Upstream.Failure) -> Failure

        @export(implementation)
        init(
            upstream: Upstream,
            areInIncreasingOrder:
                @escaping @Sendable (Upstream.Output, Upstream.Output) throws(Failure) -> Bool,
            convert: @escaping @Sendable (Upstream.Failure) -> Failure
        ) {
            self.upstream = upstream
            self.areInIncreasingOrder = areInIncreasingOrder
            self.convert = convert
        }

        @export(implementation) @inline(__always)
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.receive(
                subscriber: ReduceProducer(
                    Values(areInIncreasingOrder: areInIncreasingOrder), for: subscriber, convert: convert))
        }

        @export(implementation)
        public func _immediateResult(for receiver: _ResultReceiver) -> Result<Output?, Failure>? {
            knownResult(
                Values(areInIncreasingOrder: areInIncreasingOrder), of: upstream, for: receiver,
                convert: convert)
        }

        @usableFromInline
        struct Values: Accumulator {
            @usableFromInline let areInIncreasingOrder:
                @Sendable (Upstream.Output, Upstream.Output) throws(Failure) -> Bool
            @usableFromInline var value: Upstream.Output?

            @export(implementation)
            init(
                areInIncreasingOrder:
                    @escaping @Sendable (Upstream.Output, Upstream.Output) throws(Failure) -> Bool
            ) {
                self.areInIncreasingOrder = areInIncreasingOrder
            }

            @export(implementation)
            mutating func add(_ input: Upstream.Output) throws(Failure) -> AccumulatorState {
                if let value, try !areInIncreasingOrder(value, input) { return .open }
                value = input
                return .open
            }
        }
    }

    /// Combine's name for ``Comparison`` with a closure that throws.
    public typealias TryComparison = Comparison
}

extension Publishers.Comparison where Failure == Upstream.Failure {
    /// Creates a publisher that publishes the greatest value.
    ///
    /// - Parameters:
    ///   - upstream: The upstream publisher.
    ///   - areInIncreasingOrder: Returns whether the first of two values is less than the second.
    @export(implementation)
    public init(
        upstream: Upstream,
        areInIncreasingOrder: @escaping @Sendable (Upstream.Output, Upstream.Output) -> Bool
    ) {
        self.init(upstream: upstream, areInIncreasingOrder: areInIncreasingOrder, convert: { $0 })
    }
}
