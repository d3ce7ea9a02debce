/// The subscription that `subscribe(on:)` sends downstream: requests and cancels on a scheduler.
///
/// Requests that are made while downstream receives it wait until then: on a concurrent scheduler, upstream
/// would answer on another thread at once.
///
/// Downstream and the work that it schedules hold this object, and nothing else does. Once it is released no
/// request can follow, so that upstream's subscription is released as well. See ``StageSubscription``.
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
        abandon()
    }

    func abandon() { upstream.abandon() }

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
    func cancel() {
        if link.cancelToFinish() { scheduler.schedule { self.upstream.cancel() } }
    }

    @usableFromInline
    var description: String { "SubscribeOn" }
}
