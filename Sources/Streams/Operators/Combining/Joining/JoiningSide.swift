import Synchronization

/// What is known of one of the publishers whose values are joined.
@usableFromInline
class JoiningSide: @unchecked Sendable {
    // Sendable: `hasSubscription` belongs to the side's own signals, which are serial; all else, but for the
    // atomic, to the owner of the joining's drain.

    @usableFromInline final var hasSubscription = false
    final var subscription: (any Subscription)?
    /// How many values were asked for that have not come; kept by those who ask for a few at a time.
    @usableFromInline @exclusivity(unchecked) final var asked = Subscribers.Demand.none
    @usableFromInline @exclusivity(unchecked) final var hasEnded = false
    private let wantedCount = Atomic<Int>(0)

    @usableFromInline
    init() {}

    /// What is to be asked in all as soon as there is a subscription; may be read by anybody.
    @usableFromInline
    final var wanted: Subscribers.Demand {
        Subscribers.Demand(rawValue: wantedCount.load(ordering: .relaxed))
    }

    final func want(_ more: Subscribers.Demand) {
        wantedCount.store((wanted + more).rawValue, ordering: .relaxed)
    }

    /// Whether no value is kept.
    @usableFromInline
    var isEmpty: Bool { true }

    /// Drops the values that are kept.
    func removeAll() {}
}

/// A side that keeps values for the other sides.
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

    /// Whether no value is kept and none will come.
    @inlinable var isDrained: Bool { hasEnded && cell.first == nil }

    override func removeAll() { cell = Cell() }
}

/// How the values of a side are kept.
@usableFromInline
protocol JoiningCell: Sendable {
    associatedtype Value: Sendable
    init()

    /// The value that is joined next.
    var first: Value? { get }

    /// Keeps a value.
    mutating func put(_ value: Value)

    /// Notes that the first value was joined.
    mutating func removeFirst()
}

/// Keeps the latest value, however often it is joined.
@usableFromInline
struct LatestValue<Value: Sendable>: JoiningCell {
    @usableFromInline var first: Value?

    @inlinable
    init() {}

    @inlinable
    mutating func put(_ value: Value) { first = value }

    @inlinable
    mutating func removeFirst() {}
}

/// Keeps all values until they are joined, each once.
///
/// The first waits outside the queue, which is not touched where the sides take turns.
@usableFromInline
struct QueuedValues<Value: Sendable>: JoiningCell {
    @usableFromInline var first: Value?
    @usableFromInline var others = Fifo<Value>()

    @inlinable
    init() {}

    @inlinable
    mutating func put(_ value: Value) {
        if first == nil { first = value } else { others.append(value) }
    }

    @inlinable
    mutating func removeFirst() {
        first = others.isEmpty ? nil : others.popFirst()
    }
}
