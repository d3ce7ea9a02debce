import PagingOperators

/// Where a list scrolls after a state is shown.
struct ListPlace: Equatable {
    /// The row for the top of the viewport.
    let row: Int

    /// Whether the row takes the place of the first one that was in view, at the same distance from the top of the viewport.
    let keepsDistance: Bool
}

extension ViewState {
    /// The place to scroll to after this state is shown; `nil` if the list is there already, or has no rows.
    ///
    /// - Parameter rows: The rows that were in view; `nil` if there were none.
    func place(following rows: Range<Int>?) -> ListPlace? {
        if rowCount == 0 { return nil }
        if case .jump(let row) = scrollTarget { return ListPlace(row: row, keepsDistance: false) }
        guard let rows else { return nil }
        let top = topRow(following: rows)
        return top == rows.lowerBound ? nil : ListPlace(row: top, keepsDistance: true)
    }
}
