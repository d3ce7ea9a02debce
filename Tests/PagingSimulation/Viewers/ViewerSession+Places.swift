import PagingOperators

// What a person expects of the rows in view.
extension ViewerSession {
    /// Checks that rows that the list knows to be in view are not removed.
    func checkRowsInView(_ ids: Set<Int>) throws(Mismatch) {
        guard setup.reportsView, setup.areRowsUnique, !haveCountsChanged else { return }
        let gone = ids.subtracting(rows.compactMap { $0?.id }).filter { $0 >= 0 }
        try Mismatch.unless(gone.isEmpty, "rows in view are removed: \(gone.sorted())")
    }

    /// Checks that the row that was at the top is at the top, if it is still there and there are rows below it. Not in lists
    /// with separators: one that is made again for other neighbors may be the row that stays.
    func checkTop(_ row: SimulatedRow) throws(Mismatch) {
        guard !setup.isSeparated, setup.areRowsUnique, rows.contains(row) else { return }
        let isInPlace = rows[top] == row || top == lastTop && rows[visible].contains(row)
        try Mismatch.unless(isInPlace, "\(row) was at the top, but \(String(describing: rows[top])) is now")
    }

    /// Checks what a gesture has led to, unless a load has failed.
    func checkPlace(after gesture: Gesture) throws(Mismatch) {
        guard state.error == nil, !rows.isEmpty else { return }
        switch gesture {
        case .jump(let row): try checkJump(toRow: row)
        case .invalidate: try checkReload()
        default: break
        }
    }

    /// Checks that the row of a jump is shown, counted in the whole list. In a window of repeated rows, which are shown or
    /// hidden as pages are removed, the number of the row may be that of no row, and the jump may wait for a page that was
    /// removed.
    private func checkJump(toRow row: Int) throws(Mismatch) {
        if landed == nil, setup.rules.maxRows != nil, !setup.areRowsUnique { return }
        guard let landed else { throw Mismatch("the jump to row \(row) does not end") }
        if haveCountsChanged { return }
        try checkIsInView(landed)
        guard setup.startKey == nil, !setup.isSeparated, !hasServerChanged, setup.areRowsUnique else {
            return
        }
        let all = Array(server.layout.joined())
        let expected = all[min(row, all.count - 1)]
        try Mismatch.unless(landed.id == expected, "jumped to \(landed), not to \(expected)")
    }

    /// Checks that the row at the top has stayed, if its item is still there and the list can tell. Not among placeholders that are not loaded.
    private func checkReload() throws(Mismatch) {
        guard let oldTop, setup.isDeduped || !hasServerChanged,
            !setup.rules.showsPlaceholders || setup.loadsPlaceholders,
            server.layout.joined().contains(oldTop.id)
        else { return }
        try checkIsInView(oldTop)
    }

    /// Checks that a row is in view. It may have been the last one at first, so that rows above it are in view as well.
    private func checkIsInView(_ row: SimulatedRow) throws(Mismatch) {
        guard row.id >= 0, setup.reportsView else { return }
        try Mismatch.unless(
            rows[visible].contains(row), "\(row) is not among the rows in view: \(rows[visible])")
    }
}
