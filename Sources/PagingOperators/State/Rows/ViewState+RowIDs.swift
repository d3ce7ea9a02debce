extension ViewState where Item: Identifiable {
    /// The identities of the rows on a screen that compares identities. A row whose item was replaced in
    /// place by one of another identity keeps that with which the screen shows it.
    ///
    /// - Parameter shown: The identities of the rows of the state that the screen shows, to which ``change``
    ///   refers. Those of another number of rows are not used.
    /// - Complexity: O(*n*), the number of rows.
    package func rowIDs(after shown: [FeedRow<Item>.ID]) -> [FeedRow<Item>.ID] {
        var ids = rows.map(\.id)
        if change.isReload || shown.count + change.countChange != ids.count { return ids }
        var follower = RowFollower(change)
        var kept: [(row: Int, id: FeedRow<Item>.ID)] = []
        for (row, id) in shown.enumerated() {
            let place = follower.follow(row)
            guard !place.isGone, case .item = id, case .item = ids[place.row], ids[place.row] != id else {
                continue
            }
            kept.append((place.row, id))
        }
        if kept.isEmpty { return ids }
        // An identity belongs to the row whose item has it.
        let own = Set(ids)
        for (row, id) in kept where !own.contains(id) { ids[row] = id }
        return ids
    }

    /// The numbers of the rows whose content may have changed: updated ones, and inserted ones, since another
    /// row with the same identity may have been removed. All after a reload.
    package var changedRows: [Int] {
        change.isReload ? Array(0..<rowCount) : (change.updated + change.inserted).flatMap { Array($0) }
    }
}
