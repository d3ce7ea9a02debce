/// Distinct values, with numbers from zero in the order in which they were added.
///
/// - Complexity: O(1) for each value, amortized.
struct Numbering<Value: Hashable & Sendable>: Sendable {
    private(set) var values: [Value] = []
    private var numbers: [Value: Int] = [:]

    /// Returns the number of a value, and adds it if it is new.
    mutating func number(of value: Value) -> Int {
        if let number = numbers[value] { return number }
        numbers[value] = values.count
        values.append(value)
        return values.count - 1
    }
}
