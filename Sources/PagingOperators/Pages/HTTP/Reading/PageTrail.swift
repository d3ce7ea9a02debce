/// The fingerprints of the pages that led to a page, which detect a cycle of any length in bounded memory.
///
/// The first page and the latest ones are kept, and a single one of the others, which a later one replaces
/// whenever their number has doubled (Brent's algorithm).
struct PageTrail: Hashable, Sendable, Codable {
    private static let limit = 16

    private var first: UInt64?
    private var latest: [UInt64] = []
    private var checkpoint: UInt64?
    private var steps = 0
    private var period = 1

    /// The number of pages without items at the end.
    private(set) var emptyCount = 0

    /// Whether the numbers are those of a trail.
    var isValid: Bool {
        let counts = ClosedRange.counts
        return counts ~= period && 0..<period ~= steps && counts ~= emptyCount && latest.count <= Self.limit
    }

    func contains(_ fingerprint: UInt64) -> Bool {
        fingerprint == first || fingerprint == checkpoint || latest.contains(fingerprint)
    }

    /// Returns the trail with a further page.
    ///
    /// - Parameters:
    ///   - fingerprint: That of its items, if they can be compared.
    ///   - isEmpty: Whether it has no items.
    func adding(_ fingerprint: UInt64?, isEmpty: Bool) -> PageTrail {
        var trail = self
        trail.emptyCount = isEmpty ? emptyCount + 1 : 0
        guard let fingerprint else { return trail }
        trail.first = first ?? fingerprint
        trail.latest.append(fingerprint)
        if trail.latest.count > Self.limit { trail.latest.removeFirst() }
        trail.steps += 1
        if trail.steps == period {
            trail.checkpoint = fingerprint
            trail.steps = 0
            trail.period *= 2
        }
        return trail
    }
}
