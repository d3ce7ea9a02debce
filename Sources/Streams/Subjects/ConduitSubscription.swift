import Synchronization

/// What a subject and one of its subscribers hold of each other. At the end the subscription releases both,
/// because a subscriber may keep its subscription.
///
/// It is not generic, so that its work, the release included, looks up no metadata.
@usableFromInline
class ConduitSubscription: SpecializedSubscription, @unchecked Sendable {
    // Sendable: `subscriber` belongs to the owner of the subject's drain; `subject` is released by the last
    // that uses it.

    @usableFromInline final let demand: DemandCounter
    /// Released when the subscription leaves the subject's list.
    @usableFromInline @exclusivity(unchecked) final var subscriber = HeldSubscriber()
    /// Releases the subscriber, whose type it knows.
    private final let onRelease: @Sendable (ConduitSubscription) -> Void
    @usableFromInline final let subject: Unmanaged<AnyObject>
    /// The number of callers that use the subject, and one more until the end.
    private final let subjectUsers = Atomic<Int>(1)

    @usableFromInline
    init(
        from subject: AnyObject, demanding demand: Subscribers.Demand,
        request: @escaping @Sendable (SpecializedSubscription, Subscribers.Demand) -> Void,
        cancel: @escaping @Sendable (SpecializedSubscription) -> Void,
        release: @escaping @Sendable (ConduitSubscription) -> Void
    ) {
        onRelease = release
        self.demand = DemandCounter(demand)
        self.subject = .passRetained(subject)
        super.init(request: request, cancel: cancel)
    }

    deinit {
        if subscriber.isHeld { onRelease(self) }
        if subjectUsers.load(ordering: .acquiring) > 0 { subject.release() }
    }

    /// Releases the subscriber. Called by the owner of the subject's drain only, and not while the subscriber
    /// receives a signal.
    @usableFromInline
    final func releaseSubscriber() {
        onRelease(self)
    }

    /// Keeps the subject from being released while the caller uses it.
    ///
    /// - Returns: Whether the stream has not ended.
    @usableFromInline
    final func enterSubject() -> Bool {
        var seen = subjectUsers.load(ordering: .relaxed)
        while seen > 0 {
            let (exchanged, original) = subjectUsers.weakCompareExchange(
                expected: seen, desired: seen + 1, ordering: .acquiring)
            if exchanged { return true }
            seen = original
        }
        return false
    }

    /// Ends the use of the subject, or the stream.
    @usableFromInline
    final func leaveSubject() {
        let rest = subjectUsers.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue
        if rest == 0 { subject.release() }
    }
}
