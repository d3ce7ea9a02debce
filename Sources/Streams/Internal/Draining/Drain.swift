import Synchronization

/// Serialises events from several threads without blocking: the one drain loop of the package.
///
/// Whoever submits an event while nobody is draining becomes the owner: it handles its event, then those that
/// others submitted meanwhile, then leaves. Whoever submits while somebody drains, on another thread or further
/// up this thread's stack, leaves the event in the mailbox and returns. So handlers run one at a time, may
/// touch state that belongs to the drain without a lock, and re-entrant events are handled in order with no
/// recursion.
///
/// A handler calls downstream freely. What it has to ask of *upstream* (subscribe, request) it hands to
/// ``deferUpstream(_:)``: an upstream may answer synchronously and without end, and its answers must find the
/// drain free. Those calls are made after the owner has left, one at a time, in order, with no recursion;
/// cancellations at once, even while another call is being made.
///
/// An uncontended event costs two atomic exchanges.
@usableFromInline
package final class Drain<Event: Sendable>: @unchecked Sendable {
    // Sendable: `owed` and `spare` are touched by the owner only, which the atomic state makes exclusive.

    /// Zero, or the owner's thread with ``mailWaiting`` if there is mail.
    @usableFromInline let state = Atomic<UInt>(0)
    @usableFromInline let mailbox = Locked<ContiguousArray<Event>>([])
    @usableFromInline let outbox = Locked(Outbox())
    @usableFromInline @exclusivity(unchecked) var owed = UpstreamCalls()
    /// An empty mailbox to put in the place of one whose mail is handled.
    @usableFromInline @exclusivity(unchecked) var spare: ContiguousArray<Event> = []

    @inlinable
    package init() {}

    /// Handles an event now, or leaves it to the present owner.
    ///
    /// - Parameters:
    ///   - event: What happened.
    ///   - handler: Handles this event and, as long as this thread is the owner, those of others.
    @inlinable
    package func submit(_ event: Event, to handler: (Event) -> Void) {
        if enter() {
            handler(event)
            leave(handler)
        } else {
            post(event, to: handler)
        }
    }

    /// Does some work now, as the owner, or leaves the event that stands for it to the present owner.
    ///
    /// The same as ``submit(_:to:)``, but that no event is made where there is no owner.
    @inlinable @inline(__always)
    package func perform(
        _ work: () -> Void, or event: @autoclosure () -> Event, to handler: (Event) -> Void
    ) {
        if enter() {
            work()
            leave(handler)
        } else {
            post(event(), to: handler)
        }
    }

    /// Becomes the owner if there is none. The caller then calls ``leave(_:)``.
    @inlinable @inline(__always)
    package func enter() -> Bool {
        enter(as: ThreadID.current)
    }

    /// Becomes the owner if there is none, where nobody asks ``isOwnedByCaller``: a little faster.
    @inlinable @inline(__always)
    package func enterAnonymously() -> Bool {
        enter(as: Self.anonymous)
    }

    /// Whether this thread is the owner: the caller was called, perhaps indirectly, by a handler.
    @inlinable
    package var isOwnedByCaller: Bool {
        state.load(ordering: .relaxed) & ~Self.mailWaiting == ThreadID.current
    }

    @inlinable static var mailWaiting: UInt { 1 }
    @inlinable static var anonymous: UInt { 2 }

    @inlinable @inline(__always)
    func enter(as owner: UInt) -> Bool {
        state.compareExchange(
            expected: 0, desired: owner, successOrdering: .acquiring, failureOrdering: .relaxed
        ).exchanged
    }

    /// Leaves an event in the mailbox; handles the mail if nobody else does.
    @inlinable
    package func post(_ event: Event, to handler: (Event) -> Void) {
        mailbox.withLock { $0.append(event) }
        if announceMail() {
            handleMail(handler)
            leave(handler)
        }
    }

    /// Stops being the owner, after handling the mail that has come meanwhile.
    @inlinable @inline(__always)
    package func leave(_ handler: (Event) -> Void) {
        if !leaveQuickly() { leaveSlowly(handler) }
    }

    /// Stops being the owner if no mail has come and no call is owed to upstream.
    ///
    /// - Returns: Whether the caller has left; if not, it must call ``leave(_:)``.
    @inlinable @inline(__always)
    package func leaveQuickly() -> Bool {
        owed.isEmpty && tryLeave()
    }

    /// Has a call made after the owner has left. To be used by the owner only.
    @inlinable
    package func deferUpstream(_ call: UpstreamCall) {
        owed.append(call)
    }

    @inlinable @inline(__always)
    func tryLeave() -> Bool {
        let owner = state.load(ordering: .relaxed)
        return owner & Self.mailWaiting == 0
            && state.compareExchange(
                expected: owner, desired: 0, successOrdering: .releasing, failureOrdering: .relaxed
            ).exchanged
    }

    @inlinable @inline(never)
    func leaveSlowly(_ handler: (Event) -> Void) {
        while true {
            var calls = UpstreamCalls()
            swap(&calls, &owed)
            if tryLeave() { return makeInTurn(calls) }
            swap(&calls, &owed)
            handleMail(handler)
        }
    }

    @inlinable
    func handleMail(_ handler: (Event) -> Void) {
        _ = state.bitwiseAnd(~Self.mailWaiting, ordering: .relaxed)
        var mail: ContiguousArray<Event> = []
        swap(&mail, &spare)
        mailbox.withLock { swap(&mail, &$0) }
        for event in mail { handler(event) }
        mail.removeAllForReuse()
        swap(&mail, &spare)
    }

    /// Tells the owner of mail.
    ///
    /// - Returns: Whether there was no owner, and the caller has become it.
    @usableFromInline
    func announceMail() -> Bool {
        var seen = state.load(ordering: .relaxed)
        while seen & Self.mailWaiting == 0 {
            let next = seen == 0 ? ThreadID.current : seen | Self.mailWaiting
            let (exchanged, original) = state.weakCompareExchange(
                expected: seen, desired: next, ordering: .acquiringAndReleasing)
            if exchanged { return seen == 0 }
            seen = original
        }
        return false
    }
}
