// Rows that come into view and go out of it, one by one, as SwiftUI's `onAppear` and `onDisappear` report
// them.
extension PagingModel where Item: Identifiable {
    /// Reports that a row came into view, and loads further pages if those in view are near the end of the
    /// loaded rows.
    ///
    /// For screens that also report the rows that go out of view, by ``disappeared(_:)``. All rows in view
    /// are then reported, as by ``shown(rows:)``: they stay in the window of ``PagingRules/maxRows``, keep
    /// their place in a reload, and are saved.
    ///
    /// ```swift
    /// ForEach(model.rows) { row in
    ///     Text(row.item?.login ?? "…")
    ///         .onAppear { model.appeared(row.id) }
    ///         .onDisappear { model.disappeared(row.id) }
    /// }
    /// ```
    ///
    /// - Parameter row: The identity of the row: `.item(user.id)`, or that of a placeholder. Has no effect if
    ///   there is no such row.
    /// - Complexity: O(*k*) on average, the number of rows in view.
    public func appeared(_ row: FeedRow<Item>.ID) {
        if number(of: row) == nil { return }
        disappeared(row)
        rowsInView.append(AnyHashable(row))
        if findRowsInView == nil { findRowsInView = { [weak self] in self?.numbersOfRowsInView } }
        reportRowsInView()
    }

    /// Reports that a row went out of view. Sends no signal: rows also disappear when another screen covers
    /// the list.
    ///
    /// - Parameter row: The identity of the row, as for ``appeared(_:)``.
    public func disappeared(_ row: FeedRow<Item>.ID) {
        rowsInView.removeAll { $0 == AnyHashable(row) }
    }

    /// Whether a row has appeared and not disappeared since, by the identity with which it was reported.
    package func isInView(_ row: FeedRow<Item>.ID) -> Bool { rowsInView.contains(AnyHashable(row)) }

    /// The rows in view around the one that appeared last: a list that scrolls far in one step may show the
    /// new rows before it reports that the old ones disappeared.
    package var numbersOfRowsInView: Range<Int>? {
        let numbers = rowsInView.compactMap { row in (row as? FeedRow<Item>.ID).flatMap(number(of:)) }
        return numbers.last.map { Set(numbers).run(around: $0) }
    }

    /// The first row in view, once the rows that went out of view have been reported.
    ///
    /// Of those that appeared one after another, the later ones may be placeholders with numbers from before
    /// a page arrived.
    package var firstRowInView: Int? {
        rowsInView.compactMap { row in (row as? FeedRow<Item>.ID).flatMap(number(of:)) }.min()
    }

    private func number(of row: FeedRow<Item>.ID) -> Int? {
        switch row {
        case .item(let id): self.row(ofID: id)
        // Its item may be loaded by now.
        case .placeholder(let number): rows.indices.contains(number) ? number : nil
        }
    }
}

extension Set<Int> {
    /// The consecutive numbers of the set around one of them.
    fileprivate func run(around number: Int) -> Range<Int> {
        var first = number
        var end = number + 1
        while contains(first - 1) { first -= 1 }
        while contains(end) { end += 1 }
        return first..<end
    }
}
