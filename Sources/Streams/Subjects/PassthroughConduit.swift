/// One subscriber of a passthrough subject, and the subscription that it holds.
@usableFromInline
final class PassthroughConduit<Output: Sendable, Failure: Error>: ConduitSubscription, @unchecked Sendable {
    // Sendable: nothing changes but what is atomic, and what the superclass protects.

    @usableFromInline typealias Downstream = ErasedSubscriber<Output, Failure>

    @usableFromInline let demand = DemandCounter()
    /// Set if the subscriber keeps values that exceed its demand.
    @usableFromInline let flowControl: Subscribers.FlowControl?

    @inlinable
    init(for downstream: AnySubscriber<Output, Failure>, of subject: PassthroughSubject<Output, Failure>) {
        flowControl = downstream.flowControl
        super.init(
            from: subject, to: downstream.box,
            request: { unsafeDowncast($0, to: PassthroughConduit.self).add($1) },
            cancel: { unsafeDowncast($0, to: PassthroughConduit.self).detach() })
    }

    @inlinable @inline(__always)
    func withSubject(_ body: (PassthroughSubject<Output, Failure>) -> Void) {
        subject._withUnsafeGuaranteedRef {
            body(unsafeDowncast($0, to: PassthroughSubject<Output, Failure>.self))
        }
    }

    /// Delivers a value if there is demand.
    @inlinable @inline(__always)
    func offer(_ value: Output) {
        let demand = demand.current
        if demand == .unlimited {
            _ = deliver(value)
        } else if demand > .none {
            offerCounted(value)
        } else if demand == .none, flowControl?.admitsExcess == true {
            addWhileDelivering(deliver(value))
        }
    }

    @inlinable
    func offerCounted(_ value: Output) {
        if demand.takeOne() { addWhileDelivering(deliver(value)) }
    }

    /// Adds demand as the owner of the subject's drain, who keeps the subject.
    @inlinable
    func addWhileDelivering(_ more: Subscribers.Demand) {
        guard more > .none else { return }
        _ = demand.add(more)
        withSubject { $0.requested(more, of: self) }
    }

    @inlinable @inline(__always)
    func deliver(_ value: Output) -> Subscribers.Demand {
        downstream?._withUnsafeGuaranteedRef { object in
            let subscriber = unsafeDowncast(object, to: Downstream.self)
            return subscriber.onValue(subscriber, value)
        } ?? .none
    }

    @inlinable
    func add(_ more: Subscribers.Demand) {
        guard more > .none else { return }
        _ = demand.add(more)
        guard enterSubject() else { return }
        withSubject { $0.requested(more, of: self) }
        leaveSubject()
    }

    @usableFromInline
    override var description: String { "PassthroughSubject" }

    @inlinable
    func detach() {
        guard demand.close() else { return }
        withSubject { $0.detach(self) }
        leaveSubject()
    }
}

// What follows is called by the owner of the subject's drain only.
extension PassthroughConduit {
    /// Sends the subscription downstream.
    @inlinable
    func begin() {
        downstream?._withUnsafeGuaranteedRef { object in
            let subscriber = unsafeDowncast(object, to: Downstream.self)
            subscriber.onSubscription(subscriber, self)
        }
    }

    @inlinable
    func finish(_ completion: Subscribers.Completion<Failure>) {
        guard demand.close() else { return }
        downstream?._withUnsafeGuaranteedRef { object in
            let subscriber = unsafeDowncast(object, to: Downstream.self)
            subscriber.onCompletion(subscriber, completion)
        }
        releaseDownstream()
        leaveSubject()
    }
}
