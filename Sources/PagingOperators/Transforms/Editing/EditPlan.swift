/// What a number of edits amount to, for the rows that are there.
struct EditPlan<Item: Sendable, Identity: Hashable & Sendable> {
    typealias Entry = EditEntry<Item, Identity>
    /// The places a row was put, the newest last, by the number of the edit.
    typealias Candidates = [Identity: [(number: Int, place: FeedPlace<Identity>)]]

    var updates: [Identity: [@Sendable (inout Item) -> Void]] = [:]
    var removed: Set<Identity> = []
    /// The rows that no source has brought.
    var inserted: [Identity: Item] = [:]
    /// Where the rows go that do not stay where the source has them.
    var places: [Identity: FeedPlace<Identity>] = [:]
    /// The rows at each place, in the order in which they were put there.
    var insertions: [FeedPlace<Identity>: [Identity]] = [:]

    init() {}

    /// - Parameters:
    ///   - entries: The edits, the oldest first.
    ///   - identity: Tells what identifies a row.
    ///   - ends: Which ends of the list are loaded.
    ///   - hasRow: Whether the source has brought a row.
    init(
        _ entries: [Entry], identity: (Item) -> Identity, ends: ListEnds, hasRow: (Identity) -> Bool
    ) {
        var candidates: Candidates = [:]
        for entry in entries {
            switch entry.kind {
            case .update(let id, let change): updates[id, default: []].append(change)
            case .remove(let id): removed.insert(id)
            case .insert(let item, let place):
                let id = identity(item)
                if hasRow(id) { continue }
                inserted[id] = item
                candidates[id, default: []].append((entry.number, place))
            case .move(let id, let place):
                candidates[id, default: []].append((entry.number, place))
            }
        }
        candidates = candidates.filter { hasRow($0.key) || inserted[$0.key] != nil }
        while let bad = firstMisplaced(candidates, ends: ends, hasRow: hasRow) {
            candidates.dropNewest(of: bad)
        }
        places = candidates.compactMapValues { $0.last?.place }
        let placed = candidates.compactMap { id, places in places.last.map { (id: id, newest: $0) } }
        for (id, newest) in placed.sorted(by: { $0.newest.number < $1.newest.number }) {
            insertions[newest.place, default: []].append(id)
        }
    }

    var isEmpty: Bool { updates.isEmpty && removed.isEmpty && inserted.isEmpty && places.isEmpty }

    /// Whether rows stand elsewhere than where the source has them.
    var hasInsertions: Bool { !insertions.isEmpty }

    /// The rows at a place, in the order in which they stand: the one that came last stands next to the anchor.
    func rows(at place: FeedPlace<Identity>) -> [Identity] {
        let rows = insertions[place] ?? []
        switch place {
        case .start, .after: return rows.reversed()
        case .end, .before: return rows
        }
    }

    /// A row whose newest place can't be had: it leads nowhere, or round in a circle.
    func firstMisplaced(
        _ candidates: Candidates, ends: ListEnds,
        hasRow: (Identity) -> Bool
    ) -> Identity? {
        for start in candidates.keys {
            var path: [Identity] = []
            var id = start
            while let newest = candidates[id]?.last {
                if let circle = path.firstIndex(of: id) {
                    // The oldest of those that form the circle gives way.
                    return path[circle...].min { number(of: $0, candidates) < number(of: $1, candidates) }
                }
                path.append(id)
                switch newest.place {
                case .start:
                    if !ends.start { return id }
                case .end:
                    if !ends.end { return id }
                case .before(let anchor), .after(let anchor):
                    if candidates[anchor]?.last == nil, !hasRow(anchor) { return id }
                    id = anchor
                    continue
                }
                break
            }
        }
        return nil
    }

    func number(
        of id: Identity, _ candidates: Candidates
    ) -> Int {
        candidates[id]?.last?.number ?? 0
    }
}

extension Dictionary {
    mutating func dropNewest<Element>(of key: Key) where Value == [Element] {
        self[key]?.removeLast()
        if self[key]?.isEmpty == true { self[key] = nil }
    }
}
