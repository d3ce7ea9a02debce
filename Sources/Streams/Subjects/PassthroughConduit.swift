/// One subscriber of a passthrough subject, and the subscription that it holds.
///
/// The class does not depend on the subscriber's type, by which metadata would be looked up for each
/// subscription. Closures that capture nothing call the subscriber: see ``SpecializedSubscription``.
@usableFromInline
final class PassthroughConduit<Output: Sendable, Failure: Error>: ConduitSubscription, @unchecked Sendable {
    // Sendable: nothing changes but what is atomic, and what the superclass protects.

    /// Set if the subscriber keeps values that exceed its demand.
    @usableFromInline let flowControl: Subscribers.FlowControl?
    @usableFromInline let onValue: @Sendable (PassthroughConduit, Output) -> Subscribers.Demand
    @usableFromInline let onCompletion:
        @Sendable (PassthroughConduit, Subscribers.Completion<Failure>) -> Void

    /// Creates the conduit of a subscriber that receives it as its subscription.
    @export(implementation)
    convenience init<S: Subscriber>(for subscriber: S, of subject: Unmanaged<AnyObject>)
    where S.Input == Output, S.Failure == Failure {
        self.init(of: subject, flowControl: subscriber.flowControl, demanding: .none, holding: S.self)
        self.subscriber.hold(subscriber)
    }

    /// Creates the conduit of a sink, which receives no subscription: its demand is unlimited.
    ///
    /// - Parameters:
    ///   - subject: The subject.
    ///   - makeSubscriber: Makes the sink, with operators, from the conduit.
    @export(implementation)
    convenience init<S: Subscriber>(
        of subject: Unmanaged<AnyObject>, sendingTo makeSubscriber: (Unmanaged<AnyObject>) -> S
    ) where S.Input == Output, S.Failure == Failure {
        self.init(of: subject, flowControl: nil, demanding: .unlimited, holding: S.self)
        subscriber.hold(makeSubscriber(.passUnretained(self)))
    }

    @export(implementation)
    init<S: Subscriber>(
        of subject: Unmanaged<AnyObject>, flowControl: Subscribers.FlowControl?,
        demanding demand: Subscribers.Demand, holding type: S.Type
    ) where S.Input == Output, S.Failure == Failure {
        self.flowControl = flowControl
        onValue = { conduit, value in
            var demand = Subscribers.Demand.none
            conduit.subscriber.with(S.self) { demand = $0.base.receive(value) }
            return demand
        }
        onCompletion = { conduit, completion in
            conduit.subscriber.with(S.self) { $0.base.receive(completion: completion) }
        }
        super.init(from: subject, demanding: demand) { conduit, call in
            switch call {
            case .begin: conduit.subscriber.with(S.self) { $0.base.receive(subscription: conduit) }
            case .request(let demand): unsafeDowncast(conduit, to: PassthroughConduit.self).add(demand)
            case .cancel: unsafeDowncast(conduit, to: PassthroughConduit.self).detach()
            case .release: conduit.subscriber.release(S.self)
            }
        }
    }

    @export(implementation) @inline(__always)
    func withSubject(_ body: (PassthroughSubject<Output, Failure>) -> Void) {
        subject._withUnsafeGuaranteedRef {
            body(unsafeDowncast($0, to: PassthroughSubject<Output, Failure>.self))
        }
    }

    /// Delivers a value if there is demand.
    @export(implementation) @inline(__always)
    func offer(_ value: Output) {
        let demand = demand.current
        if demand == .unlimited {
            _ = onValue(self, value)
        } else if demand > .none {
            offerCounted(value)
        } else if demand == .none, flowControl?.admitsExcess == true {
            // The demand that is returned for it replaces this value, which was not requested.
            addWhileDelivering(onValue(self, value) - 1)
        }
    }

    @export(implementation)
    func offerCounted(_ value: Output) {
        if demand.takeOne() { addWhileDelivering(onValue(self, value)) }
    }

    /// Adds demand as the owner of the subject's drain, which retains the subject.
    @export(implementation)
    func addWhileDelivering(_ more: Subscribers.Demand) {
        guard more > .none else { return }
        _ = demand.add(more)
        withSubject { $0.requested(more, of: self) }
    }

    @export(implementation)
    func add(_ more: Subscribers.Demand) {
        guard more > .none else { return }
        _ = demand.add(more)
        guard enterSubject() else { return }
        withSubject { $0.requested(more, of: self) }
        leaveSubject()
    }

    @usableFromInline
    override var description: String { "PassthroughSubject" }

    @export(implementation)
    func detach() {
        guard demand.close() else { return }
        withSubject { $0.detach(self) }
        leaveSubject()
    }
}

// What follows is called by the owner of the subject's drain only.
extension PassthroughConduit {
    /// Sends the subscription downstream, or notes the demand of a subscriber that takes none.
    @export(implementation)
    func begin() {
        if demand.current == .unlimited {
            withSubject { $0.requested(.unlimited, of: self) }
        } else {
            beginSubscriber()
        }
    }

    @export(implementation)
    func finish(_ completion: Subscribers.Completion<Failure>) {
        guard demand.close() else { return }
        onCompletion(self, completion)
        releaseSubscriber()
        leaveSubject()
    }
}
