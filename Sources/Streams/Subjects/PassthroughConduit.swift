import Synchronization

/// One subscriber of a passthrough subject, and the subscription that it holds.
///
/// At the end it releases the subscriber and the subject, because a subscriber may keep its subscription.
@usableFromInline
final class PassthroughConduit<Output: Sendable, Failure: Error>: SpecializedSubscription, @unchecked Sendable
{
    // Sendable: `downstream` belongs to the owner of the subject's drain; `subject` is released by the last that uses it.

    @usableFromInline let demand = DemandCounter()
    /// Unmanaged, so that a delivery retains nothing. Released when the conduit leaves the subject's list.
    @usableFromInline @exclusivity(unchecked) var downstream: Unmanaged<ErasedSubscriber<Output, Failure>>?
    @usableFromInline let subject: Unmanaged<PassthroughSubject<Output, Failure>>
    /// The number of callers that use the subject, and one more until the end.
    @usableFromInline let subjectUsers = Atomic<Int>(1)
    /// Set if the subscriber keeps values that exceed its demand.
    @usableFromInline let flowControl: Subscribers.FlowControl?

    @inlinable
    init(for downstream: AnySubscriber<Output, Failure>, of subject: PassthroughSubject<Output, Failure>) {
        self.downstream = .passRetained(downstream.box)
        self.subject = .passRetained(subject)
        flowControl = downstream.flowControl
        super.init(
            request: { unsafeDowncast($0, to: PassthroughConduit.self).add($1) },
            cancel: { unsafeDowncast($0, to: PassthroughConduit.self).detach() })
    }

    @usableFromInline
    deinit {
        releaseDownstream()
        if subjectUsers.load(ordering: .acquiring) > 0 { subject.release() }
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
        subject._withUnsafeGuaranteedRef { $0.requested(more, of: self) }
    }

    @inlinable @inline(__always)
    func deliver(_ value: Output) -> Subscribers.Demand {
        downstream?._withUnsafeGuaranteedRef { $0.onValue($0, value) } ?? .none
    }

    @inlinable
    func add(_ more: Subscribers.Demand) {
        guard more > .none else { return }
        _ = demand.add(more)
        guard enterSubject() else { return }
        subject._withUnsafeGuaranteedRef { $0.requested(more, of: self) }
        leaveSubject()
    }

    @usableFromInline
    override var description: String { "PassthroughSubject" }

    @inlinable
    func detach() {
        guard demand.close() else { return }
        subject._withUnsafeGuaranteedRef { $0.detach(self) }
        leaveSubject()
    }
}

// What follows is called by the owner of the subject's drain only.
extension PassthroughConduit {
    /// Sends the subscription downstream.
    @inlinable
    func begin() {
        downstream?._withUnsafeGuaranteedRef { $0.onSubscription($0, self) }
    }

    @inlinable
    func finish(_ completion: Subscribers.Completion<Failure>) {
        guard demand.close() else { return }
        downstream?._withUnsafeGuaranteedRef { $0.onCompletion($0, completion) }
        releaseDownstream()
        leaveSubject()
    }

    /// Releases the subscriber. Not to be called while it receives a signal.
    @inlinable
    func releaseDownstream() {
        downstream.take()?.release()
    }
}

// The subject.
extension PassthroughConduit {
    /// Keeps the subject from being released while the caller uses it.
    ///
    /// - Returns: Whether the stream has not ended.
    @inlinable
    func enterSubject() -> Bool {
        var seen = subjectUsers.load(ordering: .relaxed)
        while seen > 0 {
            let (exchanged, original) = subjectUsers.weakCompareExchange(
                expected: seen, desired: seen + 1, ordering: .acquiring)
            if exchanged { return true }
            seen = original
        }
        return false
    }

    @inlinable
    func leaveSubject() {
        let rest = subjectUsers.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue
        if rest == 0 { subject.release() }
    }
}
