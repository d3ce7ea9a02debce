/// The effect of all edits on the loaded rows.
///
/// What an update calls is inlined, and first finds out whether there is anything to do: this type is not
/// specialized, and all that is generic costs more than the rest of an edit there.
struct EditPlan<Item: Sendable, Identity: Hashable & Sendable>: Sendable {
    /// The places to which edits have put a row, with the number of each edit, the newest last.
    typealias Candidates = [Identity: [(number: Int, place: EditPlace<Identity>)]]

    /// The updates of each row, the oldest first: each is an ``Edit``.
    private var updates: [Identity: [any AnyEdit]] = [:]
    /// How many edits remove a row.
    private var removals: [Identity: Int] = [:]
    /// The rows that the source has not delivered.
    private(set) var inserted: [Identity: Item] = [:]
    /// The places of the rows that edits have inserted or moved.
    private(set) var places: [Identity: EditPlace<Identity>] = [:] { didSet { hasPlaces = !places.isEmpty } }
    /// Whether there are any. Stored, because `isEmpty` of a generic dictionary looks up metadata at run
    /// time.
    private(set) var hasPlaces = false
    /// The rows at each place, in the order in which edits have put them there.
    private var insertions: [EditPlace<Identity>: [Identity]] = [:]

    init() {}

    /// Adds an edit, unless it puts a row to a place.
    ///
    /// - Complexity: O(1) on average.
    @inline(__always)
    mutating func add(_ edit: Edit<Item, Identity>) {
        switch edit.action {
        case .update:
            guard var ofRow = updates.updateValue([edit], forKey: edit.id) else { return }
            ofRow.insert(edit)
            updates[edit.id] = ofRow
        case .remove: removals[edit.id, default: 0] += 1
        case .insert, .move: break
        }
    }

    /// Removes an edit, unless it puts a row to a place.
    ///
    /// - Complexity: O(*u*), the number of updates of the row.
    @inline(__always)
    mutating func remove(_ edit: Edit<Item, Identity>) {
        switch edit.action {
        case .update:
            guard let ofRow = updates.removeValue(forKey: edit.id) else { return }
            let others = ofRow.filter { $0.number != edit.number }
            if !others.isEmpty { updates[edit.id] = others }
        case .remove: removeRemoval(of: edit.id)
        case .insert, .move: break
        }
    }

    /// Whether no older edit updates the row.
    func isFirstUpdate(_ edit: Edit<Item, Identity>) -> Bool {
        updates[edit.id]?.first?.number == edit.number
    }

    private mutating func removeRemoval(of id: Identity) {
        removals[id, default: 1] -= 1
        if removals[id] == 0 { removals[id] = nil }
    }

    /// Refers to a row by its new identity.
    mutating func rename(_ old: Identity, to new: Identity) {
        if let renamed = updates.removeValue(forKey: old) {
            updates[new] = ((updates[new] ?? []) + renamed).sorted { $0.number < $1.number }
        }
        if let count = removals.removeValue(forKey: old) { removals[new, default: 0] += count }
    }

    /// Puts rows to their places.
    ///
    /// - Parameters:
    ///   - edits: The edits that put rows to places, the oldest first.
    ///   - ends: The ends of the list that are loaded.
    ///   - pages: The numbers of the loaded pages.
    ///   - hasRow: Whether the source has delivered a row.
    mutating func place(
        _ edits: [Edit<Item, Identity>], ends: ListEnds, pages: Range<Int>, hasRow: (Identity) -> Bool
    ) {
        (inserted, places, insertions) = ([:], [:], [:])
        var candidates: Candidates = [:]
        for edit in edits {
            switch edit.action {
            case .update, .remove: break
            case .insert(let item, let place, let anchor):
                if hasRow(edit.id) { continue }
                inserted[edit.id] = item
                candidates[edit.id, default: []].append((edit.number, place))
                if let anchor { candidates[edit.id]?.append((edit.number, anchor)) }
            case .move(let place):
                candidates[edit.id, default: []].append((edit.number, place))
            }
        }
        candidates = candidates.filter { hasRow($0.key) || inserted[$0.key] != nil }
        Self.dropUnavailable(from: &candidates, ends: ends, pages: pages, hasRow: hasRow)
        places = candidates.compactMapValues { $0.last?.place }
        let placed = candidates.compactMap { id, places in places.last.map { (id: id, newest: $0) } }
        for (id, newest) in placed.sorted(by: { $0.newest.number < $1.newest.number }) {
            insertions[newest.place, default: []].append(id)
        }
    }

    var isEmpty: Bool { updates.isEmpty && removals.isEmpty && inserted.isEmpty && places.isEmpty }

    /// Whether there are rows at places, or rows without an available place.
    var hasPlacements: Bool { !places.isEmpty || !inserted.isEmpty }

    /// Whether edits have inserted or moved rows.
    var hasInsertions: Bool { !insertions.isEmpty }

    /// Whether edits remove a row.
    @inline(__always)
    func removes(_ id: Identity) -> Bool { !removals.isEmpty && removals[id] != nil }

    /// Updates a row.
    @inline(__always)
    func update(_ item: inout Item, _ id: Identity) {
        guard !updates.isEmpty, let ofRow = updates[id] else { return }
        for edit in ofRow {
            if case .update(let change) = Edit<Item, Identity>.of(edit).action { change(&item) }
        }
    }

    /// Whether edits have inserted or moved a row.
    @inline(__always)
    func places(_ id: Identity) -> Bool { hasPlaces && isAmongPlaced(id) }

    // Apart, so that its generic types are needed only where rows are put to places.
    @inline(never)
    private func isAmongPlaced(_ id: Identity) -> Bool { places[id] != nil }

    /// Whether a row is inserted at the start or the end of the list, or is beside such a row.
    func isDraft(_ id: Identity) -> Bool {
        var id = id
        while let place = places[id] {
            guard let anchor = place.anchor else { return place.page == nil && inserted[id] != nil }
            id = anchor
        }
        return false
    }

    /// Whether rows are anchored to a row.
    func anchors(_ id: Identity) -> Bool { insertions[.before(id)] != nil || insertions[.after(id)] != nil }

    /// The rows that edits have put to another place than before, and those that are anchored to them.
    func rows(movedSince old: Self) -> Set<Identity> {
        if places.isEmpty && old.places.isEmpty { return [] }
        var moved = Set(places.keys.filter { places[$0] != old.places[$0] })
        moved.formUnion(old.places.keys.filter { places[$0] == nil })
        var anchors = Array(moved)
        while let anchor = anchors.popLast() {
            for row in rows(at: .before(anchor)) + rows(at: .after(anchor))
            where moved.insert(row).inserted {
                anchors.append(row)
            }
        }
        return moved
    }

    /// The rows at a place, in the order of the list: the one with the latest edit is next to the anchor.
    func rows(at place: EditPlace<Identity>) -> [Identity] {
        let rows = insertions[place] ?? []
        switch place {
        case .start, .after, .startOfPage: return rows.reversed()
        case .end, .before, .endOfPage: return rows
        }
    }

    /// Drops the places that are unavailable, because they are not loaded or form a cycle. What is left does
    /// not depend on the order in which rows are visited.
    ///
    /// - Complexity: O(*n*) on average for *n* edits, besides the length of each cycle.
    private static func dropUnavailable(
        from candidates: inout Candidates, ends: ListEnds, pages: Range<Int>, hasRow: (Identity) -> Bool
    ) {
        // The rows whose anchors end at an available place.
        var placed: Set<Identity> = []
        for start in Array(candidates.keys) {
            // Rows each of which is anchored to the next one, and their positions.
            var path = [start]
            var positions = [start: 0]
            while let id = path.last {
                guard let newest = candidates[id]?.last else {
                    // Nothing has put the row elsewhere, so that the one before decides whether it is there.
                    path.removeLast()
                    positions[id] = nil
                    continue
                }
                let isAvailable: Bool
                switch newest.place {
                case .start: isAvailable = ends.start
                case .end: isAvailable = ends.end
                case .startOfPage(let page), .endOfPage(let page): isAvailable = pages.contains(page)
                case .before(let anchor), .after(let anchor):
                    if placed.contains(anchor) {
                        isAvailable = true
                    } else if candidates[anchor] == nil {
                        isAvailable = hasRow(anchor)
                    } else if let cycle = positions[anchor] {
                        dropOldest(of: cycle, from: &path, &positions, &candidates)
                        continue
                    } else {
                        positions[anchor] = path.count
                        path.append(anchor)
                        continue
                    }
                }
                if isAvailable {
                    placed.formUnion(path)
                    break
                }
                candidates.dropNewest(of: id)
            }
        }
    }

    /// Drops the oldest of the edits that form a cycle, and the rows after it from the path.
    private static func dropOldest(
        of cycle: Int, from path: inout [Identity], _ positions: inout [Identity: Int],
        _ candidates: inout Candidates
    ) {
        let oldest = path[cycle...].min { one, other in
            (candidates[one]?.last?.number ?? 0) < (candidates[other]?.last?.number ?? 0)
        }
        guard let oldest, let position = positions[oldest] else { return }
        candidates.dropNewest(of: oldest)
        for id in path[(position + 1)...] { positions[id] = nil }
        path.removeSubrange((position + 1)...)
    }
}

extension Dictionary {
    fileprivate mutating func dropNewest<Element>(of key: Key) where Value == [Element] {
        self[key]?.removeLast()
        if self[key]?.isEmpty == true { self[key] = nil }
    }
}

extension [any AnyEdit] {
    /// Inserts an edit: those of several threads may be received in another order than they were made in.
    fileprivate mutating func insert(_ edit: any AnyEdit) {
        var index = count
        while index > 0, self[index - 1].number > edit.number { index -= 1 }
        insert(edit, at: index)
    }
}
