/// Keeps the values of each side in a queue and sends the first ones of all sides together.
///
/// Requests the whole of downstream's demand from every side.
@usableFromInline
final class Zipping<Sides: JoinedSides, Downstream: Subscriber>: Joining<Downstream>, CombiningStage,
    @unchecked Sendable
where Downstream.Input == Sides.Output {
    // Sendable: the variables belong to the drain's owner.

    @usableFromInline let sides: Sides
    @usableFromInline @exclusivity(unchecked) var demand = Subscribers.Demand.none
    @usableFromInline @exclusivity(unchecked) var hasCompletedSide = false

    @usableFromInline
    init(_ sides: Sides, downstream: Downstream) {
        self.sides = sides
        super.init(sides.all, downstream: downstream, keepsExcess: true)
    }

    @usableFromInline override var name: StaticString { "Zip" }

    override func request(_ more: Subscribers.Demand) {
        demand += more
        for side in allSides { request(more, from: side) }
        _ = sendCounted(after: nil)
    }

    override func finished(_ side: JoiningSide) {
        hasCompletedSide = true
        if side.isEmpty { finish(.finished) }
    }

    @export(implementation) var joining: Joining<Downstream> { self }

    @export(implementation) @inline(__always)
    func combine(after side: JoiningSide) -> Subscribers.Demand {
        if demand == .unlimited {
            sendNext()
            return .none
        }
        return sendCounted(after: side)
    }
}

// What follows is called by the drain's owner only.
extension Zipping {
    @export(implementation) @inline(__always)
    func sendNext() {
        guard let values = sides.next() else { return }
        _ = downstream.receive(values)
        if hasCompletedSide { finishIfDrained() }
    }

    /// Sends all combinations there is demand for, and requests from the sides what downstream requests in
    /// return.
    ///
    /// - Parameter caller: A side to which the additional demand is returned.
    /// - Returns: The additional demand for that side.
    @export(implementation)
    func sendCounted(after caller: JoiningSide?) -> Subscribers.Demand {
        var requested = Subscribers.Demand.none
        while demand > .none || downstream.admitsExcess, !link.isStopped, let values = sides.next() {
            let isExcess = demand == .none
            let more = downstream.receive(values)
            demand = demand + more - 1
            // For the sides, a combination that was not requested is.
            requested += isExcess ? max(more, .max(1)) : more
            if hasCompletedSide { finishIfDrained() }
        }
        guard requested > .none, !link.isStopped else { return .none }
        for side in allSides where side !== caller { request(requested, from: side) }
        return requested
    }

    @export(implementation)
    func finishIfDrained() {
        if sides.isAnyDrained { finish(.finished) }
    }
}
