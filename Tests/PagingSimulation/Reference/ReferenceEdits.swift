import PagingOperators

/// An edit that has not been reverted.
struct ReferenceEdit {
    let number: Int
    var edit: SimulatedEdit
    var isConfirmed = false
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

    /// Where a row that is at an end of the list stays once it is confirmed: beside another row of its page
    /// that does not stay at an end, or else one that is not shown.
    func anchor(of id: Int, at place: FeedPlace<Int>) -> FeedPlace<Int>? {
        guard places[id]?.last?.place == place else { return nil }
        switch place {
        case .before, .after: return nil
        case .start:
            let others = rows[0].drop { $0.id != id } + unplaced(pages[0]).dropFirst()
            return others.first { !isAtAnEnd($0.id) }.map { .before($0.id) }
        case .end:
            let others =
                unplaced(pages[pages.count - 1]).dropLast() + rows[rows.count - 1].prefix { $0.id != id }
            return others.last { !isAtAnEnd($0.id) }.map { .after($0.id) }
        }
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

    /// Whether a row is at an end of the list, by itself or beside others.
    private func isAtAnEnd(_ id: Int) -> Bool { neighbor(of: id).map(isAtAnEnd) ?? (places[id]?.last != nil) }

    /// Returns whether a row's place is unavailable: its neighbour is not loaded, or is the row itself.
    private func isMisplaced(_ id: Int) -> Bool {
        guard let newest = places[id]?.last else { return false }
        guard let neighbor = neighbor(of: id) else { return newest.place == .start ? !ends.start : !ends.end }
        if source[neighbor] == nil && places[neighbor]?.last == nil { return true }
        // Of rows that stand beside each other in a circle, the one that was put there first gives way.
        let circle = circle(of: id)
        return newest.number == circle.compactMap { places[$0]?.last?.number }.min()
    }

    /// Returns the chain of a row's neighbours, if it leads back to the row.
    private func circle(of id: Int) -> [Int] {
        var path: [Int] = []
        var next = id
        while !path.contains(next), let neighbor = neighbor(of: next) {
            path.append(next)
            next = neighbor
        }
        return next == id ? path : []
    }

    var rows: [[SimulatedRow]] {
        // Of rows that the source repeats, the first one has the rows beside it.
        var anchors: Set<Int> = []
        return pages.enumerated().map { number, page in
            var rows: [SimulatedRow] = []
            if number == 0 { show(insertions(at: .start).reversed(), in: &rows, &anchors) }
            show(unplaced(page), in: &rows, &anchors)
            if number == pages.count - 1 { show(insertions(at: .end), in: &rows, &anchors) }
            return rows
        }
    }

    /// Returns the rows at a place, the newest last.
    private func insertions(at place: FeedPlace<Int>) -> [SimulatedRow] {
        places.filter { $0.value.last?.place == place }
            .sorted { $0.value.last?.number ?? 0 < $1.value.last?.number ?? 0 }
            .compactMap { id, _ in inserted[id] ?? source[id] }
    }

    private func show(_ shown: [SimulatedRow], in rows: inout [SimulatedRow], _ anchors: inout Set<Int>) {
        for var row in shown {
            let id = row.id
            let isAnchor = !places.isEmpty && anchors.insert(id).inserted
            if isAnchor { show(insertions(at: .before(id)), in: &rows, &anchors) }
            if let latest = pushed[id]?.row { row = latest }
            if !removed.contains(id) {
                for number in updates[id] ?? [] { SimulatedRules.update(&row, by: number) }
                rows.append(row)
            }
            if isAnchor { show(insertions(at: .after(id)).reversed(), in: &rows, &anchors) }
        }
    }
}
