/// Keeps the values of each side in a queue and sends the first of all together.
///
/// Downstream's demand goes whole to every side.
@usableFromInline
final class Zipping<Sides: JoinedSides, Downstream: Subscriber>: Joining<Downstream>, @unchecked Sendable
where Downstream.Input == Sides.Output {
    // Sendable: the variables belong to the drain's owner.

    @usableFromInline let sides: Sides
    @usableFromInline @exclusivity(unchecked) var demand = Subscribers.Demand.none
    @usableFromInline @exclusivity(unchecked) var hasEndedSide = false

    @usableFromInline
    init(_ sides: Sides, downstream: Downstream) {
        self.sides = sides
        super.init(sides.all, downstream: downstream)
    }

    override func request(_ more: Subscribers.Demand) {
        demand += more
        for side in allSides { ask(side, for: more) }
        _ = sendCounted(exceptTo: nil)
    }

    override func finished(_ side: JoiningSide) {
        hasEndedSide = true
        finishIfDrained()
    }

    /// Subscribes to the publisher of a side, unless the stream has ended.
    @inlinable
    func start<P: Publisher>(_ publisher: P, at side: KeepingSide<QueuedValues<P.Output>>)
    where P.Failure == Downstream.Failure {
        if !link.isStopped { publisher.receive(subscriber: Inlet(zipping: self, queue: side)) }
    }

    @usableFromInline
    struct Inlet<Input: Sendable>: JoiningInlet {
        @usableFromInline typealias Failure = Downstream.Failure
        @usableFromInline let zipping: Zipping
        @usableFromInline let queue: KeepingSide<QueuedValues<Input>>

        @inlinable
        init(zipping: Zipping, queue: KeepingSide<QueuedValues<Input>>) {
            self.zipping = zipping
            self.queue = queue
        }

        @inlinable var joining: Joining<Downstream> { zipping }
        @inlinable var side: JoiningSide { queue }

        @inlinable @inline(__always)
        func take(_ input: Input) -> Subscribers.Demand {
            if zipping.link.isStopped { return .none }
            queue.cell.put(input)
            if zipping.demand == .unlimited {
                zipping.sendNext()
                return .none
            }
            return zipping.sendCounted(exceptTo: queue)
        }
    }
}

// What follows is called by the drain's owner only.
extension Zipping {
    @inlinable @inline(__always)
    func sendNext() {
        guard let values = sides.next() else { return }
        _ = downstream.receive(values)
        if hasEndedSide { finishIfDrained() }
    }

    /// Sends what can be sent and asks the sides for what is wanted in return.
    ///
    /// - Parameter caller: A side that is not asked.
    /// - Returns: What to ask that side for.
    @inlinable
    func sendCounted(exceptTo caller: JoiningSide?) -> Subscribers.Demand {
        var wanted = Subscribers.Demand.none
        while demand > .none, !link.isStopped, let values = sides.next() {
            demand -= 1
            let more = downstream.receive(values)
            demand += more
            wanted += more
            if hasEndedSide { finishIfDrained() }
        }
        guard wanted > .none, !link.isStopped else { return .none }
        for side in allSides where side !== caller { ask(side, for: wanted) }
        return wanted
    }

    @inlinable
    func finishIfDrained() {
        if sides.isAnyDrained { finish(.finished) }
    }
}
