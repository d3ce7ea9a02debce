extension Publishers {
    /// How a buffer asks upstream for values.
    public enum PrefetchStrategy: Sendable, Hashable {
        /// As many values as fit at first, then one for each that was delivered.
        case keepFull

        /// Everything.
        case byRequest
    }

    /// What a full buffer does with one more value.
    public enum BufferingStrategy<Failure: Error>: Sendable {
        /// The new value is dropped.
        case dropNewest

        /// The value that has waited longest is dropped.
        case dropOldest

        /// Upstream is cancelled, and the stream fails with an error at once.
        case customError(@Sendable () -> Failure)
    }

    /// Keeps values until they are asked for. See ``Publisher/buffer(size:prefetch:whenFull:)``.
    public struct Buffer<Upstream: Publisher>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream

        /// How many values are kept at most.
        public let size: Int

        /// How upstream is asked for values.
        public let prefetch: PrefetchStrategy

        /// What becomes of a value that doesn't fit.
        public let whenFull: BufferingStrategy<Failure>

        /// Makes a publisher that keeps values until they are asked for.
        ///
        /// - Parameters:
        ///   - upstream: Where the values come from.
        ///   - size: How many values are kept at most; zero or more.
        ///   - prefetch: How upstream is asked for values.
        ///   - whenFull: What becomes of a value that doesn't fit.
        @inlinable
        public init(
            upstream: Upstream, size: Int, prefetch: PrefetchStrategy, whenFull: BufferingStrategy<Failure>
        ) {
            precondition(size >= 0, "A buffer cannot be of negative size.")
            self.upstream = upstream
            self.size = size
            self.prefetch = prefetch
            self.whenFull = whenFull
        }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.receive(
                subscriber: TimedStage(
                    BufferRule(size: size, prefetch: prefetch, whenFull: whenFull), downstream: subscriber,
                    scheduler: ImmediateScheduler.shared))
        }
    }
}

extension Publisher {
    /// Keeps values until they are asked for.
    ///
    /// The completion comes after the last value that was kept. An error of `whenFull` is sent when the buffer
    /// overflows, and what was kept is dropped then.
    ///
    /// ```
    /// self                      1--2--3-----|
    /// asked for                 --------1-----1
    /// buffer(2, … .dropOldest)  --------2-----(3|)
    /// ```
    ///
    /// - Parameters:
    ///   - size: How many values are kept at most; those that are delivered at once don't count.
    ///   - prefetch: Whether upstream is asked for everything, or for what fits.
    ///   - whenFull: What becomes of a value that doesn't fit.
    @inlinable
    public func buffer(
        size: Int, prefetch: Publishers.PrefetchStrategy, whenFull: Publishers.BufferingStrategy<Failure>
    ) -> Publishers.Buffer<Self> {
        Publishers.Buffer(upstream: self, size: size, prefetch: prefetch, whenFull: whenFull)
    }
}

/// Lets values pass as they are asked for, and keeps some.
@usableFromInline
struct BufferRule<Value: Sendable, Failure: Error>: TimingRule {
    @usableFromInline let size: Int
    @usableFromInline let prefetch: Publishers.PrefetchStrategy
    @usableFromInline var whenFull: Publishers.BufferingStrategy<Failure>
    @usableFromInline var kept = Fifo<Value>()
    /// What downstream has asked for and not got: a value for it passes even a buffer of size zero.
    @usableFromInline var wanted = Subscribers.Demand.none

    @inlinable
    init(
        size: Int, prefetch: Publishers.PrefetchStrategy, whenFull: Publishers.BufferingStrategy<Failure>
    ) {
        self.size = size
        self.prefetch = prefetch
        self.whenFull = whenFull
    }

    @inlinable
    var initialDemand: Subscribers.Demand { prefetch == .keepFull ? .max(size) : .unlimited }
    @inlinable
    var demandPerDelivery: Subscribers.Demand { prefetch == .keepFull ? .max(1) : .none }

    @inlinable
    mutating func take(_ input: Value, at now: Duration) -> Subscribers.Completion<Failure>? {
        if kept.count < size || wanted > kept.count {
            kept.append(input)
            return nil
        }
        switch whenFull {
        case .dropNewest:
            break
        case .dropOldest:
            if kept.popFirst() != nil { kept.append(input) }
        case .customError(let makeError):
            return .failure(makeError())
        }
        return nil
    }

    @inlinable
    mutating func complete(_ completion: Subscribers.Completion<Failure>, at now: Duration) {}

    @inlinable
    mutating func demand(for request: Subscribers.Demand) -> Subscribers.Demand {
        wanted += request
        return .none
    }

    @inlinable
    mutating func next(at now: Duration) -> Value? {
        guard let value = kept.popFirst() else { return nil }
        wanted -= 1
        return value
    }

    @inlinable
    func isDone(at now: Duration) -> Bool { kept.isEmpty }

    @inlinable
    mutating func discard() {
        kept = Fifo()
        whenFull = .dropNewest
    }
}
