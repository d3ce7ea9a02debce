/// What a drain's owner asks of an upstream.
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

/// Upstream calls in the order in which they are to be made. There is seldom more than one, which needs no array.
@usableFromInline
struct UpstreamCalls: Sendable {
    /// Stored, because to look into an optional call costs far more than to look at this.
    @usableFromInline var isEmpty = true
    @usableFromInline var first: UpstreamCall?
    @usableFromInline var others: ContiguousArray<UpstreamCall> = []

    @inlinable
    init() {}

    @usableFromInline
    mutating func append(_ call: UpstreamCall) {
        if isEmpty { first = call } else { others.append(call) }
        isEmpty = false
    }

    func forEach(_ body: (UpstreamCall) -> Void) {
        guard let first else { return }
        body(first)
        for call in others { body(call) }
    }
}

/// The upstream calls that wait to be made, and whether somebody is making them.
@usableFromInline
struct Outbox: Sendable {
    var calls: ContiguousArray<UpstreamCall> = []
    var hasCaller = false

    @usableFromInline
    init() {}
}

extension Drain {
    /// Makes calls, or leaves them to whoever is making calls already.
    ///
    /// Cancellations do not wait: the call that is being made may go on until it is cancelled.
    @usableFromInline
    func makeInTurn(_ calls: UpstreamCalls) {
        var isOnlyCancellations = true
        calls.forEach { call in
            if case .cancel(let subscription) = call {
                subscription.cancel()
            } else {
                isOnlyCancellations = false
            }
        }
        if isOnlyCancellations || !becomeCaller(orLeave: calls) { return }
        calls.forEach { call in
            if !call.isCancellation { call.make() }
        }
        var further: ContiguousArray<UpstreamCall> = []
        while takeCalls(into: &further) {
            for call in further { call.make() }
            further.removeAllForReuse()
        }
    }

    /// Becomes the one who makes calls, unless there is one, who is left these.
    private func becomeCaller(orLeave calls: UpstreamCalls) -> Bool {
        outbox.withLock { outbox in
            guard outbox.hasCaller else {
                outbox.hasCaller = true
                return true
            }
            calls.forEach { call in
                if !call.isCancellation { outbox.calls.append(call) }
            }
            return false
        }
    }

    /// Takes the calls that have come meanwhile; stops being the caller if there are none.
    ///
    /// - Parameter taken: An empty array, which takes the place of the one with the calls.
    private func takeCalls(into taken: inout ContiguousArray<UpstreamCall>) -> Bool {
        outbox.withLock { outbox in
            if outbox.calls.isEmpty {
                outbox.hasCaller = false
                return false
            }
            swap(&taken, &outbox.calls)
            return true
        }
    }
}
