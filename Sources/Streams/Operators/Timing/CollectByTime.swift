extension Publishers {
    /// How ``Publisher/collect(_:)-(Publishers.TimeGroupingStrategy<Context>)`` groups values by time.
    public enum TimeGroupingStrategy<Context: Scheduler>: Sendable {
        /// A group is sent at the end of each interval in which values came.
        case byTime(Context, Duration)

        /// A group is sent at the end of each interval in which values came, and whenever it has so many values.
        case byTimeOrCount(Context, Duration, Int)
    }

    /// Sends values in groups, by time. See ``Publisher/collect(_:)-(Publishers.TimeGroupingStrategy<Context>)``.
    public struct CollectByTime<Upstream: Publisher, Context: Scheduler>: Publisher {
        public typealias Output = [Upstream.Output]
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream

        /// How they are grouped.
        public let strategy: TimeGroupingStrategy<Context>

        /// Makes a publisher that sends values in groups, by time.
        ///
        /// - Parameters:
        ///   - upstream: Where the values come from.
        ///   - strategy: How they are grouped.
        @inlinable
        public init(upstream: Upstream, strategy: TimeGroupingStrategy<Context>) {
            self.upstream = upstream
            self.strategy = strategy
        }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.receive(subscriber: paced(AnySubscriber(subscriber)))
        }

        @usableFromInline
        func paced(_ downstream: AnySubscriber<Output, Failure>) -> AnySubscriber<Upstream.Output, Failure> {
            let (scheduler, interval, count) =
                switch strategy {
                case .byTime(let scheduler, let interval): (scheduler, interval, Int.max)
                case .byTimeOrCount(let scheduler, let interval, let count): (scheduler, interval, count)
                }
            return CollectRule<Upstream.Output, Failure>(interval: interval, count: count)
                .subscriber(on: scheduler, deliveringTo: downstream)
        }
    }
}

extension Publisher {
    /// Sends values in groups, by time.
    ///
    /// ```
    /// self                        ab--c-----d|
    /// collect(.byTime(time, 3))   ---[ab]--[c]--([d]|)
    /// ```
    ///
    /// The intervals follow each other from the subscription on; one without values sends nothing. The last group
    /// is sent when this publisher finishes, and dropped when it fails. Upstream is asked for everything; groups
    /// wait for demand.
    ///
    /// - Parameter strategy: How long the intervals are, on what scheduler, and how large a group may be.
    @inlinable
    public func collect<Context: Scheduler>(
        _ strategy: Publishers.TimeGroupingStrategy<Context>
    ) -> Publishers.CollectByTime<Self, Context> {
        Publishers.CollectByTime(upstream: self, strategy: strategy)
    }
}

/// Lets groups pass, at the end of intervals and when they are full.
struct CollectRule<Value: Sendable, Failure: Error>: TimingRule {
    let interval: Duration
    let count: Int
    private var beginning = Duration.zero
    private var group: [Value] = []
    private var groups = Fifo<[Value]>()
    private(set) var deadline: Duration?

    init(interval: Duration, count: Int) {
        precondition(interval > .zero, "An interval lasts for some time.")
        precondition(count > 0, "A group has at least one value.")
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

    mutating func pass(to now: Duration) -> Subscribers.Completion<Failure>? {
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
        return beginning + Duration(attoseconds: (passed + 1) * length)
    }
}
