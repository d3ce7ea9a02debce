/// Attaches a subject to a publisher.
@usableFromInline
struct SubjectSubscriber<Target: Subject>: Subscriber {
    @usableFromInline let upstream: SubscriptionLink
    @usableFromInline let target: Target

    @inlinable
    init(_ target: Target, upstream: SubscriptionLink = SubscriptionLink()) {
        self.target = target
        self.upstream = upstream
    }

    /// A subject takes all values; each of its subscribers drops or keeps what exceeds its demand.
    @inlinable var flowControl: Subscribers.FlowControl? { .neverPausing }

    @inlinable
    func receive(subscription: any Subscription) {
        if upstream.attach(subscription) { target.send(subscription: upstream) }
    }

    @inlinable
    func receive(_ input: Target.Output) -> Subscribers.Demand {
        if !upstream.isStopped { target.send(input) }
        return .none
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Target.Failure>) {
        if upstream.finish() { target.send(completion: completion) }
    }
}
