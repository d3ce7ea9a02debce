// Rows that come into view and go out of it, one by one, as SwiftUI's `onAppear` and `onDisappear` report them.
extension PagingModel where Item: Identifiable {
    /// Reports that a row came into view, and loads further pages if those in view are near the end of the loaded rows.
    ///
    /// For screens that also report the rows that go out of view, by ``disappeared(_:)``. The list then knows all rows in
    /// view, as by ``shown(rows:)``: they stay in the window of ``PagingRules/maxRows``, keep their place in a reload, and are
    /// saved.
    ///
    /// ```swift
    /// ForEach(model.rows) { row in
    ///     Text(row.item?.login ?? "…")
    ///         .onAppear { model.appeared(row.id) }
    ///         .onDisappear { model.disappeared(row.id) }
    /// }
    /// ```
    ///
    /// - Parameter row: The identity of the row: `.item(user.id)`, or that of a placeholder. Has no effect if there is no such
    ///   row.
    /// - Complexity: O(*k*) on average, the number of rows in view.
    public func appeared(_ row: FeedRow<Item>.ID) {
        guard let number = number(of: row) else { return }
        rowsInView.insert(AnyHashable(row))
        shown(rows: numbersInView.run(around: number))
        if reportRowsInView == nil { reportRowsInView = { [weak self] in self?.reportRowsAgain() } }
    }

    /// Reports that a row went out of view. Sends no signal: rows also disappear when another screen covers the list.
    ///
    /// - Parameter row: The identity of the row, as for ``appeared(_:)``.
    public func disappeared(_ row: FeedRow<Item>.ID) {
        rowsInView.remove(AnyHashable(row))
    }

    /// Reports the rows in view of a list that was loaded anew. Those that stay do not appear again.
    private func reportRowsAgain() {
        let numbers = numbersInView
        if let first = numbers.min() { shown(rows: numbers.run(around: first)) }
    }

    private var numbersInView: Set<Int> {
        Set(rowsInView.compactMap { row in (row as? FeedRow<Item>.ID).flatMap(number(of:)) })
    }

    private func number(of row: FeedRow<Item>.ID) -> Int? {
        switch row {
        case .item(let id): return self.row(ofID: id)
        case .placeholder(let number):
            let rows = rows
            return rows.indices.contains(number) && rows[number].item == nil ? number : nil
        }
    }
}

extension Set<Int> {
    /// The consecutive numbers of the set around one of them.
    ///
    /// A list that is scrolled far at once shows the new rows before it reports that the old ones are gone.
    func run(around number: Int) -> Range<Int> {
        var first = number
        var end = number + 1
        while contains(first - 1) { first -= 1 }
        while contains(end) { end += 1 }
        return first..<end
    }
}
