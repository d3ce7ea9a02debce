/// A Boolean result that a single value can decide.
///
/// The values are tested in turn until one gives the decisive result.
@usableFromInline
struct Decision<Input: Sendable, Thrown: Error>: Accumulator {
    @usableFromInline let decisive: Bool
    @usableFromInline let predicate: @Sendable (Input) throws(Thrown) -> Bool
    @usableFromInline var result: Bool

    /// Creates a decision.
    ///
    /// - Parameters:
    ///   - decisive: The result of the predicate that ends the test; without one, the outcome is the
    ///     opposite.
    ///   - predicate: Tests a value.
    @export(implementation)
    init(endedBy decisive: Bool, _ predicate: @escaping @Sendable (Input) throws(Thrown) -> Bool) {
        self.decisive = decisive
        self.predicate = predicate
        result = !decisive
    }

    @export(implementation)
    var value: Bool? { result }

    @export(implementation)
    mutating func add(_ input: Input) throws(Thrown) -> AccumulatorState {
        result = try predicate(input)
        return result == decisive ? .settled : .open
    }
}
