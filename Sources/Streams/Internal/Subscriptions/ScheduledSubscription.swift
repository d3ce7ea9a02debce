/// The subscription that `subscribe(on:)` sends downstream: requests and cancels on a scheduler.
///
/// Requests that are made while downstream receives it wait until then: on a concurrent scheduler, upstream
/// would answer on another thread at once.
///
/// Downstream and the work that it schedules hold this object, and nothing else does. Once it is released no
/// request can follow, so that upstream's subscription is released as well. See ``StageSubscription``. An
/// operator that abandons it releases it, too: the requests that are scheduled precede the release.
@usableFromInline
final class ScheduledSubscription: AbandonableSubscription, CustomStringConvertible {
    private let upstream: SubscriptionLink
    /// Holds nothing; stopped by the cancellation, or by the end.
    private let link: SubscriptionLink
    private let scheduler: any Scheduler
    private let early = EarlyRequests()

    @usableFromInline
    init(_ upstream: SubscriptionLink, _ link: SubscriptionLink, on scheduler: any Scheduler) {
        self.upstream = upstream
        self.link = link
        self.scheduler = scheduler
    }

    deinit {
        upstream.abandon()
    }

    /// Cancels in place of this object, which is released after the requests that are scheduled.
    var weakened: any Subscription {
        BoundSubscription(
            request: { _ in },
            cancel: { [upstream, link, scheduler] in Self.cancel(upstream, link, on: scheduler) },
            abandon: {})
    }

    func abandon() {}

    @usableFromInline
    func request(_ demand: Subscribers.Demand) {
        guard demand > .none, !link.isStopped else { return }
        pass(early.add(demand))
    }

    /// Passes requests on: downstream has received the subscription.
    @usableFromInline
    func open() { pass(early.open()) }

    private func pass(_ demand: Subscribers.Demand) {
        if demand == .none { return }
        scheduler.schedule { self.upstream.request(demand) }
    }

    @usableFromInline
    func cancel() { Self.cancel(upstream, link, on: scheduler) }

    private static func cancel(
        _ upstream: SubscriptionLink, _ link: SubscriptionLink, on scheduler: any Scheduler
    ) {
        if link.cancelToFinish() { scheduler.schedule { upstream.cancel() } }
    }

    @usableFromInline
    var description: String { "SubscribeOn" }
}
