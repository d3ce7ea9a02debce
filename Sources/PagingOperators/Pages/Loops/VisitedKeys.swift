/// The hashes of the keys of a list's pages, by which a circle of any length is found in bounded memory.
///
/// The first keys are all remembered, so that a circle that leads back to one of them is found at the first repetition.
/// Of later ones a single key is remembered, a later one whenever their number has doubled (Brent's algorithm), so that a
/// circle among them is found, too.
@usableFromInline
struct VisitedKeys: Sendable {
    @usableFromInline static let limit = 1 << 16

    @usableFromInline var first: Set<Int> = []
    @usableFromInline var later: Int?
    @usableFromInline var steps = 0
    @usableFromInline var period = 1

    @inlinable
    init() {}

    @inlinable
    func contains(_ hash: Int) -> Bool {
        hash == later || first.contains(hash)
    }

    @inlinable
    mutating func insert(_ hash: Int) {
        if first.count < Self.limit {
            first.insert(hash)
            return
        }
        steps += 1
        guard steps == period else { return }
        later = hash
        steps = 0
        period *= 2
    }
}
