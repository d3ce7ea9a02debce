import Synchronization

/// What a subject and one of its subscribers hold of each other. At the end the subscription releases both,
/// because a subscriber may keep its subscription.
///
/// It is not generic, so that its work, the release included, looks up no metadata.
@usableFromInline
class ConduitSubscription: SourceSubscription, CustomStringConvertible, @unchecked Sendable {
    // Sendable: `subscriber` belongs to the owner of the subject's drain; `subject` is released by the last
    // that uses it.

    /// What is done by code that knows the types of the subject and the subscriber.
    @usableFromInline
    enum Call: Sendable {
        /// Send the subscription downstream.
        case begin
        case request(Subscribers.Demand)
        case cancel
        /// Release the subscriber.
        case release
    }

    @usableFromInline final let demand: DemandCounter
    /// Released when the subscription leaves the subject's list.
    @usableFromInline @exclusivity(unchecked) final var subscriber = HeldSubscriber()
    /// One closure for all calls, because each is stored and released with the object; see
    /// ``SpecializedSubscription``.
    private final let onCall: @Sendable (ConduitSubscription, Call) -> Void
    /// Retained until the end.
    @usableFromInline final let subject: Unmanaged<AnyObject>
    /// The number of callers that use the subject, and one more until the end; zero for a sink, which
    /// requests nothing: only the caller that ends the stream uses the subject.
    private final let subjectUsers: Atomic<Int>

    /// Creates the subscription.
    ///
    /// - Parameters:
    ///   - subject: The subject, retained.
    ///   - demand: The demand. A subscriber that begins with unlimited demand is a sink, which requests
    ///     nothing.
    ///   - call: Makes a call of this subscription. It captures nothing.
    @usableFromInline
    init(
        from subject: Unmanaged<AnyObject>, demanding demand: Subscribers.Demand,
        call: @escaping @Sendable (ConduitSubscription, Call) -> Void
    ) {
        onCall = call
        self.demand = DemandCounter(demand)
        self.subject = subject
        subjectUsers = Atomic(demand == .unlimited ? 0 : 1)
    }

    deinit {
        if subscriber.isHeld { onCall(self, .release) }
        if !demand.isClosed { subject.release() }
    }

    @usableFromInline
    final func request(_ demand: Subscribers.Demand) { onCall(self, .request(demand)) }

    @usableFromInline
    final func cancel() { onCall(self, .cancel) }

    @usableFromInline
    var description: String { "Subscription" }

    /// Sends the subscription downstream. Called by the owner of the subject's drain only.
    @usableFromInline
    final func beginSubscriber() { onCall(self, .begin) }

    /// Releases the subscriber. Called by the owner of the subject's drain only, and not while the subscriber
    /// receives a signal.
    @usableFromInline
    final func releaseSubscriber() { onCall(self, .release) }

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
        let isAlone = subjectUsers.load(ordering: .relaxed) == 0
        if isAlone || subjectUsers.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue == 0 {
            subject.release()
        }
    }
}
