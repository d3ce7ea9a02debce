/// One subscriber of a passthrough subject.
@usableFromInline
final class PassthroughConduit<Output: Sendable, Failure: Error>: SpecializedSubscription, @unchecked Sendable
{
    // Sendable: nothing changes but what is atomic.

    @usableFromInline let demand = DemandCounter()
    @usableFromInline let downstream: AnySubscriber<Output, Failure>
    /// The subscription that downstream holds. It releases the conduit, and with it downstream, at the end.
    @usableFromInline let link = SubscriptionLink()
    @usableFromInline let subject: PassthroughSubject<Output, Failure>
    /// Set if the subscriber keeps values that exceed its demand.
    @usableFromInline let flowControl: Subscribers.FlowControl?

    @inlinable
    init(for downstream: AnySubscriber<Output, Failure>, of subject: PassthroughSubject<Output, Failure>) {
        self.downstream = downstream
        self.subject = subject
        flowControl = downstream.flowControl
        super.init(
            request: { unsafeDowncast($0, to: PassthroughConduit.self).add($1) },
            cancel: { unsafeDowncast($0, to: PassthroughConduit.self).detach() })
    }

    /// Sends the subscription downstream.
    @inlinable
    func begin() {
        link.attach(self)
        downstream.receive(subscription: link)
    }

    /// Delivers a value if there is demand.
    @inlinable @inline(__always)
    func offer(_ value: Output) {
        let demand = demand.current
        if demand == .unlimited {
            _ = downstream.receive(value)
        } else if demand > .none {
            offerCounted(value)
        } else if demand == .none, flowControl != nil {
            add(downstream.receive(value))
        }
    }

    @inlinable
    func offerCounted(_ value: Output) {
        if demand.takeOne() { add(downstream.receive(value)) }
    }

    @inlinable
    func add(_ more: Subscribers.Demand) {
        guard more > .none else { return }
        _ = demand.add(more)
        subject.requested(more, of: self)
    }

    @usableFromInline
    override var description: String { "PassthroughSubject" }

    @inlinable
    func detach() {
        if demand.close() { subject.detach(self) }
    }

    @inlinable
    func finish(_ completion: Subscribers.Completion<Failure>) {
        guard demand.close() else { return }
        if link.finish() { downstream.receive(completion: completion) }
    }
}
