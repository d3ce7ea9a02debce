/// The first or the last of the values that satisfy a condition.
@usableFromInline
struct Match<Value: Sendable, Thrown: Error>: Accumulator {
    @usableFromInline
    enum Position: Sendable {
        case first, last
    }

    @usableFromInline let position: Position
    @usableFromInline let predicate: @Sendable (Value) throws(Thrown) -> Bool
    @usableFromInline var value: Value?

    @inlinable
    init(_ position: Position, _ predicate: @escaping @Sendable (Value) throws(Thrown) -> Bool) {
        self.position = position
        self.predicate = predicate
    }

    @inlinable
    mutating func take(_ input: Value) throws(Thrown) -> AccumulatorState {
        guard try predicate(input) else { return .open }
        value = input
        return position == .first ? .settled : .open
    }
}
