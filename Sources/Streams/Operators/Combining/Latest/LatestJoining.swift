/// Keeps the latest value of each side and sends them together each time one of them changes.
///
/// Requests as many values from each side as downstream requests combinations, so that a side that sends
/// before the others does not stay at its first value; and more after each combination.
@usableFromInline
final class LatestJoining<Sides: JoinedSides, Downstream: Subscriber>: Joining<Downstream>, CombiningStage,
    @unchecked Sendable
where Downstream.Input == Sides.Output {
    // Sendable: the variables belong to the drain's owner.

    @usableFromInline let sides: Sides
    @usableFromInline @exclusivity(unchecked) var demand = Subscribers.Demand.none
    @usableFromInline @exclusivity(unchecked) var hasUnsent = false

    @usableFromInline
    init(_ sides: Sides, downstream: Downstream) {
        self.sides = sides
        super.init(sides.all, downstream: downstream)
    }

    override func request(_ more: Subscribers.Demand) {
        demand += more
        sendIfDemanded()
        requestMissing()
    }

    override func finished(_ side: JoiningSide) {
        if side.isEmpty { finish(.finished) } else { finishIfDone() }
    }

    @export(implementation) var joining: Joining<Downstream> { self }

    @export(implementation) @inline(__always)
    func combine(after side: JoiningSide) -> Subscribers.Demand {
        if demand == .unlimited {
            if let values = sides.next() { _ = downstream.receive(values) }
        } else {
            combineCounted(after: side)
        }
        return .none
    }
}

// What follows is called by the drain's owner only.
extension LatestJoining {
    @export(implementation)
    func combineCounted(after side: JoiningSide) {
        side.requested -= 1
        hasUnsent = !sides.isAnyEmpty
        sendIfDemanded()
    }

    /// Requests from every side the part of the demand that was not requested from it yet.
    @export(implementation)
    func requestMissing() {
        guard demand > .none, !link.isStopped else { return }
        for side in allSides where side.requested < demand && !side.hasCompleted {
            let missing = demand - side.requested
            side.requested = demand
            request(missing, from: side)
        }
    }

    @export(implementation)
    func sendIfDemanded() {
        guard hasUnsent, demand > .none || downstream.admitsExcess, !link.isStopped,
            let values = sides.next()
        else { return }
        hasUnsent = false
        demand -= 1
        demand += downstream.receive(values)
        requestMissing()
        finishIfDone()
    }

    @export(implementation)
    func finishIfDone() {
        if !hasUnsent, runningSides == 0 { finish(.finished) }
    }
}
