extension RowChange {
    /// How many more rows there are after the change; zero for a reload.
    package var countChange: Int {
        let insertedCount = inserted.map(\.count).reduce(0, +)
        let removedCount = removed.map(\.count).reduce(0, +)
        return insertedCount - removedCount
    }

    /// The number of a row of the earlier state in the later one, to keep a selection or a scroll position.
    ///
    /// - Parameter row: A row of the earlier state.
    /// - Returns: The row of the later state; `nil` if the row is gone, or after a reload.
    /// - Complexity: O(*r* + *m*), the numbers of ranges and of moved rows.
    public func row(afterMoving row: Int) -> Int? {
        if isReload { return nil }
        if let move = moved.first(where: { $0.source == row }) { return move.destination }
        var follower = RowFollower(self)
        let place = follower.followInPlace(row)
        return place.isKept ? place.row : nil
    }

    /// The number of a row of the later state in the earlier one; of an inserted row, that of the row in
    /// whose place it is. Not for reloads.
    func origin(ofRow row: Int) -> Int {
        let reversed = reversed
        var follower = RowFollower(reversed)
        let origin = follower.follow(row)
        return origin.isGone ? reversed.withoutMoves.place(of: row..<row + 1) : origin.row
    }

    /// Whether one of some rows is still there.
    @usableFromInline
    func keepsRow(of rows: Range<Int>) -> Bool {
        if isReload || rows.isEmpty { return false }
        // The ranges are not adjacent, so that only a single one can have all rows.
        return !withoutMoves.removed.contains { $0.clamped(to: rows) == rows }
            || moved.contains { rows.contains($0.source) }
    }

    /// The smallest range of the later state with all rows of a range of the earlier one that remain in
    /// place. Rows that were inserted among them are included, and moved rows are not.
    func rows(spannedBy rows: Range<Int>) -> Range<Int> {
        guard !isEmpty, !isReload, let last = rows.last else { return rows }
        var follower = RowFollower(self)
        let start = follower.followInPlace(rows.lowerBound).row
        let end = follower.followInPlace(last)
        return start..<(end.isKept ? end.row + 1 : end.row)
    }

    /// The rows in view of the later state, where the screen keeps its place and has room for as many.
    ///
    /// They begin with the first row in view that remains in place or, if there is none, with the first that
    /// has moved. If all are gone, they begin as far below the nearest row above that stays as before, but
    /// not beyond the next row that stays, or the last row. A row that has become a placeholder counts as
    /// gone if another row has moved. If the first row has moved, placeholders after it do not keep the place
    /// unless an item stays in view there. The rows end with the last row at the latest if they did before.
    @usableFromInline
    func focus(afterMoving rows: Range<Int>, from oldCount: Int, to new: RowCounts) -> Range<Int> {
        if isReload || isEmpty { return rows }
        // Rows that are added or removed only after them move nothing.
        if !rows.isEmpty, rows.upperBound <= oldCount, moved.isEmpty,
            rows.upperBound <= inserted.first?.lowerBound ?? .max,
            rows.upperBound <= removed.first?.lowerBound ?? .max
        {
            return rows
        }
        return rows.placed(at: firstRow(afterMoving: rows, from: oldCount, to: new), oldCount, new)
    }

    /// The first row in view of the later state, unless the list ends before the screen does.
    func firstRow(afterMoving rows: Range<Int>, from oldCount: Int, to new: RowCounts) -> Int {
        let row = rows.lowerBound
        if moved.isEmpty { return place(of: rows, from: oldCount, to: new.all) }
        let runs = withoutMoves
        let first = runs.place(of: rows, from: oldCount, to: new.all)
        let source = moved.lazy.map(\.source).filter { rows.contains($0) }.min()
        guard let source, let place = self.row(afterMoving: source) else { return first }
        // The ranges are not adjacent, so that the row after one is in place.
        let inPlace = runs.removed.first { $0.contains(row) }?.upperBound ?? row
        let end = min(rows.upperBound, oldCount)
        if inPlace >= end { return place }
        guard new.isItem(place) else { return first }
        if let next = self.row(afterMoving: inPlace), !new.isItem(next),
            updated.contains(where: { $0.contains(next) })
        {
            return place
        }
        // Placeholders after an item that was at the top do not keep the place if no item stays in view
        // there.
        let keepsPlace = source > row || rows.placed(at: first, oldCount, new).contains(place)
        return keepsPlace || (inPlace..<end).contains { isItemInPlace($0, runs, new) } ? first : place
    }

    /// Whether a row is neither removed nor moved, and an item of the later state.
    private func isItemInPlace(_ row: Int, _ runs: RowChange, _ new: RowCounts) -> Bool {
        !runs.removed.contains { $0.contains(row) }
            && self.row(afterMoving: row).map { new.isItem($0) } ?? false
    }

    /// The row of the later state to which the first of some rows moves, or the last. A row beyond the last
    /// keeps its distance from it, unless rows were added there. Not for changes with moves.
    private func place(of rows: Range<Int>, from oldCount: Int, to newCount: Int) -> Int {
        let row = rows.lowerBound
        if row < oldCount {
            return max(0, min(place(of: row..<min(rows.upperBound, oldCount)), newCount - 1))
        }
        var lastKept = oldCount - 1
        for range in removed.reversed() {
            guard range.upperBound == lastKept + 1 else { break }
            lastKept = range.lowerBound - 1
        }
        var follower = RowFollower(self)
        return lastKept < 0 ? row : row + follower.follow(lastKept).row - lastKept
    }

    /// The row of the later state to which the first of some rows moves. If it is gone, that is the next one
    /// that stays; if they all are, the row as far below the nearest one above that stays as before, but not
    /// beyond the next one that stays. Not for changes with moves.
    private func place(of rows: Range<Int>) -> Int {
        let row = rows.lowerBound
        var follower = RowFollower(self)
        guard let gone = removed.first(where: { $0.contains(row) }), gone.upperBound >= rows.upperBound else {
            return follower.follow(row).row
        }
        let above = gone.lowerBound == 0 ? -1 : follower.follow(gone.lowerBound - 1).row
        return min(above + 1 + row - gone.lowerBound, follower.follow(row).row)
    }
}

extension Range<Int> {
    /// The range of this length that begins at another row, moved up to end at the last row if this one did
    /// not end beyond its own list.
    fileprivate func placed(at first: Int, _ oldCount: Int, _ new: RowCounts) -> Range<Int> {
        let place = starting(at: first)
        return upperBound > oldCount ? place : place.moved(intoRows: new.all)
    }
}
