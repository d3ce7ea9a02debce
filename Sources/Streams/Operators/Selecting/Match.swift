/// The first or the last value of a stream.
@usableFromInline
struct Selection<Value: Sendable, Thrown: Error>: Accumulator {
    @usableFromInline
    enum Position: Sendable {
        case first, last
    }

    @usableFromInline let position: Position
    @usableFromInline var value: Value?

    @export(implementation)
    init(_ position: Position) {
        self.position = position
    }

    @export(implementation)
    mutating func add(_ input: Value) throws(Thrown) -> AccumulatorState {
        value = input
        return position == .first ? .settled : .open
    }
}

/// The first or the last of the values that satisfy a condition.
@usableFromInline
struct Match<Value: Sendable, Thrown: Error>: Accumulator {
    @usableFromInline let predicate: @Sendable (Value) throws(Thrown) -> Bool
    @usableFromInline var selection: Selection<Value, Thrown>

    @export(implementation)
    init(
        _ position: Selection<Value, Thrown>.Position,
        _ predicate: @escaping @Sendable (Value) throws(Thrown) -> Bool
    ) {
        self.predicate = predicate
        selection = Selection(position)
    }

    @export(implementation)
    var value: Value? { selection.value }

    @export(implementation)
    mutating func add(_ input: Value) throws(Thrown) -> AccumulatorState {
        try predicate(input) ? try selection.add(input) : .open
    }
}
