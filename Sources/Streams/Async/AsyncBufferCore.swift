/// The part of an ``AsyncBuffer`` that does not depend on the type of its values: the demand, the tasks that
/// wait, and the phase. It is not generic, so that its work looks up no metadata.
@usableFromInline
class AsyncBufferCore: @unchecked Sendable {
    // Sendable: `state` protects what changes, that of a subclass too.

    @usableFromInline final let state: Locked<AsyncBufferState>
    @usableFromInline final let flowControl: Subscribers.FlowControl?
    /// The same, which is not retained for each value.
    @usableFromInline final let unretainedFlowControl: Unmanaged<Subscribers.FlowControl>?
    private final let policy: AsyncBufferingPolicy
    private final let upstream = SubscriptionLink()

    @usableFromInline
    init(policy: AsyncBufferingPolicy) {
        self.policy = policy
        var flowControl: Subscribers.FlowControl?
        if case .prefetching(let count) = policy {
            flowControl = Subscribers.FlowControl(isOpen: true)
            flowControl?.update(demand: count)
        }
        self.flowControl = flowControl
        unretainedFlowControl = flowControl.map { .passUnretained($0) }
        state = Locked(AsyncBufferState(policy: policy))
    }

    @usableFromInline
    final func receive(subscription: any Subscription) {
        guard upstream.attach(subscription) else { return }
        switch policy {
        case .prefetching: prefetch()
        case .onDemand: break
        default: subscription.request(.unlimited)
        }
    }

    /// Notes that the publisher has attached this subscriber.
    @usableFromInline
    final func didSubscribe() {
        state.withLock { $0.isSubscribing = false }
        if flowControl != nil { requestAllOfUnknownSources() }
    }

    /// Notes the end of upstream.
    ///
    /// - Returns: Whether it had not ended.
    @usableFromInline
    final func endUpstream() -> Bool { upstream.finish() }

    /// Cancels upstream, and resumes the tasks that wait.
    @usableFromInline
    final func end(resuming waiters: Fifo<AsyncBufferState.Waiter>) {
        upstream.cancel()
        flowControl?.close()
        resume(waiters)
    }

    /// Resumes tasks that receive the end.
    @usableFromInline
    final func resume(_ waiters: Fifo<AsyncBufferState.Waiter>) {
        var waiters = waiters
        while let waiter = waiters.popFirst() { waiter.resume(returning: false) }
    }

    /// Suspends a task until there is something for it.
    @usableFromInline
    final func wait(_ waiter: AsyncBufferState.Waiter) {
        let waits = state.withLock { $0.wait(waiter) }
        if !waits { return waiter.resume(returning: false) }
        if policy == .onDemand { upstream.request(.max(1)) }
        pull()
    }

    /// Requests values in place of one that was taken.
    ///
    /// - Parameter demand: What ``AsyncBufferState/took(reportingTo:)`` has returned.
    @usableFromInline
    final func replace(requesting demand: Subscribers.Demand) {
        flowControl?.resumeSources()
        guard demand > .none else { return }
        upstream.request(demand)
        requestAllOfUnknownSources()
    }

    /// Resumes paused sources, and requests the values that are missing.
    private func pull() {
        guard let flowControl else { return }
        flowControl.resumeSources()
        prefetch()
    }

    private func prefetch() {
        let missing = state.withLock { $0.takeMissing() }
        guard missing > .none else { return }
        upstream.request(missing)
        requestAllOfUnknownSources()
    }

    private func requestAllOfUnknownSources() {
        if flowControl?.hasKnownSource == true { return }
        if state.withLock({ $0.becomeUnlimited() }) { upstream.request(.unlimited) }
    }
}

/// Counts the values of an ``AsyncBuffer``, which holds them itself.
@usableFromInline
struct AsyncBufferState: Sendable {
    /// A task that waits. It is resumed with whether a value was handed to it.
    @usableFromInline typealias Waiter = UnsafeContinuation<Bool, Never>
    // Unsafe, because it is not generic in this way and resumed exactly once: it is either taken out of
    // `waiters`, which does not hold it again, or never put there.

    /// What happens to a value that arrives.
    @usableFromInline
    enum Admission: Sendable {
        case keep
        case keepNewest
        case hand(Waiter)
        case refuse
    }

    @usableFromInline
    enum Phase: Sendable {
        case open, ending, ended
    }

    private let policy: AsyncBufferingPolicy
    @usableFromInline var phase = Phase.open
    var isSubscribing = true
    /// The number of values that are kept, without those that were handed to a task.
    private var kept = 0
    /// The number of requested values that have not arrived; `nil` if it is unlimited.
    private var outstanding: Int? = 0
    /// The tasks that wait, in the order in which they receive values.
    private var waiters = Fifo<Waiter>()

    init(policy: AsyncBufferingPolicy) {
        self.policy = policy
    }

    /// Takes a value that was requested, or exceeds what was requested.
    ///
    /// - Parameter flowControl: That of the buffer. A variable of this state would be retained for each
    ///   value.
    @usableFromInline
    mutating func admit(reportingTo flowControl: Unmanaged<Subscribers.FlowControl>?) -> Admission {
        guard phase == .open else { return .refuse }
        if let outstanding { self.outstanding = max(0, outstanding - 1) }
        if let waiter = waiters.popFirst() { return .hand(waiter) }
        switch policy {
        case .bufferingOldest(let limit) where kept >= limit: return .refuse
        case .bufferingNewest(let limit) where kept >= limit: return .keepNewest
        default: break
        }
        kept += 1
        flowControl?._withUnsafeGuaranteedRef { $0.update(demand: room) }
        return .keep
    }

    /// Notes that a value was taken.
    ///
    /// - Parameter flowControl: That of the buffer.
    /// - Returns: What is to be requested in its place, and whether ``AsyncBufferCore/replace(requesting:)``
    ///   is to be called.
    @usableFromInline
    mutating func took(reportingTo flowControl: Unmanaged<Subscribers.FlowControl>?) -> (
        demand: Subscribers.Demand, mustReplace: Bool
    ) {
        kept -= 1
        guard let flowControl else { return (.none, false) }
        let missing = takeMissing()
        let (room, isHalfEmpty) = (room, kept <= room)
        let mayHavePaused = flowControl._withUnsafeGuaranteedRef { flowControl in
            flowControl.update(demand: room)
            return isHalfEmpty && flowControl.mayHavePaused
        }
        return (missing, missing > .none || mayHavePaused)
    }

    /// The number of values of which the loop has too few. Sources that pause are resumed when it has half.
    private var room: Int { max(0, (policy.count ?? 0) - kept) }

    /// The demand that keeps a number of values ahead of the loop. Values are requested in groups of half of
    /// it.
    mutating func takeMissing() -> Subscribers.Demand {
        guard case .prefetching(let count) = policy, phase == .open, let outstanding else { return .none }
        let ahead = outstanding + kept
        if ahead > count / 2 { return .none }
        self.outstanding = outstanding + count - ahead
        return .max(count - ahead)
    }

    /// Notes that an unlimited number of values is requested, if some that were requested have not arrived.
    mutating func becomeUnlimited() -> Bool {
        guard !isSubscribing, phase == .open, let outstanding, outstanding > 0 else { return false }
        self.outstanding = nil
        return true
    }

    /// Adds a task, unless there is something for it.
    mutating func wait(_ waiter: Waiter) -> Bool {
        if kept > 0 || phase != .open { return false }
        waiters.append(waiter)
        return true
    }

    /// Notes the completion, which follows the kept values.
    ///
    /// - Returns: The tasks that receive it.
    @usableFromInline
    mutating func complete() -> Fifo<Waiter>? {
        guard phase == .open else { return nil }
        phase = .ending
        return takeWaiters()
    }

    /// Notes the end of the loop.
    @usableFromInline
    mutating func end() -> Fifo<Waiter> {
        phase = .ended
        kept = 0
        return takeWaiters()
    }

    private mutating func takeWaiters() -> Fifo<Waiter> {
        var taken = Fifo<Waiter>()
        swap(&taken, &waiters)
        return taken
    }
}
