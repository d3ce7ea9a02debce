extension Publishers {
    /// Sends the greatest value, as told by a closure that may throw. See `tryMax(by:)`.
    public struct TryComparison<Upstream: Publisher, Failure: Error>: Publisher {
        public typealias Output = Upstream.Output

        /// Where the values come from.
        public let upstream: Upstream

        /// Tells whether the first of two values is less than the second, or throws the error that ends the
        /// stream.
        public let areInIncreasingOrder: @Sendable (Upstream.Output, Upstream.Output) throws(Failure) -> Bool

        @usableFromInline let convert: @Sendable (Upstream.Failure) -> Failure

        @inlinable
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

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.receive(
                subscriber: ReduceProducer(
                    Values(areInIncreasingOrder: areInIncreasingOrder), for: subscriber, convert: convert))
        }

        @usableFromInline
        struct Values: Accumulator {
            @usableFromInline let areInIncreasingOrder:
                @Sendable (Upstream.Output, Upstream.Output) throws(Failure) -> Bool
            @usableFromInline var value: Upstream.Output?

            @inlinable
            init(
                areInIncreasingOrder:
                    @escaping @Sendable (Upstream.Output, Upstream.Output) throws(Failure) -> Bool
            ) {
                self.areInIncreasingOrder = areInIncreasingOrder
            }

            @inlinable
            mutating func take(_ input: Upstream.Output) throws(Failure) -> AccumulatorState {
                if let value, try !areInIncreasingOrder(value, input) { return .open }
                value = input
                return .open
            }
        }
    }
}

extension Publisher {
    /// Sends the least value, when this stream finishes; what the closure throws cancels upstream and fails
    /// the stream.
    ///
    /// Upstream is asked for everything. The value waits for demand; of several equal ones it is the first. A
    /// stream without values finishes without one.
    ///
    /// Typed throws are kept, as in `tryMap(_:)`.
    ///
    /// - Parameter areInIncreasingOrder: Tells whether the first of two values is less than the second;
    ///   called serially. It may throw.
    @inlinable
    public func tryMin(
        by areInIncreasingOrder: @escaping @Sendable (Output, Output) throws -> Bool
    ) -> Publishers.TryComparison<Self, any Error> {
        Publishers.TryComparison(
            upstream: self, areInIncreasingOrder: reversed(areInIncreasingOrder), convert: { $0 })
    }

    /// Sends the least value, where upstream fails with the type that is thrown.
    @inlinable
    public func tryMin(
        by areInIncreasingOrder: @escaping @Sendable (Output, Output) throws(Failure) -> Bool
    ) -> Publishers.TryComparison<Self, Failure> {
        Publishers.TryComparison(
            upstream: self, areInIncreasingOrder: reversed(areInIncreasingOrder), convert: { $0 })
    }
}

extension Publisher where Failure == Never {
    /// Sends the least value, where upstream cannot fail.
    @inlinable
    public func tryMin<E: Error>(
        by areInIncreasingOrder: @escaping @Sendable (Output, Output) throws(E) -> Bool
    ) -> Publishers.TryComparison<Self, E> {
        Publishers.TryComparison(
            upstream: self, areInIncreasingOrder: reversed(areInIncreasingOrder), convert: absurd)
    }
}

extension Publisher {
    /// Sends the greatest value, when this stream finishes; what the closure throws cancels upstream and
    /// fails the stream.
    ///
    /// Upstream is asked for everything. The value waits for demand; of several equal ones it is the first. A
    /// stream without values finishes without one.
    ///
    /// Typed throws are kept, as in `tryMap(_:)`.
    ///
    /// - Parameter areInIncreasingOrder: Tells whether the first of two values is less than the second;
    ///   called serially. It may throw.
    @inlinable
    public func tryMax(
        by areInIncreasingOrder: @escaping @Sendable (Output, Output) throws -> Bool
    ) -> Publishers.TryComparison<Self, any Error> {
        Publishers.TryComparison(
            upstream: self, areInIncreasingOrder: areInIncreasingOrder, convert: { $0 })
    }

    /// Sends the greatest value, where upstream fails with the type that is thrown.
    @inlinable
    public func tryMax(
        by areInIncreasingOrder: @escaping @Sendable (Output, Output) throws(Failure) -> Bool
    ) -> Publishers.TryComparison<Self, Failure> {
        Publishers.TryComparison(
            upstream: self, areInIncreasingOrder: areInIncreasingOrder, convert: { $0 })
    }
}

extension Publisher where Failure == Never {
    /// Sends the greatest value, where upstream cannot fail.
    @inlinable
    public func tryMax<E: Error>(
        by areInIncreasingOrder: @escaping @Sendable (Output, Output) throws(E) -> Bool
    ) -> Publishers.TryComparison<Self, E> {
        Publishers.TryComparison(
            upstream: self, areInIncreasingOrder: areInIncreasingOrder, convert: absurd)
    }
}

/// The order with its two sides exchanged.
@inlinable
func reversed<Value, E: Error>(
    _ areInIncreasingOrder: @escaping @Sendable (Value, Value) throws(E) -> Bool
) -> @Sendable (Value, Value) throws(E) -> Bool {
    { (first, second) throws(E) in try areInIncreasingOrder(second, first) }
}
