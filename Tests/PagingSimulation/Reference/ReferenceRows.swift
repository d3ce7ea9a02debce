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
    var edits: [ReferenceEdit] = []
    /// Those that a refresh has dropped, whose list is not shown yet.
    private var dropped: [ReferenceEdit] = []
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
        next.edits = edits.filter { !$0.isOld || $0.edit.survivesRefresh }
        next.dropped = edits.filter { $0.isOld && !$0.edit.survivesRefresh }
        next.edits = next.edits.map(\.inAnotherGeneration)
        next.dropped = next.dropped.map(\.inAnotherGeneration)
        next.pushed = pushed.filter { !$0.value.isOld }
        return next
    }

    mutating func refreshBegins() {
        hasRefreshBegun = true
        for index in edits.indices { edits[index].isOld = true }
        for id in pushed.keys { pushed[id]?.isOld = true }
    }

    mutating func loadBegins(beyond edge: Edge) {
        for index in edits.indices where edits[index].isConfirmed { edits[index].knownBeyond.insert(edge) }
    }

    mutating func add(_ page: Page<Int, SimulatedRow>, key: Int?, at edge: Edge) {
        let rows = takeIn(page.items)
        if !pages.isEmpty { endConfirmed(broughtBy: rows, beyond: edge) }
        if edge == .start, let first = pages.first {
            pages.insert(LoadedPage(key: key, number: first.number - 1, page: page, rows: rows), at: 0)
        } else {
            let number = (pages.last?.number ?? -1) + 1
            pages.append(LoadedPage(key: key, number: number, page: page, rows: rows))
        }
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
        for edit in edits.sorted(by: { $0.number < $1.number }) {
            let isKnown = edit.isConfirmed && edit.knownBeyond.contains(edge)
            let ends =
                switch edit.edit.kind {
                case .update(let id, _):
                    !staying.contains { $0.edit.kind.updates(id) } && brought.contains(id)
                case .move(let id, _): !staying.contains { $0.edit.kind.moves(id) } && brought.contains(id)
                case .insert(let row, _): brought.contains(row.id)
                case .remove: false
                }
            if !isKnown || !ends { staying.append(edit) }
        }
        edits = staying
    }

    mutating func removePage(at edge: Edge) {
        ends[edge] = false
        if edits.contains(where: \.isConfirmed) {
            let shown = edited(editedPages(ends), ends).rows
            let gone = Set((edge == .start ? shown.first : shown.last)?.map(\.id) ?? [])
            edits.removeAll { edit in
                guard edit.isConfirmed, edit.isOld || !hasRefreshBegun,
                    case .insert(let row, _) = edit.edit.kind
                else { return false }
                return gone.contains(row.id)
            }
        }
        reveal(behind: (edge == .start ? pages.removeFirst() : pages.removeLast()).rows)
    }

    /// Makes all rows from those of the pages.
    ///
    /// - Parameter ends: The ends of the list that are loaded.
    mutating func present(_ ends: ListEnds) {
        self.ends = ends
        anchorConfirmed(ends)
        var result = pages.map(\.rows)
        var stages = chain.stages[...]
        if stages.first == .filter { stages.removeFirst() }
        for stage in stages {
            switch stage {
            case .dedupe, .latest: break  // Done when the page came; later, rows are unique.
            case .filter: result = result.map { $0.filter(SimulatedRules.isKept) }
            case .map: result = result.map { $0.map(SimulatedRules.convert) }
            case .separators: result = Self.separate(result, ends)
            case .header: result = Self.addHeader(result, ends)
            case .edits: result = edited(result, ends).rows
            }
        }
        rows = result
    }

    /// The list is shown.
    mutating func show() { dropped = [] }

    mutating func revert(_ number: Int) {
        edits.removeAll { $0.number == number }
        dropped.removeAll { $0.number == number }
    }

    /// Marks an edit as confirmed. One that the refresh has dropped, whose list is not shown yet, stays.
    mutating func confirm(_ number: Int) {
        edits += dropped.filter { $0.number == number }
        dropped.removeAll { $0.number == number }
        for index in edits.indices where edits[index].number == number {
            edits[index].edit.survivesRefresh = false
            edits[index].isOld = false
            edits[index].isConfirmed = true
        }
    }

    /// Anchors the confirmed rows that are at an end of the list, one after another.
    mutating func anchorConfirmed(_ ends: ListEnds) {
        self.ends = ends
        guard !pages.isEmpty else { return }
        let sorted = edits.indices.sorted { edits[$0].number < edits[$1].number }
        for index in sorted where edits[index].isConfirmed {
            guard case .insert(let row, let place) = edits[index].edit.kind else { continue }
            let edited = edited(editedPages(ends), ends)
            if let anchor = edited.anchor(of: row.id, at: place) { edits[index].anchor = anchor }
        }
    }

    private func edited(_ rows: [[SimulatedRow]], _ ends: ListEnds) -> ReferenceEdits {
        ReferenceEdits(edits, pushed, pages: rows, from: pages.first?.number ?? 0, ends: ends)
    }

    /// The rows that edits are applied to.
    private func editedPages(_ ends: ListEnds) -> [[SimulatedRow]] {
        var result = pages.map(\.rows)
        for stage in chain.stages.dropFirst(chain.stages.first == .filter ? 1 : 0).prefix(while: {
            $0 != .edits
        }) {
            switch stage {
            case .filter: result = result.map { $0.filter(SimulatedRules.isKept) }
            case .separators: result = Self.separate(result, ends)
            case .dedupe, .latest, .map, .header, .edits: break
            }
        }
        return result
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
                let isSeparable = last != nil || ends.start
                if isSeparable, let separator = SimulatedRules.separator(last?.row, row) {
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
