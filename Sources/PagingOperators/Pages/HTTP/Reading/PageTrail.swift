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

    /// The latest page, if it has repeated one of the others, as the pages before it.
    private var repetition: Repetition?

    /// The latest pages, if their items are equal.
    private(set) var equalPages: EqualPages?

    /// The number of pages without items at the end.
    private(set) var emptyCount = 0

    /// Whether the numbers are those of a trail.
    var isValid: Bool {
        let counts = ClosedRange.counts
        return counts ~= period && 0..<period ~= steps && counts ~= emptyCount && latest.count <= Self.limit
            && counts ~= equalPages?.count ?? 1 && counts ~= repetition?.count ?? 1
    }

    /// Whether there are several different pages.
    var hasSeveralPages: Bool { latest.count > 1 }

    /// Whether the latest page has repeated another one.
    var isRepeating: Bool { repetition != nil }

    /// Whether a page may repeat another one: if it is one of the latest ones, and unless the latest has
    /// repeated the same, or as many as there are have repeated others.
    func mayRepeat(_ fingerprint: UInt64) -> Bool {
        guard latest.contains(fingerprint) else { return false }
        return repetition.map { $0.fingerprint != fingerprint && $0.count < latest.count } ?? true
    }

    func contains(_ fingerprint: UInt64) -> Bool {
        fingerprint == first || fingerprint == checkpoint || latest.contains(fingerprint)
    }

    /// Returns the trail with a further page.
    ///
    /// - Parameters:
    ///   - hashes: What it is compared by.
    ///   - isEmpty: Whether it has no items.
    func adding(_ hashes: PageHashes, isEmpty: Bool) -> PageTrail {
        var trail = self
        trail.emptyCount = isEmpty ? emptyCount + 1 : 0
        if !isEmpty { trail.equalPages = hashes.items.map { EqualPages(items: $0, after: equalPages) } }
        guard let fingerprint = hashes.page else { return trail }
        if contains(fingerprint) {
            let count = repetition?.count ?? 0
            trail.repetition = Repetition(fingerprint: fingerprint, count: count + 1)
            return trail
        }
        trail.repetition = nil
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

/// Consecutive pages that have repeated earlier ones.
private struct Repetition: Hashable, Sendable, Codable {
    /// The fingerprint of the latest page.
    let fingerprint: UInt64
    let count: Int
}

/// Consecutive pages whose items are equal, and may be so by coincidence.
struct EqualPages: Hashable, Sendable, Codable {
    /// The number of such pages after which a list without a total has only repetitions.
    static let maximum = 100
    /// The same of pages of a single item with an identifier.
    static let maximumOfIdentified = 3

    /// The hash of the items of each.
    let items: UInt64
    let count: Int

    /// Counts a page with items.
    ///
    /// - Parameter latest: The pages before it.
    init(items: UInt64, after latest: EqualPages?) {
        self.items = items
        count = latest.map { $0.items == items ? $0.count + 1 : 1 } ?? 1
    }
}
