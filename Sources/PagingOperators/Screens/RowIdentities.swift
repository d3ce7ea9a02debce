/// Keeps the identities of rows whose items are updated in place by others, as a row that is confirmed is.
///
/// A screen that compares identities then updates the row, instead of removing it and inserting another one.
protocol RowIdentities<Item> {
    associatedtype Item: Sendable

    /// Follows a change of the items.
    ///
    /// - Parameters:
    ///   - change: The change of the items.
    ///   - firstItems: The items with which rows were shown first whose items have another identity, by the
    ///     number of the item.
    ///   - old: The items before.
    ///   - new: The items after.
    /// - Returns: Those first items after the change.
    /// - Complexity: O(*i* + *u* + *k* log *k*) for *i* inserted and *u* updated items, and *k* first items.
    func apply(
        _ change: RowChange, to firstItems: [Int: FirstItem<Item>], from old: PagedItems<Item>,
        leadingTo new: PagedItems<Item>
    ) -> [Int: FirstItem<Item>]
}

func makeRowIdentities<Item: Sendable>(_ rows: some RowIdentifying<Item>) -> any RowIdentities<Item> {
    KeptIdentities(rows: rows)
}

private struct KeptIdentities<Rows: RowIdentifying>: RowIdentities where Rows.Item: Sendable {
    let rows: Rows

    func apply(
        _ change: RowChange, to firstItems: [Int: FirstItem<Rows.Item>], from old: PagedItems<Rows.Item>,
        leadingTo new: PagedItems<Rows.Item>
    ) -> [Int: FirstItem<Rows.Item>] {
        if change.isReload { return [:] }
        var firstItems = firstItems
        let present = firstItems
        let gone = Set(change.renumber(&firstItems).map(ObjectIdentifier.init))
        if !gone.isEmpty, !change.inserted.isEmpty {
            // A row that an edit has moved is removed and inserted.
            let removed = present.filter { gone.contains(ObjectIdentifier($0.value)) }
            let owners = Dictionary(removed.map { (rows.identity(of: old[$0]), $1) }) { first, _ in first }
            for row in change.inserted.joined() { firstItems[row] = owners[rows.identity(of: new[row])] }
        }
        var origins = RowFollower(change.reversed)
        for row in change.updated.joined() {
            let before = old[origins.follow(row).row]
            let identity = rows.identity(of: new[row])
            if rows.identity(of: firstItems[row]?.item ?? before) == identity {
                firstItems[row] = nil
            } else if firstItems[row] == nil {
                firstItems[row] = FirstItem(before)
            }
        }
        if firstItems.isEmpty { return firstItems }
        // An identity belongs to the row whose item has it.
        let taken = Set((change.inserted + change.updated).joined().map { rows.identity(of: new[$0]) })
        return firstItems.filter { !taken.contains(rows.identity(of: $0.value.item)) }
    }
}
