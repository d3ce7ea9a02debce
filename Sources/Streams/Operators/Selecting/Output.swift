extension Publishers {
    /// Publishes the values at some positions. See ``Publisher/output(in:)``.
    public struct Output<Upstream: Publisher>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream

        /// The positions to publish, counted from zero.
        public let range: CountableRange<Int>

        /// Creates a publisher that publishes the values at some positions.
        ///
        /// - Parameters:
        ///   - upstream: The upstream publisher.
        ///   - range: The positions to publish, counted from zero.
        @inlinable
        public init(upstream: Upstream, range: CountableRange<Int>) {
            precondition(range.lowerBound >= 0, "A position in a stream cannot be negative.")
            self.upstream = upstream
            self.range = range
        }

        @inlinable @inline(__always)
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            if range.isEmpty {
                end(subscriber, with: .finished)
            } else {
                upstream.receive(subscriber: Inner(downstream: subscriber, range: range))
            }
        }

        @usableFromInline
        final class Inner<Downstream: Subscriber>: StoppingRelay, @unchecked Sendable {
            // Sendable: `skipped` and `remaining` are touched in `receive(_:)` only, which is called serially.
            @usableFromInline typealias Failure = Downstream.Failure
            @usableFromInline let upstream = SubscriptionLink()
            @usableFromInline let downstream: Downstream
            @usableFromInline @exclusivity(unchecked) var skipped: Int
            @usableFromInline @exclusivity(unchecked) var remaining: Int

            @inlinable
            init(downstream: Downstream, range: CountableRange<Int>) {
                self.downstream = downstream
                skipped = range.lowerBound
                remaining = range.count
            }

            @inlinable
            func receive(_ input: Downstream.Input) -> Subscribers.Demand {
                if upstream.isStopped || remaining == 0 { return .none }
                if skipped > 0 {
                    skipped -= 1
                    return .max(1)
                }
                remaining -= 1
                let demand = downstream.receive(input)
                if remaining > 0 { return demand }
                stop(.finished)
                return .none
            }
        }
    }
}

extension Publishers.Output: Equatable where Upstream: Equatable {}

extension Publisher {
    /// Publishes the value at one position, then finishes.
    ///
    /// - Parameter index: The position, counted from zero. A stream that completes before that position
    ///   publishes no value.
    @inlinable
    public func output(at index: Int) -> Publishers.Output<Self> {
        output(in: index...index)
    }

    /// Publishes the values at some positions, and finishes with the last of them.
    ///
    /// ```
    /// self          a--b--c--d--|
    /// output(1...2) ---b--(c|)
    /// ```
    ///
    /// Each skipped value requests one more from upstream. With an empty range, the stream finishes at subscription and
    /// does not subscribe to upstream.
    ///
    /// - Parameter range: The positions, counted from zero.
    @inlinable
    public func output<R: RangeExpression>(in range: R) -> Publishers.Output<Self> where R.Bound == Int {
        Publishers.Output(upstream: self, range: range.relative(to: 0..<Int.max))
    }
}
