/// The output of a list's transforms, page by page.
@usableFromInline
struct PresentedRows<Item: Sendable>: Sendable {
    @usableFromInline var items = PagedItems<Item>()
    /// The number of the first page.
    @usableFromInline var firstPage = 0
    /// The number of pages with rows.
    @usableFromInline var filledPages = 0

    @inlinable
    init() {}

    @inlinable
    var pages: Range<Int> { firstPage..<firstPage + items.pageCount }

    /// The number of the page at an edge.
    @inlinable
    func page(at edge: Edge) -> Int { edge == .start ? pages.lowerBound : pages.upperBound - 1 }

    /// The number of rows of a page.
    @inlinable
    func count(ofPage page: Int) -> Int { items.page(at: page - firstPage).page.count }

    /// The rows of consecutive pages.
    @usableFromInline
    func rows(of pages: Range<Int>) -> Range<Int> {
        let last = items.page(at: pages.upperBound - 1 - firstPage)
        return items.page(at: pages.lowerBound - firstPage).start..<last.start + last.page.count
    }

    /// The number of rows of consecutive pages.
    @inlinable
    func count(of pages: Range<Int>) -> Int {
        pages.count == 1 ? count(ofPage: pages.lowerBound) : rows(of: pages).count
    }

    /// Applies the output of a transform.
    @inlinable
    mutating func apply(_ changes: [PageChange<Item>]) -> RowChange {
        if changes.count == 1 { return apply(changes[0]) }
        var change = RowChange.none
        // By index: where this is not specialized, an iterator of a generic array costs more than an edit.
        for index in 0..<changes.count { change = change.followed(by: apply(changes[index])) }
        return change
    }

    @inlinable
    mutating func apply(_ change: PageChange<Item>) -> RowChange {
        switch change {
        case .insert(let page, let rows): return insert(rows, page: page)
        case .remove(let page): return remove(page: page)
        case .edit(let page, let edits): return edit(page, edits)
        case .carry(let row):
            carry(row)
            return .none
        case .ends: return .none
        }
    }

    @inlinable
    mutating func insert(_ rows: [Item], page: Int) -> RowChange {
        let oldCount = items.count
        if !rows.isEmpty { filledPages += 1 }
        if items.pageCount > 0, page < firstPage {
            items.prepend(rows)
            firstPage = page
            return RowChange(inserted: [0..<rows.count])
        }
        if items.pageCount == 0 { firstPage = page }
        items.append(rows)
        return RowChange(inserted: [oldCount..<items.count])
    }

    @inlinable
    mutating func remove(page: Int) -> RowChange {
        let oldCount = items.count
        let count: Int
        let isFirst = page == firstPage
        if isFirst {
            count = items.removeFirstPage()
            firstPage += 1
        } else {
            count = items.removeLastPage()
        }
        if count > 0 { filledPages -= 1 }
        return RowChange(removed: [isFirst ? 0..<count : oldCount - count..<oldCount])
    }

    @inlinable
    mutating func edit(_ page: Int, _ edits: [RowEdit<Item>]) -> RowChange {
        // The usual edit, the only one that is specialized.
        if edits.count == 1, case .update(let item, let index) = edits[0] {
            let row = items.page(at: page - firstPage).start + index
            items.replace(row: row, by: item)
            return RowChange(updated: [row..<row + 1])
        }
        return perform(edits, page: page)
    }

    @usableFromInline
    mutating func perform(_ edits: [RowEdit<Item>], page: Int) -> RowChange {
        var change = RowChange.none
        var filled = 0
        items.editPage(at: page - firstPage) { rows, start in
            if !rows.isEmpty { filled -= 1 }
            for index in 0..<edits.count {
                let edit = edits[index]
                rows.perform(edit)
                change = change.followed(by: edit.change(from: start))
            }
            if !rows.isEmpty { filled += 1 }
        }
        filledPages += filled
        return change
    }
}

extension PresentedRows {
    /// Moves a row to another page, which changes nothing for the list.
    @usableFromInline
    mutating func carry(_ row: CarriedRow<Item>) {
        for change in row.edits { _ = apply(change) }
    }
}

extension RowEdit {
    /// The edit as a change of a list, where its page begins with a row.
    func change(from start: Int) -> RowChange {
        switch self {
        case .insert(_, let row): RowChange(inserted: [start + row..<start + row + 1])
        case .remove(let row): RowChange(removed: [start + row..<start + row + 1])
        case .update(_, let row): RowChange(updated: [start + row..<start + row + 1])
        }
    }
}
