/// Keeps the latest value of each side and sends them together, each time one comes.
///
/// Each side is asked for as many values as downstream waits for combinations, so that a side that sends before
/// the others does not stay at its first value; and for more when a combination was sent.
@usableFromInline
final class LatestJoining<Sides: JoinedSides, Downstream: Subscriber>: Joining<Downstream>,
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
        sendIfWanted()
        askAll()
    }

    override func finished(_ side: JoiningSide) {
        if side.isEmpty { finish(.finished) } else { finishIfDone() }
    }

    /// Subscribes to the publisher of a side, unless the stream has ended.
    @inlinable
    func start<P: Publisher>(_ publisher: P, at side: KeepingSide<LatestValue<P.Output>>)
    where P.Failure == Downstream.Failure {
        if !link.isStopped { publisher.receive(subscriber: Inlet(latest: self, slot: side)) }
    }

    @usableFromInline
    struct Inlet<Input: Sendable>: JoiningInlet {
        @usableFromInline typealias Failure = Downstream.Failure
        @usableFromInline let latest: LatestJoining
        @usableFromInline let slot: KeepingSide<LatestValue<Input>>

        @inlinable
        init(latest: LatestJoining, slot: KeepingSide<LatestValue<Input>>) {
            self.latest = latest
            self.slot = slot
        }

        @inlinable var joining: Joining<Downstream> { latest }
        @inlinable var side: JoiningSide { slot }

        @inlinable @inline(__always)
        func take(_ input: Input) -> Subscribers.Demand {
            if latest.link.isStopped { return .none }
            slot.cell.put(input)
            if latest.demand == .unlimited {
                if let values = latest.sides.next() { _ = latest.downstream.receive(values) }
            } else {
                latest.valueCame(from: slot)
            }
            return .none
        }
    }
}

// What follows is called by the drain's owner only.
extension LatestJoining {
    @inlinable
    func valueCame(from side: JoiningSide) {
        side.asked -= 1
        hasUnsent = !allSides.contains(where: \.isEmpty)
        sendIfWanted()
    }

    /// Asks every side for what it was not asked for yet of what is wanted.
    @inlinable
    func askAll() {
        guard demand > .none, !link.isStopped else { return }
        for side in allSides where side.asked < demand && !side.hasEnded {
            let missing = demand - side.asked
            side.asked = demand
            ask(side, for: missing)
        }
    }

    @inlinable
    func sendIfWanted() {
        guard hasUnsent, demand > .none, !link.isStopped, let values = sides.next() else { return }
        hasUnsent = false
        demand -= 1
        demand += downstream.receive(values)
        askAll()
        finishIfDone()
    }

    @inlinable
    func finishIfDone() {
        if !hasUnsent, allSides.allSatisfy(\.hasEnded) { finish(.finished) }
    }
}
