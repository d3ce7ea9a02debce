import PagingOperators

// What a person expects of the rows in view.
extension ViewerSession {
    /// Checks that rows that the list knows to be in view are not removed, unless rows that have come between
    /// those in view push them out.
    func checkRowsInView(_ ids: Set<Int>, in old: Range<Int>, _ oldRows: [SimulatedRow?]) throws(Mismatch) {
        guard setup.reportsView || setup.reporting == .eachRow else { return }
        let kept = Set(rows.compactMap { $0?.id })
        for row in old {
            guard let id = oldRows[row]?.id, id >= 0, ids.contains(id), !kept.contains(id) else { continue }
            try Mismatch.unless(
                row + rowsAdded(between: old.lowerBound, and: row, oldRows) >= old.lowerBound
                    + setup.viewport,
                "row \(id), which was in view, is removed")
        }
    }

    /// The identities of the rows that the last state has removed, and that others have pushed out of view
    /// since the gesture.
    func rowsRemovedOutOfView(since old: Range<Int>, _ oldRows: [SimulatedRow?]) -> Set<Int> {
        let kept = Set(rows.compactMap { $0?.id })
        let pushed = (old.lowerBound..<old.upperBound + pushedRows).clamped(to: oldRows.indices)
        return Set(
            pushed.compactMap { row in
                guard let id = oldRows[row]?.id, !kept.contains(id) else { return nil }
                let place = row + rowsAdded(between: old.lowerBound, and: row, oldRows)
                return place >= old.lowerBound + setup.viewport ? id : nil
            })
    }

    /// The number of rows that the last state has added between the row at the top and another one.
    private func rowsAdded(between oldTop: Int, and row: Int, _ oldRows: [SimulatedRow?]) -> Int {
        let change = state.change
        for above in (oldTop..<row).reversed() {
            if let place = change.row(afterMoving: above) { return place - top - (above - oldTop) }
        }
        return 0
    }

    /// Whether a row can be followed: a separator is another one for other neighbors, and an identity that
    /// stands on two pages is the row of the page that was loaded first.
    private func isOnce(_ row: SimulatedRow) -> Bool { row.id >= 0 && !repeatedIDs.contains(row.id) }

    /// Checks that the row that was at the top is at the top, if it is still there and there are rows below
    /// it. Of rows that have changed places, one has to stay in view.
    ///
    /// - Parameter isInOrder: Whether the rows that stay have not changed places.
    func checkTop(
        of old: Range<Int>, _ oldRows: [SimulatedRow?], isInOrder: Bool
    ) throws(Mismatch) {
        guard oldRows.indices.contains(old.lowerBound), let row = oldRows[old.lowerBound], isOnce(row),
            rows.contains(row)
        else { return }
        let isInPlace =
            isInOrder
            ? rows[top] == row || top == lastTop && rows[visible].contains(row)
            : rows[visible].contains { $0 != nil && oldRows[old].contains($0) }
        try Mismatch.unless(isInPlace, "\(row) was at the top, but \(String(describing: rows[top])) is now")
    }

    /// Whether the rows that stay have not changed places.
    func isInOrder(since oldRows: [SimulatedRow?]) -> Bool {
        let (old, new) = (oldRows.compactMap { $0?.id }, rows.compactMap { $0?.id })
        if old == new { return true }
        return old.filter(Set(new).contains) == new.filter(Set(old).contains)
    }

    /// Checks what a gesture has led to, unless a load has failed and was not repeated.
    func checkPlace(after gesture: Gesture) throws(Mismatch) {
        guard state.error == nil, !rows.isEmpty else { return }
        switch gesture {
        // One that has failed does not go on if a hint repeats its load.
        case .jump(let row) where !hasFailed: try checkJump(toRow: row)
        case .invalidate:
            try checkItems()
            try checkReload()
        case .refresh: try checkItems()
        case .replaceSource: try checkSource()
        default: break
        }
    }

    /// Checks that all rows are those of the present source, and that the list is at its start unless a row
    /// in view has stayed.
    private func checkSource() throws(Mismatch) {
        let items = Set(server.layout.joined())
        let old = rows.lazy.compactMap { $0?.id }.first { $0 >= 0 && !items.contains($0) }
        try Mismatch.unless(old == nil, "row \(old ?? 0) is not of the present source")
        // With reports of single rows, a list that begins in the middle does not know how far it was
        // scrolled.
        guard let first = server.layout[setup.startKey ?? 0].first, setup.areRowsUnique,
            setup.reportsView, !oldRows.isEmpty,
            !oldView.contains(where: { $0.map { $0.id < 0 || items.contains($0.id) } ?? true })
        else { return }
        // A separator may precede it.
        let atStart = rows[top..<min(rows.count, max(visible.upperBound, top + 2))]
        try Mismatch.unless(
            atStart.contains { $0?.id == first },
            "the list is not at its start, \(first), but at \(rows[visible])")
    }

    /// Checks that the rows are those that the server has now, in its order.
    private func checkItems() throws(Mismatch) {
        try Mismatch.unless(isFresh, "pages are kept that were requested before the last change")
        let shown = rows.compactMap { $0.flatMap { $0.id < 0 ? nil : $0.id } }
        let present = server.layout.joined()
        // Of rows that stand on several pages, any may be hidden.
        guard setup.areRowsUnique else {
            let old = Set(shown).subtracting(present)
            return try Mismatch.unless(old.isEmpty, "the server has no rows \(old)")
        }
        let first = shown.first.flatMap { id in present.firstIndex { $0 == id } } ?? present.startIndex
        try Mismatch.unless(
            present[first...].starts(with: shown), "shows \(shown), but the server has \(Array(present))")
    }

    /// Checks that the row of a jump is shown, counted in the whole list.
    private func checkJump(toRow row: Int) throws(Mismatch) {
        guard let landed else { throw Mismatch("the jump to row \(row) does not end") }
        try checkIsInView(landed)
        guard setup.startKey == nil || setup.isCounted, !setup.isSeparated, !hasServerChanged,
            setup.areRowsUnique
        else {
            return
        }
        let all = Array(server.layout.joined())
        let expected = all[min(row, all.count - 1)]
        try Mismatch.unless(landed.id == expected, "jumped to \(landed), not to \(expected)")
    }

    /// Checks that the row at the top has stayed, if its item is still there and the list can tell: it was
    /// reported, and rows without an identity count from the first row of their page.
    private func checkReload() throws(Mismatch) {
        guard let oldTop, isOnce(oldTop), oldReported.contains(oldTop.id),
            setup.isDeduped || !hasServerChanged && !setup.isSeparated,
            !haveRowsMoved, isInOrder(since: self.oldRows)
        else { return }
        try checkIsInView(oldTop)
    }

    /// Checks that a row is in view, unless the server has lost it. It may have been the last one at first,
    /// so that rows above it are in view as well.
    private func checkIsInView(_ row: SimulatedRow) throws(Mismatch) {
        guard row.id >= 0, setup.reportsView, !pushedOut.contains(row.id),
            server.layout.joined().contains(row.id)
        else { return }
        // Separators that come between rows in view push those below them, and so do rows that the server has
        // gained or lost, of which each page counts others before it.
        try Mismatch.unless(
            rows[visible.lowerBound..<min(rows.count, visible.upperBound + pushedRows)].contains(row),
            "\(row) is not among the rows in view: \(rows[visible])")
    }
}
