extension RowChange {
    /// Converts a change of rows to a change of items: the inverse of ``amongPlaceholders(from:to:)``.
    ///
    /// A placeholder that an item has replaced is an inserted item, and an item that a placeholder has
    /// replaced is a removed one. The ranges count items.
    func amongItems(from old: RowCounts, to new: RowCounts) -> RowChange {
        guard old.hasPlaceholders || new.hasPlaceholders, !isReload else { return self }
        if !moved.isEmpty {
            let isUpdated = RowSet(updated)
            // A placeholder that moves is no item, before or after.
            let moves = moved.filter {
                old.itemRows.contains($0.source) && new.itemRows.contains($0.destination)
            }
            return withoutMoves.amongItems(from: old, to: new).pairing(
                moves.map { move in
                    let shifted = Move(from: move.source - old.before, to: move.destination - new.before)
                    return (shifted, isUpdated.contains(move.destination))
                })
        }
        let oldItems = old.itemRows
        let newItems = new.itemRows
        // The rows that stay, numbered in order; of those, the ones that were items before, and that are
        // after.
        let itemsBefore = oldItems.indices(without: removed)
        let itemsAfter = newItems.indices(without: inserted)
        let kept = itemsBefore.clamped(to: itemsAfter)
        guard let first = kept.first, let last = kept.last else {
            return RowChange(removed: [0..<old.items], inserted: [0..<new.items])
        }
        let oldKept = first.row(skipping: removed)..<last.row(skipping: removed) + 1
        let newKept = first.row(skipping: inserted)..<last.row(skipping: inserted) + 1
        return RowChange(
            removed: oldItems.filled(around: oldKept, with: removed),
            inserted: newItems.filled(around: newKept, with: inserted),
            updated: updated.map { $0.clamped(to: newKept).shifted(by: -new.before) })
    }
}

extension Range<Int> {
    /// The same rows, counted without others.
    fileprivate func indices(without others: [Range<Int>]) -> Range<Int> {
        let before = others.reduce(0) { $0 + $1.clamped(to: 0..<lowerBound).count }
        let among = others.reduce(0) { $0 + $1.clamped(to: self).count }
        return lowerBound - before..<upperBound - before - among
    }

    /// Ranges within this one and the parts of it outside an inner range, counted from its start.
    fileprivate func filled(around inner: Range, with ranges: [Range<Int>]) -> [Range<Int>] {
        let outside = [lowerBound..<inner.lowerBound, inner.upperBound..<upperBound]
        return (outside + ranges.map { $0.clamped(to: inner) }).map { $0.shifted(by: -lowerBound) }
    }
}

extension Int {
    /// The row with this number among those that are not skipped.
    fileprivate func row(skipping ranges: [Range<Int>]) -> Int {
        var row = self
        for range in ranges {
            guard range.lowerBound <= row else { break }
            row += range.count
        }
        return row
    }
}
