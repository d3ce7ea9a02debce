import Streams

/// A call of ``PagingModel/refresh()`` that waits for the end of the refresh.
@MainActor
final class RefreshWait {
    /// How many refreshes of the session have ended when this one has.
    private let goal: Int
    /// The tally of the latest state.
    private var tally: LoadTally
    /// Whether the states are still those of the same session: a publisher of feeds may go to another one.
    private var isSameSession = true
    /// Whether a state in which the list is being refreshed has arrived.
    private var hasBegun = false
    private let end = OneTimeEvent()

    /// Makes a wait, before the refresh is requested.
    ///
    /// - Parameter state: The latest state.
    init<Item>(after state: ViewState<Item>) {
        tally = state.tally
        goal = tally.refreshes + 1
    }

    /// Ends the wait if the refresh has ended: all those that were requested, because the latest state may
    /// have been older than one of them.
    func take<Item>(_ state: ViewState<Item>) {
        isSameSession = isSameSession && state.tally.follows(tally)
        tally = state.tally
        if tally.endedRefreshes >= goal, tally.endedRefreshes == tally.refreshes { return finish() }
        // The load that ends may be another one. States that are not made by a feed of this package have no
        // tally, and another session does not count this refresh.
        if isSameSession, tally != LoadTally() { return }
        if hasBegun, !state.refresh.isLoading { return finish() }
        hasBegun = hasBegun || state.refresh.isLoading
    }

    func finish() { end.occur() }

    /// Returns when the wait has ended, or the task is cancelled.
    func finished() async { await end.occurred() }
}

extension LoadTally {
    /// Whether it may be a later tally of the same session: no count is lower.
    fileprivate func follows(_ old: Self) -> Bool {
        refreshes >= old.refreshes && endedRefreshes >= old.endedRefreshes && stops >= old.stops
            && failures >= old.failures && generations >= old.generations && pages >= old.pages
    }
}

/// An event that one task waits for.
private final class OneTimeEvent: Sendable {
    private enum State: Sendable {
        case pending
        case awaited(CheckedContinuation<Void, Never>)
        case past
    }

    private let state = Locked(State.pending)

    func occur() {
        if case .awaited(let continuation) = state.exchange(.past) { continuation.resume() }
    }

    /// Returns when the event has occurred, or the task is cancelled.
    func occurred() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isPast = state.withLock { state in
                    if case .past = state { return true }
                    state = .awaited(continuation)
                    return false
                }
                if isPast { continuation.resume() }
            }
        } onCancel: {
            occur()
        }
    }
}
