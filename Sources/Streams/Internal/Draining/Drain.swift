import Synchronization

/// Serializes events from several threads without blocking. All drain loops of the package are of this type.
///
/// A caller that submits an event while the drain has no owner becomes the owner: it handles the event, then
/// the events that were queued in the meantime, then gives up ownership. While the drain has an owner further
/// up this thread's stack, a submitted event is queued in the mailbox. While the owner is another thread, the
/// caller waits for it as long as ``OwnerWait`` says, and then queues the event. Handlers therefore run one
/// at a time and may access state that belongs to the drain without a lock, and re-entrant events are handled
/// in order without recursion.
///
/// A handler calls downstream directly. It passes calls to *upstream* (subscribe, request, cancel) to
/// ``deferUpstream(_:)``: an upstream may send values synchronously, any number of them, which requires that
/// the drain has no owner. Deferred calls are made when the owner has given up ownership, one at a time, in
/// order, without recursion; cancellations are made even while another call is in progress.
///
/// An uncontended event costs two atomic exchanges.
@usableFromInline
package final class Drain<Event: Sendable>: @unchecked Sendable {
    // Sendable: `deferred` and `spare` are accessed by the owner only, which the atomic state makes
    // exclusive.

    /// Zero, or the owner's thread, with ``mailWaiting`` set if events are queued.
    @usableFromInline let state = Atomic<UInt>(0)
    @usableFromInline @exclusivity(unchecked) var deferred = UpstreamCalls()
    /// An empty array that replaces the mailbox while its events are handled.
    @usableFromInline @exclusivity(unchecked) var spare: ContiguousArray<Event> = []
    @usableFromInline let outbox = Locked(Outbox())
    /// The ``ThreadID`` of the thread that makes calls to upstream; zero if none does. Changed under the lock
    /// of the outbox.
    @usableFromInline let caller = Atomic<UInt>(0)
    /// Not in the cache line of `state`: threads that queue events would delay the owner.
    @usableFromInline let mailbox = Locked<ContiguousArray<Event>>([])

    @export(implementation)
    package init() {}

    /// Handles an event now, or queues it if the drain has an owner.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - handler: Handles this event and, while this caller is the owner, those that are queued.
    @export(implementation)
    package func submit(_ event: Event, to handler: (Event) -> Void) {
        if enter() {
            handler(event)
            leave(handler)
        } else {
            post(event, to: handler)
        }
    }

    /// Runs work now, as the owner, or queues the equivalent event if the drain has an owner.
    ///
    /// The same as ``submit(_:to:)``, except that no event is created if the drain has no owner.
    @export(implementation) @inline(__always)
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
    @export(implementation) @inline(__always)
    package func enter() -> Bool {
        enter(as: ThreadID.current)
    }

    /// Becomes the owner if there is none. A little faster, for drains whose ``isOwnedByCaller`` is not used.
    @export(implementation) @inline(__always)
    package func enterAnonymously() -> Bool {
        enter(as: StackAddress.current)
    }

    /// Whether this thread is the owner: a handler is further up the stack.
    @export(implementation)
    package var isOwnedByCaller: Bool {
        state.load(ordering: .relaxed) & ~Self.mailWaiting == ThreadID.current
    }

    @export(implementation) static var mailWaiting: UInt { 1 }

    @export(implementation) @inline(__always)
    func enter(as owner: UInt) -> Bool {
        state.compareExchange(
            expected: 0, desired: owner, successOrdering: .acquiring, failureOrdering: .relaxed
        ).exchanged
    }

    /// The outcome of ``enter(orQueue:)``.
    @usableFromInline
    package enum Entry: Sendable {
        /// The caller is the owner.
        case entered
        /// The event is queued, and the caller is the owner.
        case enteredWithMail
        /// The event is queued for the owner.
        case queued
    }

    /// Becomes the owner, or queues an event if there is one. Calls nothing, so that a caller can hold a lock
    /// of its own, to bring its changes into the order of the events.
    @export(implementation)
    package func enter(orQueue event: @autoclosure () -> Event) -> Entry {
        if enterAnonymously() { return .entered }
        let event = event()
        mailbox.withLock { $0.append(event) }
        return announceMail() ? .enteredWithMail : .queued
    }

    /// Gives up ownership, if the caller is the owner, after handling the queued events.
    @export(implementation)
    package func leave(after entry: Entry, _ handler: (Event) -> Void) {
        switch entry {
        case .entered:
            leave(handler)
        case .enteredWithMail:
            handleMail(handler)
            leave(handler)
        case .queued:
            break
        }
    }

    /// Handles an event after a short wait for another thread that is the owner, or queues it, and handles
    /// the queue if the drain has no owner.
    @export(implementation)
    package func post(_ event: Event, to handler: (Event) -> Void) {
        if OwnerWait.enter(state) {
            handler(event)
        } else {
            mailbox.withLock { $0.append(event) }
            guard announceMail() else { return }
            handleMail(handler)
        }
        leave(handler)
    }

    /// Gives up ownership, after handling the queued events.
    @export(implementation) @inline(__always)
    package func leave(_ handler: (Event) -> Void) {
        if !leaveQuickly() { leaveSlowly(handler) }
    }

    /// Gives up ownership if no event is queued and no upstream call is deferred.
    ///
    /// - Returns: Whether ownership was given up; if not, the caller must call ``leave(_:)``.
    @export(implementation) @inline(__always)
    package func leaveQuickly() -> Bool {
        deferred.isEmpty && tryLeave()
    }

    /// Defers a call until the owner has given up ownership. To be called by the owner only.
    @export(implementation)
    package func deferUpstream(_ call: UpstreamCall) {
        deferred.append(call)
    }

    /// Makes a call to an upstream; if this thread handles an event further up the stack, once it has given
    /// up ownership.
    func makeUpstreamCall(_ work: @escaping @Sendable () -> Void) {
        if isOwnedByCaller { deferUpstream(.run(work)) } else { work() }
    }

    @export(implementation) @inline(__always)
    func tryLeave() -> Bool {
        let owner = state.load(ordering: .relaxed)
        return owner & Self.mailWaiting == 0
            && state.compareExchange(
                expected: owner, desired: 0, successOrdering: .releasing, failureOrdering: .relaxed
            ).exchanged
    }

    @export(implementation) @inline(never)
    func leaveSlowly(_ handler: (Event) -> Void) {
        var turn = CallTurn()
        while true {
            takeTurn(&turn)
            if tryLeave() { return makeCalls(of: turn) }
            handleMail(handler)
        }
    }

    @export(implementation)
    func handleMail(_ handler: (Event) -> Void) {
        _ = state.bitwiseAnd(~Self.mailWaiting, ordering: .relaxed)
        var mail: ContiguousArray<Event> = []
        swap(&mail, &spare)
        mailbox.withLock { swap(&mail, &$0) }
        for event in mail { handler(event) }
        mail.removeAllForReuse()
        swap(&mail, &spare)
    }

    /// Marks the mailbox as filled.
    ///
    /// - Returns: Whether there was no owner, and the caller is the owner now.
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
