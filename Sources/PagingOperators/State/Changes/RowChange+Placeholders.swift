/// The numbers of placeholders before a list's items, of items, and of placeholders after them.
@usableFromInline
struct RowCounts: Sendable, Equatable {
    @usableFromInline var before = 0
    @usableFromInline var items = 0
    @usableFromInline var after = 0

    @inlinable
    init(before: Int = 0, items: Int = 0, after: Int = 0) {
        self.before = before
        self.items = items
        self.after = after
    }

    @inlinable
    var all: Int { before + items + after }

    @inlinable
    var hasPlaceholders: Bool { before > 0 || after > 0 }

    @inlinable
    var itemRows: Range<Int> { before..<before + items }

    @inlinable
    func isItem(_ row: Int) -> Bool { row >= before && row < before + items }

    /// The rows that are items, as many as in a range: these, or the nearest before or after them.
    @usableFromInline
    func nearestItems(to rows: Range<Int>) -> Range<Int> {
        rows.starting(
            at: max(itemRows.lowerBound, min(rows.lowerBound, itemRows.upperBound - rows.count)))
    }
}

extension RowChange {
    /// Converts a change of items to a change of rows, with placeholders before and after the items.
    ///
    /// An item that replaces a placeholder, or the other way round, is an updated row. Placeholders without a
    /// counterpart are inserted or removed next to it. Where no item stays, as in a jump, rows correspond by
    /// their number in the whole list.
    @inlinable
    func amongPlaceholders(from old: RowCounts, to new: RowCounts) -> RowChange {
        guard old.hasPlaceholders || new.hasPlaceholders, !isReload else { return self }
        let isEachItemReplaced = moved.isEmpty && removed == [0..<old.items] && inserted == [0..<new.items]
        if isEachItemReplaced { return .byNumber(from: old, to: new) }
        return PlaceholderOverlay(items: self, old: old, new: new).change
    }
}

extension RowChange {
    /// The change of a list in which each row corresponds to the one with its number.
    @usableFromInline
    static func byNumber(from old: RowCounts, to new: RowCounts) -> RowChange {
        let kept = 0..<min(old.all, new.all)
        let (oldItems, newItems) = (old.itemRows.clamped(to: kept), new.itemRows.clamped(to: kept))
        // An item in place of another one is another row.
        let replaced = oldItems.clamped(to: newItems)
        return RowChange(
            removed: [replaced, kept.upperBound..<old.all], inserted: [replaced, kept.upperBound..<new.all],
            updated: [oldItems].subtracting([replaced]) + [newItems].subtracting([replaced]))
    }
}

/// Converts a change of items to a change of rows.
@usableFromInline
struct PlaceholderOverlay {
    private let old: RowCounts
    private let new: RowCounts
    private var removed: [Range<Int>]
    private var inserted: [Range<Int>]
    private let moved: [RowChange.Move]
    private var updated: [Range<Int>]

    @usableFromInline
    init(items: RowChange, old: RowCounts, new: RowCounts) {
        self.old = old
        self.new = new
        removed = items.removed.map { $0.shifted(by: old.before) }
        inserted = items.inserted.map { $0.shifted(by: new.before) }
        moved = items.moved.map {
            RowChange.Move(from: $0.source + old.before, to: $0.destination + new.before)
        }
        updated = items.updated.map { $0.shifted(by: new.before) }
        matchHead()
        matchTail()
    }

    @usableFromInline
    var change: RowChange {
        RowChange(removed: removed, inserted: inserted, moved: moved, updated: updated)
    }

    /// Pairs placeholders that are gone with new items next to them, and the other way round.
    private mutating func matchHead() {
        let growth = new.before - old.before
        if growth < 0 {
            let filled = inserted.takeBack(atMost: -growth, ofRangeFrom: new.before)
            removed.append(new.before..<old.before - filled.count)
            updated.append(filled)
        } else if growth > 0 {
            let emptied = removed.takeBack(atMost: growth, ofRangeFrom: old.before)
            inserted.append(old.before..<new.before - emptied.count)
            updated.append(new.before - emptied.count..<new.before)
        }
    }

    private mutating func matchTail() {
        let growth = new.after - old.after
        let oldEnd = old.before + old.items
        let newEnd = new.before + new.items
        if growth < 0 {
            let filled = inserted.takeFront(atMost: -growth, ofRangeTo: newEnd)
            removed.append(oldEnd + filled.count..<oldEnd - growth)
            updated.append(filled)
        } else if growth > 0 {
            let emptied = removed.takeFront(atMost: growth, ofRangeTo: oldEnd)
            inserted.append(newEnd + emptied.count..<newEnd + growth)
            updated.append(newEnd..<newEnd + emptied.count)
        }
    }
}

extension [Range<Int>] {
    /// Removes the last rows of the range that begins with a row.
    fileprivate mutating func takeBack(atMost limit: Int, ofRangeFrom start: Int) -> Range<Int> {
        guard let index = firstIndex(where: { $0.lowerBound == start && !$0.isEmpty }) else {
            return start..<start
        }
        let range = self[index]
        let first = Swift.max(range.lowerBound, range.upperBound - limit)
        self[index] = range.lowerBound..<first
        return first..<range.upperBound
    }

    /// Removes the first rows of the range that ends before a row.
    fileprivate mutating func takeFront(atMost limit: Int, ofRangeTo end: Int) -> Range<Int> {
        guard let index = lastIndex(where: { $0.upperBound == end && !$0.isEmpty }) else { return end..<end }
        let range = self[index]
        let last = Swift.min(range.upperBound, range.lowerBound + limit)
        self[index] = last..<range.upperBound
        return range.lowerBound..<last
    }
}

extension Range<Int> {
    @inlinable
    package func shifted(by distance: Int) -> Range {
        lowerBound + distance..<upperBound + distance
    }

    /// The range of this length that begins at another row.
    @inlinable
    package func starting(at row: Int) -> Range { row..<row + count }

    /// This range of rows, moved up if a list ends before them.
    @inlinable
    package func moved(intoRows count: Int) -> Range {
        starting(at: Swift.max(0, Swift.min(lowerBound, count - self.count)))
    }
}
