extension Publishers {
    /// Ends the stream when no value comes for too long. See ``Publisher/timeout(_:scheduler:customError:)``.
    public struct Timeout<Upstream: Publisher, Context: Scheduler>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream

        /// How long it may take until the next value.
        public let interval: Duration

        /// Where the time passes, and where values are delivered.
        public let scheduler: Context

        /// Makes the error that the stream fails with; without it, the stream finishes.
        public let customError: (@Sendable () -> Failure)?

        /// Makes a publisher that ends the stream when no value comes for too long.
        ///
        /// - Parameters:
        ///   - upstream: Where the values come from.
        ///   - interval: How long it may take until the next value.
        ///   - scheduler: Where the time passes, and where values are delivered.
        ///   - customError: Makes the error that the stream fails with; without it, the stream finishes.
        @inlinable
        public init(
            upstream: Upstream, interval: Duration, scheduler: Context,
            customError: (@Sendable () -> Failure)?
        ) {
            self.upstream = upstream
            self.interval = interval
            self.scheduler = scheduler
            self.customError = customError
        }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.receive(subscriber: paced(AnySubscriber(subscriber)))
        }

        @usableFromInline
        func paced(_ downstream: AnySubscriber<Output, Failure>) -> AnySubscriber<Output, Failure> {
            TimeoutRule<Output, Failure>(interval: interval, customError: customError)
                .subscriber(on: scheduler, deliveringTo: downstream)
        }
    }
}

extension Publisher {
    /// Cancels upstream and ends the stream when no value comes for too long.
    ///
    /// ```
    /// self        a--b--------c
    /// timeout(5)  a--b----|
    /// ```
    ///
    /// The clock starts at subscription, again with each value, and runs while there is no demand as well.
    ///
    /// - Parameters:
    ///   - interval: How long it may take until the next value.
    ///   - scheduler: Where the time passes, and where downstream gets its signals.
    ///   - customError: Makes the error that the stream fails with; without it, the stream finishes.
    @inlinable
    public func timeout<Context: Scheduler>(
        _ interval: Duration, scheduler: Context, customError: (@Sendable () -> Failure)? = nil
    ) -> Publishers.Timeout<Self, Context> {
        Publishers.Timeout(
            upstream: self, interval: interval, scheduler: scheduler, customError: customError)
    }
}

/// Lets everything pass, and ends when too long a time passes without a value.
struct TimeoutRule<Value: Sendable, Failure: Error>: TimingRule {
    let interval: Duration
    private var customError: (@Sendable () -> Failure)?
    private var arrived = Fifo<Value>()
    private(set) var deadline: Duration?

    init(interval: Duration, customError: (@Sendable () -> Failure)?) {
        self.interval = interval
        self.customError = customError
    }

    var initialDemand: Subscribers.Demand { .none }

    mutating func start(at now: Duration) {
        deadline = now + interval
    }

    mutating func take(_ input: Value, at now: Duration) -> Subscribers.Completion<Failure>? {
        arrived.append(input)
        deadline = now + interval
        return nil
    }

    mutating func pass(to now: Duration) -> Subscribers.Completion<Failure>? {
        guard let deadline, deadline <= now else { return nil }
        return customError.map { .failure($0()) } ?? .finished
    }

    mutating func complete(_ completion: Subscribers.Completion<Failure>, at now: Duration) {
        deadline = nil
    }

    mutating func next(at now: Duration) -> Value? { arrived.popFirst() }

    func isDone(at now: Duration) -> Bool { arrived.isEmpty }

    func demand(for request: Subscribers.Demand) -> Subscribers.Demand { request }

    mutating func discard() {
        arrived = Fifo()
        deadline = nil
        customError = nil
    }
}
