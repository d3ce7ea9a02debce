import TestSupport

/// A value that counts how often it is compared.
struct CountedName: Hashable, Sendable {
    let number: Int
    let comparisons: Box<Int>

    static func == (lhs: Self, rhs: Self) -> Bool {
        lhs.comparisons.increment()
        return lhs.number == rhs.number
    }

    func hash(into hasher: inout Hasher) { hasher.combine(number) }
}
