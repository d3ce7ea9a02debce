/// Decides which values a timed or buffering operator delivers, and when.
///
/// A pure value: it has no clock and no lock, and calls nothing. Times are those of the operator's scheduler.
@usableFromInline
protocol TimingRule<Input, Output, Failure>: Sendable {
    associatedtype Input: Sendable
    associatedtype Output: Sendable
    associatedtype Failure: Error

    /// What ``Publisher/print(_:to:)`` prints for the operator's subscription.
    var name: StaticString { get }

    /// The demand requested from upstream at subscription, independently of downstream.
    var initialDemand: Subscribers.Demand { get }

    /// When ``advance(to:)`` is to be called, if at all.
    var deadline: Duration? { get }

    /// Records the time of the subscription.
    mutating func start(at now: Duration)

    /// Takes a value.
    ///
    /// - Returns: A completion to send at once, instead of the values that wait; `nil` to continue.
    mutating func take(_ input: Input, at now: Duration) -> Subscribers.Completion<Failure>?

    /// Lets a value pass if the rule would deliver it at once and has nothing else to do; called instead of
    /// ``take(_:at:)`` when the demand is unlimited.
    ///
    /// - Returns: `nil` if the value is to be taken.
    mutating func pass(_ input: Input) -> Output?

    /// Takes upstream's completion.
    mutating func complete(_ completion: Subscribers.Completion<Failure>, at now: Duration)

    /// Advances the time.
    ///
    /// - Returns: A completion to send at once, instead of the values that wait; `nil` to continue.
    mutating func advance(to now: Duration) -> Subscribers.Completion<Failure>?

    /// Takes out the next value that may be delivered. Called only when there is demand for it.
    mutating func next(at now: Duration) -> Output?

    /// Whether upstream's completion may be delivered.
    func isDone(at now: Duration) -> Bool

    /// The demand to request from upstream for a demand of downstream.
    mutating func demand(for request: Subscribers.Demand) -> Subscribers.Demand

    /// The demand to request from upstream after a value was delivered.
    var demandPerDelivery: Subscribers.Demand { get }

    /// Whether values wait for demand also where downstream keeps those that exceed it.
    var followsDemand: Bool { get }

    /// Drops the values that wait.
    mutating func discard()
}

extension TimingRule {
    @export(implementation) var initialDemand: Subscribers.Demand { .unlimited }
    @export(implementation) var deadline: Duration? { nil }
    @export(implementation) mutating func start(at now: Duration) {}
    @export(implementation) mutating func pass(_ input: Input) -> Output? { nil }
    @export(implementation) mutating func advance(to now: Duration) -> Subscribers.Completion<Failure>? {
        nil
    }
    @export(implementation) mutating func demand(for request: Subscribers.Demand) -> Subscribers.Demand {
        .none
    }
    @export(implementation) var demandPerDelivery: Subscribers.Demand { .none }
    @export(implementation) var followsDemand: Bool { false }
}

/// Runs a timing rule: passes signals, requests and times to it, delivers the values it releases, and holds
/// its timer.
@usableFromInline
final class TimedStage<Rule: TimingRule, Downstream: Subscriber, Context: Scheduler>: SerialStage, Subscriber,
    @unchecked Sendable
where Rule.Output == Downstream.Input, Rule.Failure == Downstream.Failure {
    // Sendable: the variables belong to the drain's owner.

    @usableFromInline typealias Input = Rule.Input
    @usableFromInline typealias Failure = Rule.Failure

    @usableFromInline
    enum Event: StageEvent {
        case subscription
        case value(Input)
        case completion(Subscribers.Completion<Failure>)
        case request(Subscribers.Demand)
        /// The timer of a number has fired.
        case timer(Int)
        case cancel
    }

    @usableFromInline let drain = Drain<Event>()
    @usableFromInline let link = SubscriptionLink()
    @usableFromInline let upstream = SubscriptionLink()
    @usableFromInline let downstream: Downstream
    @usableFromInline let scheduler: Context
    @usableFromInline let flowControl: Subscribers.FlowControl?

    @usableFromInline @exclusivity(unchecked) var rule: Rule
    @usableFromInline @exclusivity(unchecked) var demand = Subscribers.Demand.none
    @usableFromInline @exclusivity(unchecked) var completion: Subscribers.Completion<Failure>?
    @usableFromInline @exclusivity(unchecked) var timer:
        (number: Int, due: Duration, handle: (any Cancellable)?)?
    /// How many timers were set.
    @usableFromInline @exclusivity(unchecked) var timerCount = 0
    /// The latest deadline that has passed: the time of an immediate scheduler does not advance, and that of
    /// another one may be negative.
    @usableFromInline @exclusivity(unchecked) var reached = Duration.seconds(Int64.min)

    @export(implementation)
    init(_ rule: Rule, downstream: Downstream, scheduler: Context) {
        self.rule = rule
        self.downstream = downstream
        self.scheduler = scheduler
        flowControl = drain.flowControl(before: downstream.flowControl, keepsExcess: !rule.followsDemand)
    }

    @export(implementation)
    func receive(subscription: any Subscription) {
        guard upstream.attach(subscription) else { return }
        bindLink()
        submit(.subscription)
    }

    @export(implementation)
    func receive(_ input: Input) -> Subscribers.Demand {
        if upstream.isStopped { return .none }
        flowControl?.receivedValue()
        guard drain.enter() else {
            post(.value(input))
            return .none
        }
        let more = passOrTake(input)
        leaveDrain()
        return more
    }

    @export(implementation)
    func receive(completion: Subscribers.Completion<Failure>) {
        if upstream.finish() { submit(.completion(completion)) }
    }
}

// What follows is called by the drain's owner only.
extension TimedStage {
    @export(implementation) var now: Duration { max(scheduler.now, reached) }

    @export(implementation)
    func handle(_ event: Event) {
        if case .cancel = event { return release() }
        if link.isStopped { return }
        switch event {
        case .subscription:
            rule.start(at: now)
            downstream.receive(subscription: StageSubscription(link, of: rule.name))
            if !link.isStopped { ask(rule.initialDemand) }
        case .value(let value):
            return take(value)
        case .completion(let completion):
            self.completion = completion
            rule.complete(completion, at: now)
        case .request(let more):
            demand += more
            ask(rule.demand(for: more))
        case .timer(let number):
            // One that was cancelled when it had begun to fire.
            guard let fired = timer, fired.number == number else { return }
            timer = nil
            reached = max(reached, fired.due)
            if let end = rule.advance(to: now) { return finish(end) }
        case .cancel:
            break
        }
        deliver()
    }

    /// - Returns: The demand to return to upstream.
    @export(implementation) @inline(__always)
    func passOrTake(_ value: Input) -> Subscribers.Demand {
        if demand == .unlimited, flowControl == nil, !link.isStopped, let output = rule.pass(value) {
            _ = downstream.receive(output)
            return rule.demandPerDelivery
        }
        take(value)
        return .none
    }

    @export(implementation)
    func take(_ value: Input) {
        if link.isStopped { return }
        if let end = rule.take(value, at: now) { return finish(end) }
        deliver()
    }

    /// Whether there is demand, or downstream keeps values that exceed it.
    @export(implementation)
    var mayDeliver: Bool {
        demand > .none || !rule.followsDemand && downstream.admitsExcess
    }

    @export(implementation)
    func deliver() {
        while mayDeliver, !link.isStopped, let value = rule.next(at: now) {
            let isExcess = demand == .none
            let more = downstream.receive(value)
            demand = demand + more - 1
            // For upstream, a value that was not requested is.
            ask(rule.demand(for: isExcess ? max(more, .max(1)) : more) + rule.demandPerDelivery)
        }
        if link.isStopped { return }
        if let completion, rule.isDone(at: now) { finish(completion) } else { setTimer() }
    }

    @export(implementation)
    func ask(_ demand: Subscribers.Demand) {
        guard demand > .none else { return }
        let missing = flowControl?.request(demand) ?? demand
        if missing > .none { drain.deferUpstream(.request(upstream, missing)) }
    }

    @export(implementation)
    func release() {
        rule.discard()
        cancelTimer()
        drain.deferUpstream(.cancel(upstream))
    }

    /// Sets the timer, unless it is set, or cancels it if there is no deadline any more. A timer that fires
    /// before a later deadline is set again then.
    @export(implementation)
    func setTimer() {
        guard let deadline = rule.deadline else { return cancelTimer() }
        if timer != nil { return }
        timerCount &+= 1
        let number = timerCount
        timer = (number, deadline, nil)
        let handle = scheduler.schedule(in: deadline - now) { self.submit(.timer(number)) }
        timer?.handle = handle
    }

    @export(implementation)
    func cancelTimer() {
        if timer != nil { timer.take()?.handle?.cancel() }
    }
}

extension TimingRule {
    /// A subscriber that applies this rule and delivers values on the scheduler that measures its time.
    ///
    /// The types of upstream and downstream are erased by closures that are made where the types are known,
    /// so that both chains stay specialized.
    consuming func subscriber<Context: Scheduler>(
        on scheduler: Context, deliveringTo downstream: AnySubscriber<Output, Failure>
    ) -> AnySubscriber<Input, Failure> {
        let delivery = ScheduledDelivery(downstream: downstream, scheduler: scheduler)
        return AnySubscriber(TimedStage(self, downstream: delivery, scheduler: scheduler))
    }
}
