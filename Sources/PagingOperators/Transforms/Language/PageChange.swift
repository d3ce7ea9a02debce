/// What happens to the pages of a list, in the language that transforms speak with each other.
///
/// Pages are numbered in their order: the first one that is loaded is page 0, those before it count down and those
/// after it count up. A page keeps its number while it is in the list.
@usableFromInline
package enum PageChange<Item: Sendable>: Sendable {
    /// A page came, before the first or after the last.
    case insert(page: Int, [Item])

    /// The first or the last page left.
    case remove(page: Int)

    /// Rows of a page changed, one edit after the other.
    case edit(page: Int, [RowEdit<Item>])

    /// It became known, or unknown, where the list begins and ends.
    case ends(ListEnds)
}

/// A change of one row within a page. Rows count from the page's first, at the time of the edit.
@usableFromInline
package enum RowEdit<Item: Sendable>: Sendable {
    /// A row came.
    case insert(Item, at: Int)

    /// A row left.
    case remove(at: Int)

    /// A row looks different.
    case update(Item, at: Int)
}

extension RowEdit {
    /// The same edit of a converted item.
    @inlinable
    func map<Other>(_ transform: (Item) -> Other) -> RowEdit<Other> {
        switch self {
        case .insert(let item, let row): .insert(transform(item), at: row)
        case .remove(let row): .remove(at: row)
        case .update(let item, let row): .update(transform(item), at: row)
        }
    }
}

extension Array {
    /// Performs an edit of a page's rows.
    @inlinable
    mutating func perform(_ edit: RowEdit<Element>) where Element: Sendable {
        switch edit {
        case .insert(let item, let row): insert(item, at: row)
        case .remove(let row): remove(at: row)
        case .update(let item, let row): self[row] = item
        }
    }
}
