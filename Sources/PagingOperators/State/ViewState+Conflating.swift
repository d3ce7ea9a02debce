import Streams

extension ViewState: Conflatable {
    /// The same state, with the change since the state before the skipped one.
    @inlinable
    package func conflated(with skipped: ViewState) -> ViewState {
        var state = self
        state.scrollTarget = scrollTarget(since: skipped)
        state.warning = warning ?? skipped.warning
        state.change = skipped.change.followed(by: change)
        return state
    }
}

extension ViewState {
    /// The target for a screen that has not shown the state before: with the combined change, it leads to the
    /// row to which the two states lead one after the other.
    @usableFromInline
    func scrollTarget(since skipped: ViewState) -> ScrollTarget? {
        if rowCount == 0 { return nil }
        // Rows that come into an empty list have not moved.
        if skipped.rowCount == 0 { return scrollTarget }
        if case .jump = scrollTarget { return scrollTarget }
        if case .jump(let row) = skipped.scrollTarget {
            return .jump(row: self.row(afterMoving: row, of: skipped))
        }
        // Unless a state has a place of its own, or the combined change is a reload, that change says where
        // the rows are.
        let isReload = change.isReload || skipped.change.isReload
        guard isReload || scrollTarget != nil || skipped.scrollTarget != nil,
            let row = scrollTarget?.row ?? focusRows.map({ nearestRow(to: $0.lowerBound) })
        else { return nil }
        let distance = distance(toRow: row)
        let wholeDistance = distance + skipped.distance(toRow: row - distance)
        return wholeDistance == 0 && isReload ? nil : .moved(to: row, by: wholeDistance)
    }

    /// The row of this state that takes the place of a row of the state before.
    private func row(afterMoving row: Int, of old: ViewState) -> Int {
        if case .moved(_, let distance) = scrollTarget { return nearestRow(to: row + distance) }
        return nearestRow(
            to: change.focus(afterMoving: row..<row + 1, from: old.rowCount, to: rowCounts).lowerBound)
    }

    /// By how many rows this state has moved a row in view.
    ///
    /// - Parameter row: The row, counted in this state.
    private func distance(toRow row: Int) -> Int {
        if case .moved(_, let distance) = scrollTarget { return distance }
        return change.isReload ? 0 : row - change.origin(ofRow: row)
    }
}
