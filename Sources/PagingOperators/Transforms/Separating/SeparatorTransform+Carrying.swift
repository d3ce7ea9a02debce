// Separators, and items, that pass to another page and keep their row.
extension SeparatorTransform {
    /// Adds items to a page without any. Where one of them becomes the first of a group, or of the list, its
    /// heading is the row that was that of the item after it; likewise the row after the last item.
    mutating func fill(_ page: Int, _ items: [Item]) -> [PageChange<Item>] {
        let rows = separate(items, page: page)
        guard let heading = rows.first, let footer = rows.last else { return [] }
        let entry = pages[page]
        var changes: [PageChange<Item>] = []
        var kept: Int?
        if entry.hasSeparator[0], let row = takeSeparator(before: page) {
            changes.append(.carry(CarriedRow(item: heading, from: row, to: (page, 0))))
            kept = 0
        } else if entry.hasSeparator[items.count], let row = takeSeparator(after: page) {
            changes.append(.carry(CarriedRow(item: footer, from: row, to: (page, 0))))
            kept = rows.count - 1
        }
        let edits = rows.enumerated().map { row, item -> RowEdit<Item> in
            row == kept ? .update(item, at: row) : .insert(item, at: row)
        }
        return changes + [.edit(page: page, edits)] + refreshAround(page)
    }

    /// Removes the items of a page. The heading becomes that of the next item, and the row after the last
    /// item that of the item before it, if those get one.
    mutating func clear(_ page: Int) -> [PageChange<Item>] {
        let old = pages[page]
        var rows = Array(0..<old.rowCount)
        pages[page] = SeparatedPage(items: [])
        var carried: CarriedRow<Item>?
        if old.hasSeparator[0], let next = pageWithItems(from: page + 1), !pages[next].hasSeparator[0],
            let heading = makeSeparator(gap: 0, of: next)
        {
            pages[next].hasSeparator[0] = true
            rows.removeFirst()
            carried = CarriedRow(item: heading, from: (page, 0), to: (next, 0))
        } else if old.hasSeparator[old.items.count], let previous = pageWithItems(upTo: page),
            let footer = makeSeparator(gap: pages[previous].items.count, of: previous)
        {
            let gap = pages[previous].items.count
            let row = pages[previous].row(ofGap: gap)
            rows.removeLast()
            carried = CarriedRow(item: footer, from: (page, 0), to: (previous, row))
            pages[previous].hasSeparator[gap] = true
        }
        return [.edit(page: page, rows.reversed().map { .remove(at: $0) })]
            + (carried.map { [.carry($0)] } ?? []) + refreshAround(page)
    }

    /// The row of the separator at the start of the next page with items, which has none any more.
    private mutating func takeSeparator(before page: Int) -> (page: Int, row: Int)? {
        guard let next = pageWithItems(from: page + 1), pages[next].hasSeparator[0],
            makeSeparator(gap: 0, of: next) == nil
        else { return nil }
        pages[next].hasSeparator[0] = false
        return (next, 0)
    }

    /// The row of the separator at the end of the page before, which has none any more.
    private mutating func takeSeparator(after page: Int) -> (page: Int, row: Int)? {
        guard let previous = pageWithItems(upTo: page) else { return nil }
        let gap = pages[previous].items.count
        guard pages[previous].hasSeparator[gap] else { return nil }
        pages[previous].hasSeparator[gap] = false
        return (previous, pages[previous].row(ofGap: gap))
    }

    /// Carries an item over, with the separator before it and the row after the last item of the list: its
    /// neighbors stay the same.
    ///
    /// - Returns: `nil` if a separator is not the same.
    mutating func carry(_ carried: CarriedRow<Item>) -> [PageChange<Item>]? {
        let (page, newPage, index) = (carried.from.page, carried.to.page, carried.from.row)
        let old = pages[page]
        let end = old.items.count
        let hasFooter = old.hasSeparator[end] && (page < newPage || end == 1)
        let separator = old.hasSeparator[index] ? makeSeparator(gap: index, of: page) : nil
        let footer = hasFooter ? makeSeparator(gap: end, of: page) : nil
        guard (separator != nil) == old.hasSeparator[index], (footer != nil) == hasFooter else { return nil }
        let rows = [separator, carried.item, footer].compactMap { $0 }
        let row = old.row(ofGap: index)
        let newRow = page > newPage ? pages[newPage].rowCount : 0
        pages[page].items.remove(at: index)
        pages[page].hasSeparator.remove(at: index)
        if hasFooter { pages[page].hasSeparator[index] = false }
        pages[newPage].insert(carried.item, at: carried.to.row, hasSeparator: separator != nil)
        if hasFooter { pages[newPage].hasSeparator[pages[newPage].items.count] = true }
        let changes = rows.enumerated().map { offset, item -> PageChange<Item> in
            page > newPage
                ? .carry(CarriedRow(item: item, from: (page, row), to: (newPage, newRow + offset)))
                : .carry(CarriedRow(item: item, from: (page, row + offset), to: (newPage, newRow)))
        }
        let updates = [(newRow, separator), (newRow + rows.count - 1, footer)].compactMap { row, item in
            item.map { RowEdit.update($0, at: row) }
        }
        return (page > newPage ? changes : changes.reversed())
            + (updates.isEmpty ? [] : [.edit(page: newPage, updates)])
    }
}
