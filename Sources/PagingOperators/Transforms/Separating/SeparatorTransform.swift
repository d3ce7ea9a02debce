/// Inserts rows between items, and at the ends of the list.
///
/// A separator is on the page of the item after it; the one after the last item is on that item's page.
struct SeparatorTransform<Item: Sendable>: PageTransform {
    let separator: @Sendable (_ before: Item?, _ after: Item?) -> Item?
    var pages = PageTable<SeparatedPage<Item>>()
    private var ends = ListEnds()

    init(_ separator: @escaping @Sendable (_ before: Item?, _ after: Item?) -> Item?) {
        self.separator = separator
    }

    var rowsRemovedBesidePage: Int { 1 }

    func outcome(ofItem item: Int, page: Int) -> ItemOutcome { .row(pages[page].row(ofItem: item)) }

    mutating func beginGeneration() {
        pages = PageTable()
        ends = ListEnds()
    }

    mutating func apply(_ change: PageChange<Item>) -> [PageChange<Item>] {
        switch change {
        case .insert(let page, let items): return insert(items, page: page)
        case .remove(let page):
            pages.remove(page: page)
            return [.remove(page: page)] + refreshAround(page)
        case .edit(let page, let edits):
            if pages[page].items.isEmpty { return fill(page, pages[page].items(after: edits)) }
            if pages[page].mayBecomeEmpty(by: edits), pages[page].items(after: edits).isEmpty {
                return clear(page)
            }
            var translated: [RowEdit<Item>] = []
            var isLastChanged = false
            for edit in edits {
                isLastChanged = isLastChanged || pages[page].changesLast(edit)
                perform(edit, page: page, &translated)
            }
            // Only the last item of a page is a neighbor of those on others.
            return [.edit(page: page, translated)] + (isLastChanged ? refreshAround(page) : [])
        case .carry(let row): return carry(row) ?? row.edits.flatMap { apply($0) }
        case .ends(let ends):
            let old = self.ends
            self.ends = ends
            var changes: [PageChange<Item>] = []
            if ends.start != old.start, let page = pageWithItems(from: pages.pages.lowerBound) {
                refresh(gap: 0, of: page, &changes)
            }
            if ends.end != old.end, let page = pageWithItems(upTo: pages.pages.upperBound) {
                refresh(gap: pages[page].items.count, of: page, &changes)
            }
            return changes + [.ends(ends)]
        }
    }

    private mutating func insert(_ items: [Item], page: Int) -> [PageChange<Item>] {
        pages.insert(SeparatedPage(items: []), page: page)
        return [.insert(page: page, separate(items, page: page))] + (items.isEmpty ? [] : refreshAround(page))
    }

    /// The rows of a page without items that gets some.
    mutating func separate(_ items: [Item], page: Int) -> [Item] {
        pages[page] = SeparatedPage(items: items)
        if items.isEmpty { return [] }
        var rows: [Item] = []
        rows.reserveCapacity(items.count)
        for gap in 0...items.count {
            if let separator = makeSeparator(gap: gap, of: page) {
                pages[page].hasSeparator[gap] = true
                rows.append(separator)
            }
            if gap < items.count { rows.append(items[gap]) }
        }
        return rows
    }

    /// The separator of a gap: of that before an item or, after the last item of a page, of that at the end
    /// of the list.
    func makeSeparator(gap: Int, of page: Int) -> Item? {
        let entry = pages[page]
        let before: Item? =
            gap > 0
            ? entry.items[gap - 1]
            : pageWithItems(upTo: page).flatMap { pages[$0].items.last }
        if gap == 0, before == nil, !ends.start { return nil }
        if gap < entry.items.count { return separator(before, entry.items[gap]) }
        guard ends.end, pageWithItems(from: page + 1) == nil else { return nil }
        return separator(before, nil)
    }

    /// Updates the separators at the boundaries of a changed page with its neighbors.
    mutating func refreshAround(_ page: Int) -> [PageChange<Item>] {
        var changes: [PageChange<Item>] = []
        if let next = pageWithItems(from: page + 1) { refresh(gap: 0, of: next, &changes) }
        if let previous = pageWithItems(upTo: page) {
            refresh(gap: pages[previous].items.count, of: previous, &changes)
        }
        return changes
    }

    private mutating func refresh(gap: Int, of page: Int, _ changes: inout [PageChange<Item>]) {
        var edits: [RowEdit<Item>] = []
        refresh(gap: gap, of: page, &edits)
        if !edits.isEmpty { changes.append(.edit(page: page, edits)) }
    }

    private mutating func refresh(gap: Int, of page: Int, _ edits: inout [RowEdit<Item>]) {
        let row = pages[page].row(ofGap: gap)
        let hadSeparator = pages[page].hasSeparator[gap]
        let separator = makeSeparator(gap: gap, of: page)
        pages[page].hasSeparator[gap] = separator != nil
        replace(hadSeparator, by: separator, at: row, &edits)
    }

    /// Puts a separator to the row of another one, or where there was none.
    private func replace(
        _ hadSeparator: Bool, by separator: Item?, at row: Int, _ edits: inout [RowEdit<Item>]
    ) {
        if let separator {
            edits.append(hadSeparator ? .update(separator, at: row) : .insert(separator, at: row))
        } else if hadSeparator {
            edits.append(.remove(at: row))
        }
    }

    private mutating func perform(
        _ edit: RowEdit<Item>, page: Int, _ edits: inout [RowEdit<Item>]
    ) {
        switch edit {
        case .insert(let item, let index): insert(item, at: index, of: page, &edits)
        case .remove(let index): remove(at: index, of: page, &edits)
        case .update(let item, let index):
            edits.append(.update(item, at: pages[page].row(ofItem: index)))
            pages[page].items[index] = item
            refresh(gap: index, of: page, &edits)
            refresh(gap: index + 1, of: page, &edits)
        }
    }

    /// Inserts an item in a gap. The separator that was there keeps its row: it is that of the item after it,
    /// or now of the inserted one, as the heading of a group is whose first item that becomes.
    private mutating func insert(
        _ item: Item, at index: Int, of page: Int, _ edits: inout [RowEdit<Item>]
    ) {
        let row = pages[page].row(ofGap: index)
        let hadSeparator = pages[page].hasSeparator[index]
        pages[page].items.insert(item, at: index)
        pages[page].hasSeparator.insert(false, at: index)
        let before = makeSeparator(gap: index, of: page)
        let after = makeSeparator(gap: index + 1, of: page)
        pages[page].hasSeparator[index] = before != nil
        pages[page].hasSeparator[index + 1] = after != nil
        if hadSeparator, after == nil, let before {
            edits += [.update(before, at: row), .insert(item, at: row + 1)]
            return
        }
        edits.append(.insert(item, at: row))
        replace(hadSeparator, by: after, at: row + 1, &edits)
        if let before { edits.append(.insert(before, at: row)) }
    }

    /// Removes an item, and of the separators around it those that have no place any more.
    private mutating func remove(at index: Int, of page: Int, _ edits: inout [RowEdit<Item>]) {
        let row = pages[page].row(ofGap: index)
        let hadBefore = pages[page].hasSeparator[index]
        let hadAfter = pages[page].hasSeparator[index + 1]
        pages[page].items.remove(at: index)
        pages[page].hasSeparator.remove(at: index)
        // A page without items has no separators.
        let separator = pages[page].items.isEmpty ? nil : makeSeparator(gap: index, of: page)
        pages[page].hasSeparator[index] = separator != nil
        if hadBefore, !hadAfter, let separator {
            edits += [.remove(at: row + 1), .update(separator, at: row)]
            return
        }
        if hadBefore { edits.append(.remove(at: row)) }
        edits.append(.remove(at: row))
        replace(hadAfter, by: separator, at: row, &edits)
    }
}

/// A page of a separator transform.
struct SeparatedPage<Item: Sendable>: Sendable {
    var items: [Item]
    /// Whether there is a separator before each item and, with the last flag, after the last one.
    var hasSeparator: [Bool]

    init(items: [Item]) {
        self.items = items
        hasSeparator = Array(repeating: false, count: items.count + 1)
    }

    /// The row of a gap's separator or, without one, of the item after it.
    func row(ofGap gap: Int) -> Int { gap + hasSeparator[..<gap].count { $0 } }

    func row(ofItem item: Int) -> Int { item + hasSeparator[...item].count { $0 } }

    var rowCount: Int { items.count + hasSeparator.count { $0 } }

    /// Whether as many items are removed as the page has; without a copy of them.
    func mayBecomeEmpty(by edits: [RowEdit<Item>]) -> Bool {
        edits.count >= items.count
            && edits.count { if case .remove = $0 { true } else { false } } >= items.count
    }

    func items(after edits: [RowEdit<Item>]) -> [Item] {
        var items = items
        for edit in edits { items.perform(edit) }
        return items
    }

    /// Inserts an item with a separator before it, or without. One that is there stays before the next item.
    mutating func insert(_ item: Item, at index: Int, hasSeparator isSeparated: Bool) {
        items.insert(item, at: index)
        hasSeparator.insert(isSeparated, at: index)
    }

    /// Whether the page has another last item after an edit, or other content in it.
    func changesLast(_ edit: RowEdit<Item>) -> Bool {
        switch edit {
        case .insert(_, let index): index == items.count
        case .remove(let index), .update(_, let index): index == items.count - 1
        }
    }
}

extension SeparatorTransform {
    /// The first page with items, from a page on.
    func pageWithItems(from page: Int) -> Int? {
        guard page < pages.pages.upperBound else { return nil }
        return (max(page, pages.pages.lowerBound)..<pages.pages.upperBound).first { !pages[$0].items.isEmpty }
    }

    /// The last page with items before a page.
    func pageWithItems(upTo page: Int) -> Int? {
        guard page > pages.pages.lowerBound else { return nil }
        return (pages.pages.lowerBound..<min(page, pages.pages.upperBound)).last { !pages[$0].items.isEmpty }
    }
}
