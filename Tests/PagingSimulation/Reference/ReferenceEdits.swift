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
}

/// What the server has pushed about a row: a version, or that it is deleted.
struct ReferencePush {
    let row: SimulatedRow?
    /// Whether a refresh has started since.
    var isOld = false
}

/// All edits applied to all rows at once.
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
        _ edits: [ReferenceEdit], _ pushed: [Int: ReferencePush], pages: [[SimulatedRow]], ends: ListEnds
    ) {
        self.pages = pages
        self.pushed = pushed
        removed = Set(pushed.filter { $0.value.row == nil }.keys)
        self.ends = ends
        for row in pages.joined() where source[row.id] == nil { source[row.id] = row }
        for edit in edits { take(edit) }
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
    /// that does not stay at that end, or at the other end of a list of one page.
    func anchor(of id: Int, at place: FeedPlace<Int>) -> FeedPlace<Int>? {
        let rows = rows
        guard places[id]?.last?.place == place else { return nil }
        switch place {
        case .before, .after: return nil
        case .start:
            let next = rows.first?.drop { $0.id != id }.first { edge(of: $0.id) != place }
            return next.map { .before($0.id) } ?? (rows.count == 1 && ends.end ? .end : nil)
        case .end:
            let previous = rows.last?.prefix { $0.id != id }.last { edge(of: $0.id) != place }
            return previous.map { .after($0.id) } ?? (rows.count == 1 && ends.start ? .start : nil)
        }
    }

    /// The end of the list at which a row is, or the row that it is anchored to.
    private func edge(of id: Int) -> FeedPlace<Int>? {
        switch places[id]?.last?.place {
        case .before(let anchor), .after(let anchor): edge(of: anchor)
        case let place: place
        }
    }

    /// Returns whether a row's place is unavailable: its neighbour is not loaded, or is the row itself.
    private func isMisplaced(_ id: Int) -> Bool {
        guard let newest = places[id]?.last else { return false }
        switch newest.place {
        case .start: return !ends.start
        case .end: return !ends.end
        case .before(let anchor), .after(let anchor):
            if source[anchor] == nil && places[anchor]?.last == nil { return true }
            // Of rows that stand beside each other in a circle, the one that was put there first gives way.
            let circle = self.circle(of: id)
            return circle.contains(id)
                && newest.number == circle.compactMap { places[$0]?.last?.number }.min()
        }
    }

    /// Returns the chain of a row's neighbours, if it leads back to the row.
    private func circle(of id: Int) -> [Int] {
        var path: [Int] = []
        var next = id
        while !path.contains(next), case .some(let newest) = places[next]?.last {
            path.append(next)
            switch newest.place {
            case .start, .end: return []
            case .before(let anchor), .after(let anchor): next = anchor
            }
        }
        return next == id ? path : []
    }

    var rows: [[SimulatedRow]] {
        // Of rows that the source repeats, the first one has the rows beside it.
        var anchors: Set<Int> = []
        return pages.enumerated().map { number, page in
            var rows: [SimulatedRow] = []
            if number == 0 { show(insertions(at: .start).reversed(), in: &rows, &anchors) }
            show(page.filter { places[$0.id]?.last == nil }, in: &rows, &anchors)
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
