extension Publishers {
    /// Ends the stream if no value arrives in time. See `timeout(_:scheduler:customError:)`.
    public struct Timeout<Upstream: Publisher, Context: Scheduler>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream

        /// The maximum time until the next value.
        public let interval: Duration

        /// The scheduler that measures time and on which values are delivered.
        public let scheduler: Context

        /// Returns the error with which the stream fails; if `nil`, the stream finishes.
        public let customError: (@Sendable () -> Failure)?

        /// Creates a publisher that ends the stream if no value arrives in time.
        ///
        /// - Parameters:
        ///   - upstream: The upstream publisher.
        ///   - interval: The maximum time until the next value.
        ///   - scheduler: The scheduler that measures time and on which values are delivered.
        ///   - customError: Returns the error with which the stream fails; if `nil`, the stream finishes.
        @export(implementation)
        public init(
            upstream: Upstream, interval: Duration, scheduler: Context,
            customError: (@Sendable () -> Failure)?
        ) {
            self.upstream = upstream
            self.interval = interval
            self.scheduler = scheduler
            self.customError = customError
        }

        @export(implementation) @inline(__always)
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.receive(subscriber: timed(AnySubscriber(subscriber)))
        }

        @usableFromInline
        func timed(_ downstream: AnySubscriber<Output, Failure>) -> AnySubscriber<Output, Failure> {
            TimeoutRule<Output, Failure>(interval: interval, customError: customError)
                .subscriber(on: scheduler, deliveringTo: downstream)
        }
    }
}

extension Publisher {
    /// Cancels upstream and ends the stream if no value arrives in time, and delivers on the main actor. See
    /// ``MainActorPublisher``.
    @export(implementation)  // First: the compiler tries overloads in this order, and `.main` fits here.
    public func timeout(
        _ interval: Duration, scheduler: MainActor, options: SchedulerOptions? = nil,
        customError: (@Sendable () -> Failure)? = nil
    ) -> MainActorPublisher<Publishers.Timeout<Self, MainActor>> {
        MainActorPublisher<Publishers.Timeout<Self, MainActor>>(
            Publishers.Timeout(
                upstream: self, interval: interval, scheduler: scheduler, customError: customError))
    }

    /// Cancels upstream and ends the stream if no value arrives in time.
    ///
    /// ```
    /// self        a--b--------c
    /// timeout(5)  a--b----|
    /// ```
    ///
    /// The time starts at subscription and again at each value, and advances without demand as well. On an
    /// ``ImmediateScheduler`` the stream ends at once.
    ///
    /// - Parameters:
    ///   - interval: The maximum time until the next value.
    ///   - scheduler: The scheduler that measures time and on which signals are delivered.
    ///   - options: `nil`; schedulers have no options.
    ///   - customError: Returns the error with which the stream fails; if `nil`, the stream finishes.
    @export(implementation)
    public func timeout<Context: Scheduler>(
        _ interval: Duration, scheduler: Context, options: SchedulerOptions? = nil,
        customError: (@Sendable () -> Failure)? = nil
    ) -> Publishers.Timeout<Self, Context> {
        Publishers.Timeout(
            upstream: self, interval: interval, scheduler: scheduler, customError: customError)
    }
}

/// Releases all values, and ends the stream if the time between two is too long.
struct TimeoutRule<Value: Sendable, Failure: Error>: TimingRule {
    var name: StaticString { "Timeout" }

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
        deadline = now.moment(after: interval)
    }

    mutating func take(_ input: Value, at now: Duration) -> Subscribers.Completion<Failure>? {
        arrived.append(input)
        deadline = now.moment(after: interval)
        return nil
    }

    mutating func advance(to now: Duration) -> Subscribers.Completion<Failure>? {
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
