import PagingOperators

/// What transforms make of loaded pages, in its simplest form: all rows are made again after each event.
struct ReferenceRows {
    /// A loaded page.
    struct LoadedPage {
        let key: Int?
        /// The number of the page in order; pages before the first loaded one have negative numbers.
        let number: Int
        let page: Page<Int, SimulatedRow>
        /// The rows left by the transforms when it arrived.
        var rows: [SimulatedRow]
    }

    let chain: SimulatedChain
    private(set) var pages: [LoadedPage] = []
    /// The number of generations before.
    private var generation = 0
    var edits: [ReferenceEdit] = []
    /// What the server has pushed last about each row.
    var pushed: [Int: ReferencePush] = [:]
    /// The rows of each page.
    private(set) var rows: [[SimulatedRow]] = []
    /// Whether the last page had only items that were in the list already.
    private(set) var lastPageRepeats = false
    /// Whether a refresh has started since the first page.
    private var hasRefreshBegun = false
    /// The ends of the list that were loaded when its rows were made, or confirmed rows anchored.
    private var ends = ListEnds(start: false, end: false)

    init(_ chain: SimulatedChain) {
        self.chain = chain
    }

    var rowCount: Int { rows.reduce(0) { $0 + $1.count } }

    /// The rows of the next generation, before its first page.
    var withoutPages: ReferenceRows {
        var next = ReferenceRows(chain)
        next.generation = generation + 1
        for var edit in edits where !edit.isOld || edit.confirmation == nil {
            edit.knownBeyond = []
            edit.isDropped = edit.isOld && !edit.edit.survivesRefresh
            next.edits.append(edit)
        }
        next.pushed = pushed.filter { !$0.value.isOld }
        return next
    }

    mutating func refreshBegins() {
        hasRefreshBegun = true
        for index in edits.indices { edits[index].isOld = true }
        for id in pushed.keys { pushed[id]?.isOld = true }
    }

    mutating func loadBegins(beyond edge: Edge) {
        for index in edits.indices where edits[index].confirmation != nil {
            edits[index].knownBeyond.insert(edge)
        }
    }

    mutating func add(_ page: Page<Int, SimulatedRow>, key: Int?, at edge: Edge) {
        let rows = takeIn(page.items)
        if !pages.isEmpty { endConfirmed(broughtBy: rows, beyond: edge) }
        let number = edge == .start ? (pages.first?.number ?? 1) - 1 : (pages.last?.number ?? -1) + 1
        let loaded = LoadedPage(key: key, number: number, page: page, rows: rows)
        pages.insert(loaded, at: edge == .start ? 0 : pages.count)
    }

    mutating func add(_ saved: PagingSnapshot<Int, SimulatedRow>) {
        for page in saved.pages { add(page.page, key: page.key, at: .end) }
    }

    /// Ends the confirmed edits of rows that a page brings which was requested later.
    private mutating func endConfirmed(broughtBy rows: [SimulatedRow], beyond edge: Edge) {
        let isFiltered = chain.stages.prefix { $0 != .edits }.contains(.filter)
        func ids(of rows: [SimulatedRow]) -> Set<Int> {
            Set(rows.filter { !isFiltered || SimulatedRules.isKept($0) }.map(\.id))
        }
        let brought = ids(of: rows).subtracting(ids(of: pages.flatMap(\.rows)))
        var staying: [ReferenceEdit] = []
        for edit in edits.sorted(by: { $0.number < $1.number }) where !edit.isDropped {
            let ends =
                switch edit.edit.kind {
                case .update(let id, _):
                    !staying.contains { $0.edit.kind.updates(id) } && brought.contains(id)
                case .move(let id, _): !staying.contains { $0.edit.kind.moves(id) } && brought.contains(id)
                case .insert(let row, _): brought.contains(row.id)
                case .remove: false
                }
            if !edit.knownBeyond.contains(edge) || !ends { staying.append(edit) }
        }
        edits = staying + edits.filter(\.isDropped)
    }

    mutating func removePage(at edge: Edge) {
        ends[edge] = false
        let shown = edited(ends).rows
        let gone = Set((edge == .start ? shown.first : shown.last)?.map(\.id) ?? [])
        edits.removeAll { edit in
            edit.confirmation != nil && (edit.isOld || !hasRefreshBegun)
                && gone.contains(where: edit.edit.inserts)
        }
        reveal(behind: (edge == .start ? pages.removeFirst() : pages.removeLast()).rows)
    }

    /// Makes all rows from those of the pages.
    ///
    /// - Parameter ends: The ends of the list that are loaded.
    mutating func present(_ ends: ListEnds) {
        anchorConfirmed(ends)
        rows = transformed(by: chain.stages[...], ends)
    }

    /// The rows of the pages with transforms applied.
    private func transformed(by stages: ArraySlice<SimulatedChain.Stage>, _ ends: ListEnds)
        -> [[SimulatedRow]]
    {
        var result = pages.map(\.rows)
        for stage in stages.dropFirst(stages.first == .filter ? 1 : 0) {
            switch stage {
            case .dedupe, .latest: break  // Done when the page came; later, rows are unique.
            case .filter: result = result.map { $0.filter(SimulatedRules.isKept) }
            case .map: result = result.map { $0.map(SimulatedRules.convert) }
            case .separators: result = Self.separate(result, ends)
            case .header: result = Self.addHeader(result, ends)
            case .edits: result = edited(ends).rows
            }
        }
        return result
    }

    /// The list is shown.
    mutating func show() { edits.removeAll(where: \.isDropped) }

    /// Marks an edit as confirmed.
    mutating func confirm(_ number: Int) {
        let confirmation = (edits.compactMap(\.confirmation).max() ?? 0) + 1
        for index in edits.indices where edits[index].number == number {
            (edits[index].edit.survivesRefresh, edits[index].isOld) = (false, false)
            (edits[index].confirmation, edits[index].isDropped) = (
                edits[index].confirmation ?? confirmation, false
            )
        }
    }

    /// Anchors the confirmed rows that are at an end of the list, one after another.
    mutating func anchorConfirmed(_ ends: ListEnds) {
        self.ends = ends
        guard !pages.isEmpty else { return }
        let sorted = edits.indices.sorted { edits[$0].confirmation ?? 0 < edits[$1].confirmation ?? 0 }
        for index in sorted where edits[index].confirmation != nil {
            guard case .insert(let row, let place) = edits[index].edit.kind else { continue }
            let anchor = edited(ends).anchor(of: row.id, at: place)
            if let anchor { edits[index].anchor = anchor }
        }
    }

    /// The edits, and the rows that they are applied to.
    private func edited(_ ends: ListEnds) -> ReferenceEdits {
        let rows = transformed(by: chain.stages.prefix { $0 != .edits }, ends)
        let first = 1_000_000 * generation + (pages.first?.number ?? 0)
        return ReferenceEdits(edits, pushed, pages: rows, from: first, ends: ends)
    }
}

extension ReferenceRows {
    /// Applies the transforms that depend on the list's content when a page arrives.
    private mutating func takeIn(_ items: [SimulatedRow]) -> [SimulatedRow] {
        var taken: [SimulatedRow] = []
        let arriving = arriving(items)
        let (keepsFirst, keepsLatest) = (chain.stages.contains(.dedupe), chain.stages.contains(.latest))
        for item in arriving {
            if keepsLatest, replace(item) { continue }
            let isKnown = keepsFirst && pages.contains { $0.rows.contains { $0.id == item.id } }
            if let index = taken.firstIndex(where: { $0.id == item.id }), keepsFirst || keepsLatest {
                if keepsLatest { taken[index] = item }
            } else if !isKnown {
                taken.append(item)
            }
        }
        lastPageRepeats = (keepsFirst || keepsLatest) && taken.isEmpty && !arriving.isEmpty
        return taken
    }

    /// Returns the rows before the transform that makes rows unique.
    private func arriving(_ items: [SimulatedRow]) -> [SimulatedRow] {
        chain.stages.first == .filter ? items.filter(SimulatedRules.isKept) : items
    }

    /// Replaces the row of the same identity on an earlier page, if there is one.
    private mutating func replace(_ row: SimulatedRow) -> Bool {
        for page in pages.indices {
            guard let index = pages[page].rows.firstIndex(where: { $0.id == row.id }) else { continue }
            pages[page].rows[index] = row
            return true
        }
        return false
    }

    /// Shows duplicates hidden by removed rows: the first of each identity, at its place on its page.
    private mutating func reveal(behind gone: [SimulatedRow]) {
        let keepsLatest = chain.stages.contains(.latest)
        guard keepsLatest || chain.stages.contains(.dedupe) else { return }
        for row in gone {
            for page in pages.indices {
                let items = arriving(pages[page].page.items)
                guard let index = items.firstIndex(where: { $0.id == row.id }) else { continue }
                let before = Set(items[..<index].map(\.id))
                let place = pages[page].rows.count { before.contains($0.id) }
                pages[page].rows.insert(keepsLatest ? row : items[index], at: place)
                break
            }
        }
    }

    private static func addHeader(_ pages: [[SimulatedRow]], _ ends: ListEnds) -> [[SimulatedRow]] {
        var result = pages
        if ends.start, let first = pages.firstIndex(where: { !$0.isEmpty }) {
            result[first].insert(SimulatedRules.header, at: 0)
        }
        return result
    }

    private static func separate(_ pages: [[SimulatedRow]], _ ends: ListEnds) -> [[SimulatedRow]] {
        var result = pages.map { _ in [SimulatedRow]() }
        var last: (row: SimulatedRow, page: Int)?
        for (page, rows) in pages.enumerated() {
            for row in rows {
                if last != nil || ends.start, let separator = SimulatedRules.separator(last?.row, row) {
                    result[page].append(separator)
                }
                result[page].append(row)
                last = (row, page)
            }
        }
        if ends.end, let last, let separator = SimulatedRules.separator(last.row, nil) {
            result[last.page].append(separator)
        }
        return result
    }
}
