extension Publishers {
    /// The way in which ``Publisher/collect(_:options:)-(Publishers.TimeGroupingStrategy<Context>,_)`` groups
    /// values by time.
    public enum TimeGroupingStrategy<Context: Scheduler>: Sendable {
        /// A group is sent at the end of each interval in which values arrived.
        case byTime(Context, Duration)

        /// A group is sent at the end of each interval in which values arrived, and whenever it reaches a
        /// number of values.
        case byTimeOrCount(Context, Duration, Int)
    }

    /// Sends values in groups, by time. See
    /// ``Publisher/collect(_:options:)-(Publishers.TimeGroupingStrategy<Context>,_)``.
    public struct CollectByTime<Upstream: Publisher, Context: Scheduler>: Publisher {
        public typealias Output = [Upstream.Output]
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream

        /// The way in which values are grouped.
        public let strategy: TimeGroupingStrategy<Context>

        /// Creates a publisher that sends values in groups, by time.
        ///
        /// - Parameters:
        ///   - upstream: The upstream publisher.
        ///   - strategy: How values are grouped.
        @export(implementation)
        public init(upstream: Upstream, strategy: TimeGroupingStrategy<Context>) {
            self.upstream = upstream
            self.strategy = strategy
            strategy.check()
        }

        @export(implementation) @inline(__always)
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.receive(subscriber: timed(AnySubscriber(subscriber)))
        }

        @usableFromInline
        func timed(_ downstream: AnySubscriber<Output, Failure>) -> AnySubscriber<Upstream.Output, Failure> {
            let (scheduler, interval, count) = strategy.parts
            return CollectRule<Upstream.Output, Failure>(interval: interval, count: count)
                .subscriber(on: scheduler, deliveringTo: downstream)
        }
    }
}

extension Publishers.TimeGroupingStrategy {
    fileprivate var parts: (scheduler: Context, interval: Duration, count: Int) {
        switch self {
        case .byTime(let scheduler, let interval): (scheduler, interval, .max)
        case .byTimeOrCount(let scheduler, let interval, let count): (scheduler, interval, count)
        }
    }

    @usableFromInline
    func check() {
        precondition(parts.interval > .zero, "The interval must be greater than zero.")
        precondition(parts.count > 0, "The count must be at least one.")
    }
}

extension Publisher {
    /// Sends values in groups, by time.
    ///
    /// ```
    /// self                       a-b---c---------d--|
    /// collect(.byTime(time, 5))  -----[a,b][c]------([d]|)
    /// ```
    ///
    /// The first interval begins at subscription; no group is sent for an interval without values. The last
    /// group is sent when this publisher finishes, and dropped when it fails. The operator requests an
    /// unlimited number of values; groups wait for demand.
    ///
    /// - Parameters:
    ///   - strategy: The length of the intervals, greater than zero, their scheduler, and the size of a
    ///     group, one or more.
    ///   - options: `nil`; schedulers have no options.
    @export(implementation)
    public func collect<Context: Scheduler>(
        _ strategy: Publishers.TimeGroupingStrategy<Context>, options: SchedulerOptions? = nil
    ) -> Publishers.CollectByTime<Self, Context> {
        Publishers.CollectByTime(upstream: self, strategy: strategy)
    }

    /// Sends values in groups, by time, on the main actor. See ``MainActorPublisher``.
    @export(implementation)
    public func collect(
        _ strategy: Publishers.TimeGroupingStrategy<MainActor>, options: SchedulerOptions? = nil
    ) -> MainActorPublisher<Publishers.CollectByTime<Self, MainActor>> {
        MainActorPublisher<Publishers.CollectByTime<Self, MainActor>>(
            Publishers.CollectByTime(upstream: self, strategy: strategy))
    }
}

/// Releases groups at the end of intervals and when they are full.
struct CollectRule<Value: Sendable, Failure: Error>: TimingRule {
    var name: StaticString { "CollectByTime" }

    let interval: Duration
    let count: Int
    private var beginning = Duration.zero
    private var group: [Value] = []
    private var groups = Fifo<[Value]>()
    private(set) var deadline: Duration?

    init(interval: Duration, count: Int) {
        self.interval = interval
        self.count = count
    }

    mutating func start(at now: Duration) {
        beginning = now
    }

    mutating func take(_ input: Value, at now: Duration) -> Subscribers.Completion<Failure>? {
        if group.isEmpty { deadline = end(ofIntervalAt: now) }
        group.append(input)
        if group.count == count { close() }
        return nil
    }

    mutating func advance(to now: Duration) -> Subscribers.Completion<Failure>? {
        if let deadline, deadline <= now { close() }
        return nil
    }

    mutating func complete(_ completion: Subscribers.Completion<Failure>, at now: Duration) {
        if case .finished = completion { close() }
        group = []
        deadline = nil
    }

    mutating func next(at now: Duration) -> [Value]? { groups.popFirst() }

    func isDone(at now: Duration) -> Bool { groups.isEmpty }

    mutating func discard() {
        group = []
        groups = Fifo()
        deadline = nil
    }

    private mutating func close() {
        if !group.isEmpty { groups.append(group) }
        group = []
        deadline = nil
    }

    private func end(ofIntervalAt now: Duration) -> Duration {
        let length = interval.attoseconds
        let passed = (now - beginning).attoseconds / length
        return beginning.moment(after: Duration(attoseconds: (passed + 1) * length))
    }
}
