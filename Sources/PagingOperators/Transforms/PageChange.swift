/// A change of the pages of a list: the input and the output of transforms.
///
/// Pages are numbered in the order of the list: the first one that is loaded is page 0, those before it count
/// down and those after it count up. A page keeps its number while it is in the list.
@usableFromInline
package enum PageChange<Item: Sendable>: Sendable {
    /// A page is inserted, before the first or after the last.
    case insert(page: Int, [Item])

    /// The first or the last page is removed.
    case remove(page: Int)

    /// Rows of a page change, one edit after the other.
    case edit(page: Int, [RowEdit<Item>])

    /// A row passes from one page to another, and keeps its place in the list.
    case carry(CarriedRow<Item>)

    /// Whether the start and the end of the list are loaded has changed.
    case ends(ListEnds)
}

/// A change of one row of a page. Row numbers count from the page's first row, at the time of the edit.
@usableFromInline
package enum RowEdit<Item: Sendable>: Sendable {
    /// A row is inserted.
    case insert(Item, at: Int)

    /// A row is removed.
    case remove(at: Int)

    /// The content of a row changes.
    case update(Item, at: Int)
}

/// The first row of a page, which becomes the last one of an earlier page, or the last row, which becomes the
/// first one of a later page. The pages between those have no rows.
@usableFromInline
package struct CarriedRow<Item: Sendable>: Sendable {
    /// The row. If its content is not the one before, an update follows.
    package let item: Item
    package let from: (page: Int, row: Int)
    package let to: (page: Int, row: Int)

    /// The same as a removal and an insertion, for a transform that cannot keep the row.
    package var edits: [PageChange<Item>] {
        [.edit(page: from.page, [.remove(at: from.row)]), .edit(page: to.page, [.insert(item, at: to.row)])]
    }

    /// The same row, converted.
    package func map<Other>(_ transform: (Item) -> Other) -> CarriedRow<Other> {
        CarriedRow<Other>(item: transform(item), from: from, to: to)
    }
}

extension RowEdit {
    /// The same edit of a converted item.
    package func map<Other>(_ transform: (Item) -> Other) -> RowEdit<Other> {
        switch self {
        case .insert(let item, let row): .insert(transform(item), at: row)
        case .remove(let row): .remove(at: row)
        case .update(let item, let row): .update(transform(item), at: row)
        }
    }
}

extension Array {
    /// Performs an edit of a page's rows.
    mutating func perform(_ edit: RowEdit<Element>) where Element: Sendable {
        switch edit {
        case .insert(let item, let row): insert(item, at: row)
        case .remove(let row): remove(at: row)
        case .update(let item, let row): self[row] = item
        }
    }
}
