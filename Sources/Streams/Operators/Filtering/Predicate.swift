/// Publishes the values that satisfy a condition.
@usableFromInline
struct Predicate<Input: Sendable, Thrown: Error>: FilterRule {
    @usableFromInline let predicate: @Sendable (Input) throws(Thrown) -> Bool
    @usableFromInline let otherwise: FilterDecision

    /// Creates a rule.
    ///
    /// - Parameters:
    ///   - predicate: Returns whether to publish a value.
    ///   - otherwise: The decision for a value that does not satisfy the condition.
    @export(implementation)
    init(_ predicate: @escaping @Sendable (Input) throws(Thrown) -> Bool, otherwise: FilterDecision) {
        self.predicate = predicate
        self.otherwise = otherwise
    }

    @export(implementation)
    mutating func judge(_ input: Input) throws(Thrown) -> FilterDecision {
        try predicate(input) ? .pass : otherwise
    }
}
