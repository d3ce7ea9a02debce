/// The state of a joining's subscription to one of its publishers.
@usableFromInline
class JoiningSide: @unchecked Sendable {
    // Sendable: `hasSubscription` belongs to the side's own signals, which are serial; all else, but for the
    // atomic, to the owner of the joining's drain.

    @usableFromInline final var hasSubscription = false
    /// The flow control of the side's upstream, if downstream has one. Does not change after the
    /// initialization of the joining.
    @usableFromInline final var flowControl: Subscribers.FlowControl?
    final var subscription: (any Subscription)?
    /// The number of requested values that have not arrived; used where a few are requested at a time.
    @usableFromInline @exclusivity(unchecked) final var requested = Subscribers.Demand.none
    @usableFromInline @exclusivity(unchecked) final var hasCompleted = false
    private let initial = DemandCounter()

    @usableFromInline
    init() {}

    /// The demand to request once there is a subscription; can be read on any thread.
    @usableFromInline
    final var initialDemand: Subscribers.Demand {
        initial.current
    }

    final func addInitialDemand(_ more: Subscribers.Demand) {
        _ = initial.add(more)
    }

    /// Whether no value is kept.
    @usableFromInline
    var isEmpty: Bool { true }

    /// Drops the kept values.
    func removeAll() {}
}

/// A side that keeps values until they are combined with those of the other sides.
@usableFromInline
final class KeepingSide<Cell: JoiningCell>: JoiningSide, @unchecked Sendable {
    // Sendable: the cell belongs to the drain's owner.

    @usableFromInline @exclusivity(unchecked) var cell = Cell()

    @usableFromInline
    override init() {
        super.init()
    }

    @usableFromInline
    override var isEmpty: Bool { cell.first == nil }

    /// Whether no value is kept and no further one can arrive.
    @export(implementation) var isDrained: Bool { hasCompleted && cell.first == nil }

    override func removeAll() { cell = Cell() }
}

/// The kept values of a side.
@usableFromInline
protocol JoiningCell: Sendable {
    associatedtype Value: Sendable
    init()

    /// The value for the next combination.
    var first: Value? { get }

    /// Keeps a value.
    mutating func put(_ value: Value)

    /// Removes the first value after it was combined, where each is combined once.
    mutating func removeFirst()
}

/// Keeps the latest value, for any number of combinations.
@usableFromInline
struct LatestValue<Value: Sendable>: JoiningCell {
    @usableFromInline var first: Value?

    @export(implementation)
    init() {}

    @export(implementation)
    mutating func put(_ value: Value) { first = value }

    @export(implementation)
    mutating func removeFirst() {}
}

/// Keeps all values until they are combined, each once.
///
/// The first is kept outside the queue, which is not used while the sides send in turn.
@usableFromInline
struct QueuedValues<Value: Sendable>: JoiningCell {
    @usableFromInline var first: Value?
    @usableFromInline var others = Fifo<Value>()

    @export(implementation)
    init() {}

    @export(implementation)
    mutating func put(_ value: Value) {
        if first == nil { first = value } else { others.append(value) }
    }

    @export(implementation)
    mutating func removeFirst() {
        first = others.isEmpty ? nil : others.popFirst()
    }
}
