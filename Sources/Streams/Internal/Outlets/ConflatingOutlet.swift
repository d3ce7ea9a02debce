/// Holds at most one value until there is demand for it; a newer value replaces one that waits, or is merged
/// with it.
///
/// A pure value: it has no lock and calls nothing. Its owner delivers what ``next()`` returns.
@usableFromInline
package struct ConflatingOutlet<Value: Sendable>: Sendable {
    /// The demand that has not been met.
    @usableFromInline package var demand: Subscribers.Demand
    /// The value that waits for demand.
    @usableFromInline package var waiting: Value?

    /// Creates an outlet without a value.
    ///
    /// - Parameter demand: The demand at the beginning.
    @export(implementation)
    package init(demand: Subscribers.Demand = .none) {
        self.demand = demand
    }

    /// Whether no value waits.
    @export(implementation)
    package var isEmpty: Bool { waiting == nil }

    /// Adds to the demand.
    @export(implementation)
    package mutating func request(_ more: Subscribers.Demand) {
        demand += more
    }

    /// Takes a value.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - merge: Combines a value that waits, and is not delivered, with the new one.
    @export(implementation)
    package mutating func offer(
        _ value: Value, merging merge: (_ skipped: Value, _ value: Value) -> Value
    ) {
        waiting = waiting.take().map { merge($0, value) } ?? value
    }

    /// Takes out the value to deliver now, if one waits and there is demand for it.
    @export(implementation)
    package mutating func next() -> Value? {
        guard demand > .none, let value = waiting.take() else { return nil }
        demand -= 1
        return value
    }
}
