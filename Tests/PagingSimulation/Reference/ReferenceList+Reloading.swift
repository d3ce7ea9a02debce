import PagingOperators

// Reloads, which keep the rows in view where they are.
extension ReferenceList {
    /// A page that is loaded again: the number of its first row before, and the rows in view that are to stay.
    typealias ReloadedPage = (start: Int, inView: Range<Int>?)

    var reloadedPage: ReloadedPage? {
        guard target == nil, let index = pages.firstIndex(where: { $0.key == refreshKey }) else { return nil }
        let start = rows[..<index].reduce(0) { $0 + $1.count }
        let old = hints.inView == nil ? hintsBefore : hints
        guard keepsPlace, !old.isTarget, let inView = old.inView?.clamped(to: 0..<rowCount) else {
            return (start, nil)
        }
        let isOnPage = inView.contains { (start..<start + rows[index].count).contains($0) }
        return (start, isOnPage ? inView : nil)
    }

    /// The page with the first row in view, if none of the rows in view is on the page that a reload loads.
    var pageOfMovedView: Int? {
        let isJumping = hints.inView == nil ? hintsBefore.isTarget : hints.isTarget
        guard keepsPlace, !hasFollowedView, !isJumping, let page = shownPage, let reloadedPage else {
            return nil
        }
        return reloadedPage.inView == nil && pages[page].key != refreshKey ? page : nil
    }

    /// The keys of the pages before and after one, where it does not name them, and the number of rows before it.
    func keysAround(_ page: Int) -> (before: [Int?], after: [Int?], rowsBefore: Int) {
        let before = leftKeys + pages[..<page].map(\.key)
        let after = rightKeys + pages[(page + 1)...].reversed().map(\.key)
        let named = pages[page].page
        return (
            named.previous == nil ? before : [], named.next == nil ? after : [],
            earlierRows + rows[..<page].joined().count
        )
    }

    /// The page with the first row in view, as last reported.
    var shownPage: Int? {
        guard let shown = hints.inView ?? hintsBefore.inView, rowCount > 0 else { return nil }
        let row = max(0, min(shown.lowerBound, rowCount - 1))
        return rows.indices.flatMap { [Int](repeating: $0, count: rows[$0].count) }[row]
    }

    /// The side at which a page is missing before a new generation can be shown.
    mutating func missingSide(of reloaded: ReloadedPage?, from old: [SimulatedRow]) -> LoadDirection? {
        if rowCount == 0 { return hasNext ? .append : hasPrevious ? .prepend : nil }
        guard let reloaded, let inView = reloaded.inView else { return nil }
        var first = row(inView.lowerBound, following: reloaded)
        if setup.chain.identifiesRows {
            let (oldIDs, newIDs) = (old.map(\.id), rows.joined().map(\.id))
            isUnsure = isUnsure || Set(oldIDs).count < oldIDs.count || Set(newIDs).count < newIDs.count
            let kept = inView.first { newIDs.contains(oldIDs[$0]) }
            if let kept, let place = newIDs.firstIndex(of: oldIDs[kept]) {
                first = place - (kept - inView.lowerBound)
            } else if pages.last?.number == 0, hasNext {
                return .append
            } else if pages.first?.number == 0, hasPrevious {
                return .prepend
            }
        }
        if first + inView.count > rowCount, hasNext { return .append }
        return min(first, rowCount - inView.count) < 0 && hasPrevious ? .prepend : nil
    }

    /// The row at the place of one before, counted from the page that was loaded again.
    func row(_ row: Int, following reloaded: ReloadedPage) -> Int {
        let index = pages.firstIndex { $0.number == 0 } ?? 0
        let start = rows[..<index].reduce(0) { $0 + $1.count }
        return rows[index].isEmpty ? start : start + row - reloaded.start
    }

    func rows(_ rows: Range<Int>, following reloaded: ReloadedPage) -> Range<Int> {
        nearest(to: rows.starting(at: row(rows.lowerBound, following: reloaded)))
    }
}
