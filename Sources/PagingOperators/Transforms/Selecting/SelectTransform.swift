/// Converts some items and drops the others.
struct SelectTransform<Input: Sendable, Output: Sendable>: PageTransform {
    private let select: @Sendable (Input) -> Output?
    private let selectPage: @Sendable ([Input]) -> PageLoops.Selection<Output>
    /// The items that are kept of each page.
    private var pages = PageTable<KeptRows>()

    init(
        _ select: @escaping @Sendable (Input) -> Output?,
        page selectPage: @escaping @Sendable ([Input]) -> PageLoops.Selection<Output>
    ) {
        self.select = select
        self.selectPage = selectPage
    }

    mutating func apply(_ change: PageChange<Input>) -> [PageChange<Output>] {
        switch change {
        case .insert(let page, let items):
            let (rows, flags) = selectPage(items)
            pages.insert(KeptRows(count: items.count, flags: flags), page: page)
            return [.insert(page: page, rows)]
        case .remove(let page):
            pages.remove(page: page)
            return [.remove(page: page)]
        case .edit(let page, let edits):
            var kept = pages[page]
            let translated = edits.compactMap { translate($0, &kept) }
            pages[page] = kept
            return translated.isEmpty ? [] : [.edit(page: page, translated)]
        case .carry(let carried): return carry(carried)
        case .ends(let ends):
            return [.ends(ends)]
        }
    }

    mutating func beginGeneration() { pages = PageTable() }

    func outcome(ofItem item: Int, page: Int) -> ItemOutcome {
        let kept = pages[page]
        return kept.isKept(item) ? .row(kept.row(of: item)) : .dropped
    }

    private mutating func carry(_ carried: CarriedRow<Input>) -> [PageChange<Output>] {
        let (from, to) = (carried.from, carried.to)
        guard pages[from.page].isKept(from.row), let item = select(carried.item) else {
            return carried.edits.flatMap { apply($0) }
        }
        let row = pages[from.page].row(of: from.row)
        pages[from.page].remove(at: from.row)
        pages[to.page].insert(true, at: to.row)
        let newRow = pages[to.page].row(of: to.row)
        return [.carry(CarriedRow(item: item, from: (from.page, row), to: (to.page, newRow)))]
    }

    private func translate(_ edit: RowEdit<Input>, _ kept: inout KeptRows) -> RowEdit<Output>? {
        switch edit {
        case .insert(let item, let index):
            let selected = select(item)
            kept.insert(selected != nil, at: index)
            return selected.map { .insert($0, at: kept.row(of: index)) }
        case .remove(let index):
            let row = kept.isKept(index) ? kept.row(of: index) : nil
            kept.remove(at: index)
            return row.map { .remove(at: $0) }
        case .update(let item, let index):
            let row = kept.row(of: index)
            let wasKept = kept.isKept(index)
            let selected = select(item)
            kept.set(selected != nil, at: index)
            guard let selected else { return wasKept ? .remove(at: row) : nil }
            return wasKept ? .update(selected, at: row) : .insert(selected, at: row)
        }
    }
}
