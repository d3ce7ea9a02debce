import PagingOperators

/// An edit that has not been reverted.
struct ReferenceEdit {
    let number: Int
    var edit: SimulatedEdit
    var isConfirmed = false
    /// The edges beyond which the page was requested after the confirmation.
    var knownBeyond: Set<Edge> = []
    /// Where an inserted row stays once it is confirmed.
    var anchor: ReferencePlace?
    /// Whether a refresh has started since.
    var isOld = false

    /// The edit in another generation, of which no page is requested yet, and whose pages have other numbers.
    var inAnotherGeneration: Self {
        var edit = self
        edit.knownBeyond = []
        if case .page = anchor { edit.anchor = nil }
        return edit
    }
}

/// Where an edit puts a row.
enum ReferencePlace: Hashable {
    case list(FeedPlace<Int>)
    /// At an edge of a page, which has a number.
    case page(Int, Edge)
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
    /// The number of the first page.
    private let firstPage: Int
    private let pushed: [Int: ReferencePush]
    private let ends: ListEnds
    private var source: [Int: SimulatedRow] = [:]
    private var inserted: [Int: SimulatedRow] = [:]
    private var removed: Set<Int> = []
    private var updates: [Int: [Int]] = [:]
    /// The places of moved and inserted rows, the newest last.
    private var places: [Int: [(number: Int, place: ReferencePlace)]] = [:]

    init(
        _ edits: [ReferenceEdit], _ pushed: [Int: ReferencePush], pages: [[SimulatedRow]],
        from firstPage: Int,
        ends: ListEnds
    ) {
        self.pages = pages
        self.firstPage = firstPage
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
        case .move(let id, let place): places[id, default: []].append((edit.number, .list(place)))
        case .insert(let row, let place):
            if source[row.id] != nil { return }
            inserted[row.id] = row
            places[row.id, default: []] += [.list(place), edit.anchor].compactMap { $0 }
                .map { (edit.number, $0) }
        }
    }

    /// Where a row that is at an end of the list stays once it is confirmed: beside another row of its page
    /// that does not stay at that end, or one that is not shown, or on that page.
    func anchor(of id: Int, at place: FeedPlace<Int>) -> ReferencePlace? {
        let rows = rows
        guard places[id]?.last?.place == .list(place) else { return nil }
        func isUnplaced(_ row: SimulatedRow) -> Bool { places[row.id]?.last == nil }
        switch place {
        case .before, .after: return nil
        case .start:
            let next = rows.first?.drop { $0.id != id }.first { edge(of: $0.id) != .list(place) }
            return (next ?? pages.first?.first(where: isUnplaced)).map { .list(.before($0.id)) }
                ?? .page(firstPage, .end)
        case .end:
            let previous = rows.last?.prefix { $0.id != id }.last { edge(of: $0.id) != .list(place) }
            return (previous ?? pages.last?.last(where: isUnplaced)).map { .list(.after($0.id)) }
                ?? .page(firstPage + pages.count - 1, .start)
        }
    }

    /// The end of the list, or of a page, at which a row is, or the row that it is anchored to.
    private func edge(of id: Int) -> ReferencePlace? {
        switch places[id]?.last?.place {
        case .list(.before(let anchor)), .list(.after(let anchor)): edge(of: anchor)
        case let place: place
        }
    }

    /// Returns whether a row's place is unavailable: its neighbour is not loaded, or is the row itself.
    private func isMisplaced(_ id: Int) -> Bool {
        guard let newest = places[id]?.last else { return false }
        switch newest.place {
        case .list(.start): return !ends.start
        case .list(.end): return !ends.end
        case .page(let page, _): return !pages.indices.contains(page - firstPage)
        case .list(.before(let anchor)), .list(.after(let anchor)):
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
            case .list(.start), .list(.end), .page: return []
            case .list(.before(let anchor)), .list(.after(let anchor)): next = anchor
            }
        }
        return next == id ? path : []
    }

    var rows: [[SimulatedRow]] {
        // Of rows that the source repeats, the first one has the rows beside it.
        var anchors: Set<Int> = []
        return pages.enumerated().map { number, page in
            var rows: [SimulatedRow] = []
            if number == 0 { show(insertions(at: .list(.start)).reversed(), in: &rows, &anchors) }
            show(insertions(at: .page(firstPage + number, .start)), in: &rows, &anchors)
            show(page.filter { places[$0.id]?.last == nil }, in: &rows, &anchors)
            show(insertions(at: .page(firstPage + number, .end)).reversed(), in: &rows, &anchors)
            if number == pages.count - 1 { show(insertions(at: .list(.end)), in: &rows, &anchors) }
            return rows
        }
    }

    /// Returns the rows at a place, the newest last.
    private func insertions(at place: ReferencePlace) -> [SimulatedRow] {
        places.filter { $0.value.last?.place == place }
            .sorted { $0.value.last?.number ?? 0 < $1.value.last?.number ?? 0 }
            .compactMap { id, _ in inserted[id] ?? source[id] }
    }

    private func show(_ shown: [SimulatedRow], in rows: inout [SimulatedRow], _ anchors: inout Set<Int>) {
        for var row in shown {
            let id = row.id
            let isAnchor = !places.isEmpty && anchors.insert(id).inserted
            if isAnchor { show(insertions(at: .list(.before(id))), in: &rows, &anchors) }
            if let latest = pushed[id]?.row { row = latest }
            if !removed.contains(id) {
                for number in updates[id] ?? [] { SimulatedRules.update(&row, by: number) }
                rows.append(row)
            }
            if isAnchor { show(insertions(at: .list(.after(id))).reversed(), in: &rows, &anchors) }
        }
    }
}
