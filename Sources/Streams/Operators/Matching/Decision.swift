/// A yes or no that one value can decide: the values are asked in turn until one gives the answer that decides.
@usableFromInline
struct Decision<Input: Sendable, Thrown: Error>: Accumulator {
    @usableFromInline let decisive: Bool
    @usableFromInline let predicate: @Sendable (Input) throws(Thrown) -> Bool
    @usableFromInline var answer: Bool

    /// Makes a decision.
    ///
    /// - Parameters:
    ///   - decisive: The answer that ends the asking; without one the decision is the opposite.
    ///   - predicate: Asks a value.
    @inlinable
    init(endedBy decisive: Bool, _ predicate: @escaping @Sendable (Input) throws(Thrown) -> Bool) {
        self.decisive = decisive
        self.predicate = predicate
        answer = !decisive
    }

    @inlinable
    var value: Bool? { answer }

    @inlinable
    mutating func take(_ input: Input) throws(Thrown) -> AccumulatorState {
        answer = try predicate(input)
        return answer == decisive ? .settled : .open
    }
}
