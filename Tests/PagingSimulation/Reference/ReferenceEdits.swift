import PagingOperators

/// An edit that has not been reverted.
struct ReferenceEdit {
    let number: Int
    var edit: SimulatedEdit
    /// The number of its confirmation.
    var confirmation: Int?
    /// The edges beyond which the page was requested after the confirmation.
    var knownBeyond: Set<Edge> = []
    /// Where an inserted row stays once it is confirmed.
    var anchor: FeedPlace<Int>?
    /// Whether a refresh has started since.
    var isOld = false
    /// Whether a refresh has dropped it, whose list is not shown yet: it returns if it is confirmed by then.
    var isDropped = false
}

/// What the server has pushed about a row: a version, or that it is deleted.
struct ReferencePush {
    let row: SimulatedRow?
    /// Whether a refresh has started since.
    var isOld = false
}

/// All edits applied to all rows at once. Each page has a row at its start and one at its end that mark these
/// places and are not shown.
struct ReferenceEdits {
    private let pages: [[SimulatedRow]]
    private let pushed: [Int: ReferencePush]
    private let ends: ListEnds
    private var source: [Int: SimulatedRow] = [:]
    private var inserted: [Int: SimulatedRow] = [:]
    private var removed: Set<Int> = []
    private var updates: [Int: [Int]] = [:]
    /// The places of moved and inserted rows, the newest last.
    private var places: [Int: [(number: Int, place: FeedPlace<Int>)]] = [:]

    init(
        _ edits: [ReferenceEdit], _ pushed: [Int: ReferencePush], pages: [[SimulatedRow]], from number: Int,
        ends: ListEnds
    ) {
        self.pages = pages.enumerated().map { index, rows in
            let mark = -2_000_000_000 + 2 * (number + index)
            return [SimulatedRow(id: mark)] + rows + [SimulatedRow(id: mark + 1)]
        }
        self.pushed = pushed
        removed = Set(pushed.filter { $0.value.row == nil }.keys)
        for page in self.pages { removed.formUnion([page[0].id, page[page.count - 1].id]) }
        self.ends = ends
        for row in self.pages.joined() where source[row.id] == nil { source[row.id] = row }
        for edit in edits where !edit.isDropped { take(edit) }
        places = places.filter { source[$0.key] != nil || inserted[$0.key] != nil }
        while let id = places.keys.first(where: isMisplaced) { places[id]?.removeLast() }
    }

    private mutating func take(_ edit: ReferenceEdit) {
        switch edit.edit.kind {
        case .update(let id, let number): updates[id, default: []].append(number)
        case .remove(let id): removed.insert(id)
        case .move(let id, let place): places[id, default: []].append((edit.number, place))
        case .insert(let row, let place):
            if source[row.id] != nil { return }
            inserted[row.id] = row
            places[row.id, default: []] += [place, edit.anchor].compactMap { $0 }.map { (edit.number, $0) }
        }
    }

    /// Where a row that is at an end of the list stays once it is confirmed: beside another row of its page,
    /// shown or not; or on that page, if it has none.
    func anchor(of id: Int, at place: FeedPlace<Int>) -> FeedPlace<Int>? {
        guard places[id]?.last?.place == place, [.start, .end].contains(place) else { return nil }
        let (isStart, page) = (place == .start, place == .start ? 0 : pages.count - 1)
        // Away from the end of the list.
        let rows = isStart ? all[page] : all[page].reversed()
        var beside = rows.drop { $0.id != id }.first { isNeighbor($0.id) }
        // The first and the last are marks.
        let own = unplaced(pages[page])
        if beside == nil, own.count == 2 { beside = isStart ? own[1] : own[0] }
        return beside.map { isStart ? .before($0.id) : .after($0.id) }
    }

    /// Whether rows may stay beside a row: it is no mark, no draft at an end, and not repeated.
    private func isNeighbor(_ id: Int) -> Bool {
        if id < -1_000_000_000 || isDraft(id) { return false }
        return places[id]?.last != nil || pages.joined().count { $0.id == id } == 1
    }

    /// The rows that no edit has put elsewhere.
    private func unplaced(_ page: [SimulatedRow]) -> [SimulatedRow] {
        page.filter { places[$0.id]?.last == nil }
    }

    /// The row beside which a row is put.
    private func neighbor(of id: Int) -> Int? {
        switch places[id]?.last?.place {
        case .before(let neighbor), .after(let neighbor): neighbor
        case .start, .end, nil: nil
        }
    }

    /// Whether a row is inserted at an end of the list, or is beside such a row.
    private func isDraft(_ id: Int) -> Bool {
        neighbor(of: id).map(isDraft) ?? (places[id]?.last != nil && inserted[id] != nil)
    }

    /// Returns whether a row's place is unavailable: its neighbor is not loaded, or is the row itself.
    private func isMisplaced(_ id: Int) -> Bool {
        guard let newest = places[id]?.last else { return false }
        guard let neighbor = neighbor(of: id) else { return newest.place == .start ? !ends.start : !ends.end }
        if source[neighbor] == nil && places[neighbor]?.last == nil { return true }
        // Of rows that stand beside each other in a circle, the one that was put there first gives way.
        var path = [id]
        while let next = self.neighbor(of: path[path.count - 1]), !path.contains(next) { path.append(next) }
        return self.neighbor(of: path[path.count - 1]) == id
            && newest.number == path.compactMap { places[$0]?.last?.number }.min()
    }

    var rows: [[SimulatedRow]] {
        all.map { page in
            page.filter { !removed.contains($0.id) }.map { row in
                var row = pushed[row.id]?.row ?? row
                for number in updates[row.id] ?? [] { SimulatedRules.update(&row, by: number) }
                return row
            }
        }
    }

    /// The rows in their order, also those that are removed.
    private var all: [[SimulatedRow]] {
        // Of rows that the source repeats, the first one has the rows beside it.
        var anchors: Set<Int> = []
        return pages.enumerated().map { number, page in
            var rows: [SimulatedRow] = []
            if number == 0 { add(insertions(at: .start).reversed(), to: &rows, &anchors) }
            add(unplaced(page), to: &rows, &anchors)
            if number == pages.count - 1 { add(insertions(at: .end), to: &rows, &anchors) }
            return rows
        }
    }

    /// Returns the rows at a place, the newest last.
    private func insertions(at place: FeedPlace<Int>) -> [SimulatedRow] {
        places.filter { $0.value.last?.place == place }
            .sorted { $0.value.last?.number ?? 0 < $1.value.last?.number ?? 0 }
            .compactMap { id, _ in inserted[id] ?? source[id] }
    }

    private func add(_ added: [SimulatedRow], to rows: inout [SimulatedRow], _ anchors: inout Set<Int>) {
        for row in added {
            let isAnchor = !places.isEmpty && anchors.insert(row.id).inserted
            if isAnchor { add(insertions(at: .before(row.id)), to: &rows, &anchors) }
            rows.append(row)
            if isAnchor { add(insertions(at: .after(row.id)).reversed(), to: &rows, &anchors) }
        }
    }
}
