/// The keys of a list's pages, which detect a cycle of any length in bounded memory.
///
/// The first keys are all kept, so that a cycle that returns to one of them is detected at the first
/// repetition. Of later ones a single key is kept, which a later one replaces whenever their number has
/// doubled (Brent's algorithm), so that a cycle among them is detected, too.
@usableFromInline
struct VisitedKeys<Key: Hashable & Sendable>: Sendable {
    @inlinable static var limit: Int { 1 << 12 }

    @usableFromInline var first: Set<Key> = []
    @usableFromInline var later: Key?
    @usableFromInline var steps = 0
    @usableFromInline var period = 1

    @inlinable
    init() {}

    /// Whether there are no keys.
    @inlinable
    var isEmpty: Bool { first.isEmpty }

    @usableFromInline
    func contains(_ key: Key) -> Bool {
        key == later || first.contains(key)
    }

    @usableFromInline
    mutating func insert(_ key: Key) {
        if first.count < Self.limit {
            first.insert(key)
            return
        }
        steps += 1
        guard steps == period else { return }
        later = key
        steps = 0
        period *= 2
    }
}
