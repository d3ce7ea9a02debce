/// Puts rows between items, and at the ends of the list.
///
/// A separator belongs to the page of the item after it; the one after the last item belongs to that item's page.
public struct SeparatorTransform<Item: Sendable>: PageTransform {
    /// The items, and where separators stand between them.
    public struct Memory: Sendable {
        @usableFromInline var pages = PageTable<SeparatedPage<Item>>()
        @usableFromInline var ends = ListEnds()

        @inlinable
        init() {}
    }

    @usableFromInline let separator: @Sendable (_ before: Item?, _ after: Item?) -> Item?

    @inlinable
    init(_ separator: @escaping @Sendable (_ before: Item?, _ after: Item?) -> Item?) {
        self.separator = separator
    }

    @inlinable
    public func makeMemory() -> Memory { Memory() }

    @inlinable
    public func apply(_ change: PageChange<Item>, memory: inout Memory) -> [PageChange<Item>] {
        switch change {
        case .insert(let page, let items): return insert(items, page: page, &memory)
        case .remove(let page):
            memory.pages.remove(page: page)
            return [.remove(page: page)] + refreshAround(page, &memory)
        case .edit(let page, let edits):
            var translated: [RowEdit<Item>] = []
            for edit in edits { perform(edit, page: page, &memory, &translated) }
            return [.edit(page: page, translated)] + refreshAround(page, &memory)
        case .ends(let ends):
            memory.ends = ends
            var changes: [PageChange<Item>] = []
            if let page = memory.pageWithItems(from: memory.pages.pages.lowerBound) {
                refresh(gap: 0, of: page, &memory, &changes)
            }
            if let page = memory.pageWithItems(upTo: memory.pages.pages.upperBound) {
                refresh(gap: memory.pages[page].items.count, of: page, &memory, &changes)
            }
            return changes + [.ends(ends)]
        }
    }

    @inlinable
    func insert(_ items: [Item], page: Int, _ memory: inout Memory) -> [PageChange<Item>] {
        memory.pages.insert(SeparatedPage(items: items), page: page)
        if items.isEmpty { return [.insert(page: page, [])] }
        var rows: [Item] = []
        rows.reserveCapacity(items.count)
        for gap in 0...items.count {
            if let separator = makeSeparator(gap: gap, of: page, memory) {
                memory.pages[page].hasSeparator[gap] = true
                rows.append(separator)
            }
            if gap < items.count { rows.append(items[gap]) }
        }
        return [.insert(page: page, rows)] + refreshAround(page, &memory)
    }

    /// What should stand in a gap: that before an item or, after the last item of a page, that at the list's end.
    @inlinable
    func makeSeparator(gap: Int, of page: Int, _ memory: Memory) -> Item? {
        let entry = memory.pages[page]
        let before: Item? =
            gap > 0
            ? entry.items[gap - 1]
            : memory.pageWithItems(upTo: page).flatMap { memory.pages[$0].items.last }
        if gap == 0, before == nil, !memory.ends.start { return nil }
        if gap < entry.items.count { return separator(before, entry.items[gap]) }
        guard memory.ends.end, memory.pageWithItems(from: page + 1) == nil else { return nil }
        return separator(before, nil)
    }

    /// Looks again at the gaps that the pages next to a changed page have towards it.
    @inlinable
    func refreshAround(_ page: Int, _ memory: inout Memory) -> [PageChange<Item>] {
        var changes: [PageChange<Item>] = []
        if let next = memory.pageWithItems(from: page + 1) { refresh(gap: 0, of: next, &memory, &changes) }
        if let previous = memory.pageWithItems(upTo: page) {
            refresh(gap: memory.pages[previous].items.count, of: previous, &memory, &changes)
        }
        return changes
    }

    @inlinable
    func refresh(gap: Int, of page: Int, _ memory: inout Memory, _ changes: inout [PageChange<Item>]) {
        var edits: [RowEdit<Item>] = []
        refresh(gap: gap, of: page, &memory, &edits)
        if !edits.isEmpty { changes.append(.edit(page: page, edits)) }
    }

    @inlinable
    func refresh(gap: Int, of page: Int, _ memory: inout Memory, _ edits: inout [RowEdit<Item>]) {
        let row = memory.pages[page].row(ofGap: gap)
        let hadSeparator = memory.pages[page].hasSeparator[gap]
        let separator = makeSeparator(gap: gap, of: page, memory)
        memory.pages[page].hasSeparator[gap] = separator != nil
        guard let separator else {
            if hadSeparator { edits.append(.remove(at: row)) }
            return
        }
        edits.append(hadSeparator ? .update(separator, at: row) : .insert(separator, at: row))
    }

    @inlinable
    func perform(
        _ edit: RowEdit<Item>, page: Int, _ memory: inout Memory, _ edits: inout [RowEdit<Item>]
    ) {
        switch edit {
        case .insert(let item, let index):
            edits.append(.insert(item, at: memory.pages[page].row(ofGap: index)))
            memory.pages[page].items.insert(item, at: index)
            memory.pages[page].hasSeparator.insert(false, at: index)
            refresh(gap: index, of: page, &memory, &edits)
            refresh(gap: index + 1, of: page, &memory, &edits)
        case .remove(let index):
            let row = memory.pages[page].row(ofGap: index)
            if memory.pages[page].hasSeparator[index] { edits.append(.remove(at: row)) }
            edits.append(.remove(at: row))
            memory.pages[page].items.remove(at: index)
            memory.pages[page].hasSeparator.remove(at: index)
            if memory.pages[page].items.isEmpty {
                // Nothing is left for a separator to stand beside.
                if memory.pages[page].hasSeparator[0] { edits.append(.remove(at: 0)) }
                memory.pages[page].hasSeparator[0] = false
            } else {
                refresh(gap: index, of: page, &memory, &edits)
            }
        case .update(let item, let index):
            edits.append(.update(item, at: memory.pages[page].row(ofItem: index)))
            memory.pages[page].items[index] = item
            refresh(gap: index, of: page, &memory, &edits)
            refresh(gap: index + 1, of: page, &memory, &edits)
        }
    }
}

/// What the separators' transform remembers of a page.
@usableFromInline
struct SeparatedPage<Item: Sendable>: Sendable {
    @usableFromInline var items: [Item]
    /// Whether a separator stands before each item and, with the last flag, after the last one.
    @usableFromInline var hasSeparator: [Bool]

    @inlinable
    init(items: [Item]) {
        self.items = items
        hasSeparator = Array(repeating: false, count: items.count + 1)
    }

    /// The row of a gap: of its separator or, without one, of what comes after it.
    @usableFromInline
    func row(ofGap gap: Int) -> Int { gap + hasSeparator[..<gap].count { $0 } }

    @usableFromInline
    func row(ofItem item: Int) -> Int { item + hasSeparator[...item].count { $0 } }
}

extension SeparatorTransform.Memory {
    /// The first page with items, from one on.
    @inlinable
    func pageWithItems(from page: Int) -> Int? {
        guard page < pages.pages.upperBound else { return nil }
        return (max(page, pages.pages.lowerBound)..<pages.pages.upperBound).first { !pages[$0].items.isEmpty }
    }

    /// The last page with items, before one.
    @inlinable
    func pageWithItems(upTo page: Int) -> Int? {
        guard page > pages.pages.lowerBound else { return nil }
        return (pages.pages.lowerBound..<min(page, pages.pages.upperBound)).last { !pages[$0].items.isEmpty }
    }
}
