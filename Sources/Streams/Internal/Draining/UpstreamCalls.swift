import Synchronization

/// A call to an upstream that a drain's owner defers.
@usableFromInline
package enum UpstreamCall: Sendable {
    case request(any Subscription, Subscribers.Demand)
    case cancel(any Subscription)
    case run(@Sendable () -> Void)

    var isCancellation: Bool {
        if case .cancel = self { true } else { false }
    }

    @usableFromInline
    func make() {
        switch self {
        case .request(let subscription, let demand): subscription.request(demand)
        case .cancel(let subscription): subscription.cancel()
        case .run(let work): work()
        }
    }
}

/// Deferred upstream calls in order. There is seldom more than one, which needs no array.
@usableFromInline
struct UpstreamCalls: Sendable {
    /// Stored, because checking an optional call costs far more.
    @usableFromInline var isEmpty = true
    @usableFromInline var first: UpstreamCall?
    @usableFromInline var others: ContiguousArray<UpstreamCall> = []

    @export(implementation)
    init() {}

    @usableFromInline
    mutating func append(_ call: UpstreamCall) {
        if isEmpty { first = call } else { others.append(call) }
        isEmpty = false
    }

    var areCancellations: Bool {
        first?.isCancellation != false && others.allSatisfy(\.isCancellation)
    }

    func forEach(_ body: (UpstreamCall) -> Void) {
        guard let first else { return }
        body(first)
        for call in others { body(call) }
    }
}

/// The upstream calls that are pending.
@usableFromInline
struct Outbox: Sendable {
    var calls: ContiguousArray<UpstreamCall> = []

    @usableFromInline
    init() {}
}

/// The calls that an owner has deferred, and its turn to make them.
@usableFromInline
struct CallTurn: Sendable {
    /// The calls that this owner makes: all, or only cancellations if another thread makes the others.
    var calls = UpstreamCalls()
    var isCaller = false

    @usableFromInline
    init() {}
}

extension Drain {
    /// Takes the deferred calls, and becomes the caller or queues them if another thread, or a caller further
    /// up the stack, is making calls. By the owner, before it gives up ownership: the calls of several owners
    /// are made in the order in which they were deferred.
    @usableFromInline
    func takeTurn(_ turn: inout CallTurn) {
        if deferred.isEmpty { return }
        var calls = UpstreamCalls()
        swap(&calls, &deferred)
        if !turn.isCaller, !calls.areCancellations { turn.isCaller = becomeCaller(orLeave: calls) }
        if turn.calls.isEmpty, turn.isCaller {
            turn.calls = calls
        } else {
            calls.forEach { call in
                if turn.isCaller || call.isCancellation { turn.calls.append(call) }
            }
        }
    }

    /// Makes the calls of a turn, once the caller has given up ownership.
    ///
    /// Cancellations are made at once: the call in progress may not return until it is cancelled.
    @usableFromInline
    func makeCalls(of turn: CallTurn) {
        turn.calls.forEach { call in
            if case .cancel(let subscription) = call { subscription.cancel() }
        }
        if !turn.isCaller { return }
        turn.calls.forEach { call in
            if !call.isCancellation { call.make() }
        }
        var further: ContiguousArray<UpstreamCall> = []
        while takeCalls(into: &further) {
            for call in further { call.make() }
            further.removeAllForReuse()
        }
    }

    /// Whether another thread makes calls, so that those that were deferred before may be pending.
    @export(implementation)
    var hasOtherCaller: Bool {
        let caller = caller.load(ordering: .acquiring)
        return caller != 0 && caller != ThreadID.current
    }

    /// Whether what the owner does now would precede calls that were deferred before, or events that have
    /// arrived. A thread that has made a call queues its events before it ceases to be the caller.
    @export(implementation)
    var isPreceded: Bool { hasOtherCaller || state.load(ordering: .relaxed) & Self.mailWaiting != 0 }

    /// Becomes the caller, or queues the calls if there is one.
    private func becomeCaller(orLeave calls: UpstreamCalls) -> Bool {
        outbox.withLock { outbox in
            if caller.load(ordering: .relaxed) == 0 {
                caller.store(ThreadID.current, ordering: .relaxed)
                return true
            }
            calls.forEach { call in
                if !call.isCancellation { outbox.calls.append(call) }
            }
            return false
        }
    }

    /// Takes the queued calls, or stops being the caller if there are none.
    ///
    /// - Parameter taken: An empty array, which is exchanged for the array of calls.
    private func takeCalls(into taken: inout ContiguousArray<UpstreamCall>) -> Bool {
        outbox.withLock { outbox in
            if outbox.calls.isEmpty {
                caller.store(0, ordering: .releasing)
                return false
            }
            swap(&taken, &outbox.calls)
            return true
        }
    }
}
