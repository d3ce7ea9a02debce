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
        @export(implementation)
        public init(upstream: Upstream, range: CountableRange<Int>) {
            precondition(range.lowerBound >= 0, "A position in a stream cannot be negative.")
            self.upstream = upstream
            self.range = range
        }

        @export(implementation) @inline(__always)
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            if range.isEmpty {
                end(subscriber, with: .finished)
            } else {
                upstream.receive(subscriber: Inner(downstream: subscriber, range: range))
            }
        }

        @usableFromInline
        final class Inner<Downstream: Subscriber>: StoppingRelay, @unchecked Sendable {
            // Sendable: `skipped` and `remaining` are touched in `receive(_:)` only, which is called
            // serially.
            @usableFromInline typealias Failure = Downstream.Failure
            @usableFromInline let upstream = SubscriptionLink()
            @usableFromInline let downstream: Downstream
            @usableFromInline @exclusivity(unchecked) var skipped: Int
            @usableFromInline @exclusivity(unchecked) var remaining: Int

            @export(implementation)
            init(downstream: Downstream, range: CountableRange<Int>) {
                self.downstream = downstream
                skipped = range.lowerBound
                remaining = range.count
            }

            @export(implementation)
            func receive(_ input: Downstream.Input) -> Subscribers.Demand {
                if upstream.isStopped || remaining == 0 { return .none }
                if skipped > 0 {
                    skipped -= 1
                    return .max(1)
                }
                remaining -= 1
                if remaining == 0 { upstream.ignoreRequests() }
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
    @export(implementation)
    public func output(at index: Int) -> Publishers.Output<Self> {
        precondition(index >= 0, "A position in a stream cannot be negative.")
        return Publishers.Output(upstream: self, range: index..<Swift.max(index, index &+ 1))
    }

    /// Publishes the values at some positions, and finishes with the last of them.
    ///
    /// ```
    /// self           a--b--c--d--|
    /// output(1...2)  ---b--(c|)
    /// ```
    ///
    /// Each skipped value requests one more from upstream. With an empty range, the stream finishes at
    /// subscription and does not subscribe to upstream.
    ///
    /// - Parameter range: The positions, counted from zero; none of its bounds is negative.
    @export(implementation)
    public func output<R: RangeExpression>(in range: R) -> Publishers.Output<Self> where R.Bound == Int {
        // Relative to all integers, so that a negative bound is found here, with a message that names the
        // cause.
        let positions = range.relative(to: Int.min..<Int.max)
        precondition(positions.upperBound >= 0, "A position in a stream cannot be negative.")
        let lowerBound = positions.lowerBound == .min ? 0 : positions.lowerBound
        return Publishers.Output(upstream: self, range: lowerBound..<positions.upperBound)
    }
}
