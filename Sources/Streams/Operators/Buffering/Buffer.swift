extension Publishers {
    /// The way a buffer requests values from upstream.
    public enum PrefetchStrategy: Sendable, Hashable {
        /// The buffer requests its size at subscription, then one value for each value delivered.
        case keepFull

        /// The buffer requests an unlimited number of values.
        case byRequest
    }

    /// The handling of a value that arrives when the buffer is full.
    public enum BufferingStrategy<Failure: Error>: Sendable {
        /// The new value is dropped.
        case dropNewest

        /// The oldest value in the buffer is dropped.
        case dropOldest

        /// Upstream is cancelled and the stream fails at once, with an error that the closure returns.
        case customError(@Sendable () -> Failure)
    }

    /// Buffers values until there is demand. See ``Publisher/buffer(size:prefetch:whenFull:)``.
    public struct Buffer<Upstream: Publisher>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream

        /// The number of values that the buffer holds.
        public let size: Int

        /// The strategy by which values are requested from upstream.
        public let prefetch: PrefetchStrategy

        /// The strategy for a value that exceeds the size.
        public let whenFull: BufferingStrategy<Failure>

        /// Creates a publisher that buffers values until there is demand.
        ///
        /// - Parameters:
        ///   - upstream: The upstream publisher.
        ///   - size: The number of values that the buffer holds; zero or more, and with `keepFull` one or
        ///     more.
        ///   - prefetch: How values are requested from upstream.
        ///   - whenFull: How a value is handled that exceeds the size.
        @export(implementation)
        public init(
            upstream: Upstream, size: Int, prefetch: PrefetchStrategy, whenFull: BufferingStrategy<Failure>
        ) {
            precondition(size >= 0, "The size of a buffer must not be negative.")
            precondition(
                size > 0 || prefetch == .byRequest,
                "A buffer that is kept full has room for one value or more.")
            self.upstream = upstream
            self.size = size
            self.prefetch = prefetch
            self.whenFull = whenFull
        }

        @export(implementation) @inline(__always)
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.receive(
                subscriber: TimedStage(
                    BufferRule(
                        size: size, prefetch: prefetch, whenFull: whenFull,
                        flowControl: prefetch == .keepFull ? subscriber.flowControl : nil),
                    downstream: subscriber, scheduler: ImmediateScheduler.shared))
        }
    }
}

extension Publisher {
    /// Buffers values until there is demand.
    ///
    /// A buffer with `.keepFull` before a `for await` loop also keeps what subjects send beyond its size.
    ///
    /// The completion follows the last buffered value. An error of `whenFull` is sent when the buffer
    /// overflows, and the buffered values are dropped.
    ///
    /// ```
    /// self                      1--2--3-----|
    /// demand                    --------1-----1
    /// buffer(2, … .dropOldest)  --------2-----(3|)
    /// ```
    ///
    /// - Parameters:
    ///   - size: The number of values that the buffer holds, not counting those that are delivered at once;
    ///     with `.keepFull` one or more, because as many are requested.
    ///   - prefetch: Whether an unlimited number of values is requested, or as many as the buffer can hold.
    ///   - whenFull: How a value is handled that exceeds the size.
    @export(implementation)
    public func buffer(
        size: Int, prefetch: Publishers.PrefetchStrategy, whenFull: Publishers.BufferingStrategy<Failure>
    ) -> Publishers.Buffer<Self> {
        Publishers.Buffer(upstream: self, size: size, prefetch: prefetch, whenFull: whenFull)
    }
}

/// Delivers values on demand, and holds a limited number.
@usableFromInline
struct BufferRule<Value: Sendable, Failure: Error>: TimingRule {
    @export(implementation) var name: StaticString { "Buffer" }

    @usableFromInline let size: Int
    @usableFromInline let prefetch: Publishers.PrefetchStrategy
    @usableFromInline var whenFull: Publishers.BufferingStrategy<Failure>
    /// Set if values that exceed what was requested are kept, whatever the size.
    @usableFromInline let flowControl: Subscribers.FlowControl?
    @usableFromInline var kept = Fifo<Value>()
    /// The unmet demand of downstream. A value that meets it is accepted even by a buffer of size zero.
    @usableFromInline var requested = Subscribers.Demand.none

    @export(implementation)
    init(
        size: Int, prefetch: Publishers.PrefetchStrategy, whenFull: Publishers.BufferingStrategy<Failure>,
        flowControl: Subscribers.FlowControl?
    ) {
        self.size = size
        self.prefetch = prefetch
        self.whenFull = whenFull
        self.flowControl = flowControl
    }

    @export(implementation)
    var initialDemand: Subscribers.Demand { prefetch == .keepFull ? .max(size) : .unlimited }
    @export(implementation)
    var demandPerDelivery: Subscribers.Demand {
        // Not while values wait that were not requested.
        followsDemand && kept.count < max(1, size) ? .max(1) : .none
    }
    @export(implementation)
    var followsDemand: Bool { prefetch == .keepFull }

    @export(implementation)
    mutating func take(_ input: Value, at now: Duration) -> Subscribers.Completion<Failure>? {
        if kept.count < size || requested > kept.count || flowControl?.admitsExcess == true {
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

    @export(implementation)
    mutating func pass(_ input: Value) -> Value? { kept.isEmpty ? input : nil }

    @export(implementation)
    mutating func complete(_ completion: Subscribers.Completion<Failure>, at now: Duration) {}

    @export(implementation)
    mutating func demand(for request: Subscribers.Demand) -> Subscribers.Demand {
        requested += request
        return .none
    }

    @export(implementation)
    mutating func next(at now: Duration) -> Value? {
        guard let value = kept.popFirst() else { return nil }
        requested -= 1
        return value
    }

    @export(implementation)
    func isDone(at now: Duration) -> Bool { kept.isEmpty }

    @export(implementation)
    mutating func discard() {
        kept = Fifo()
        whenFull = .dropNewest
    }
}
