extension ListSignal {
    /// The signal for a list that shows a later state: with the numbers, or the position, that the rows have
    /// there. One for a list without rows, which waits for the first page, is the same.
    ///
    /// - Parameters:
    ///   - new: The state that is shown.
    ///   - old: The state before it, whose rows the signal counts.
    func following<Item>(_ new: ViewState<Item>, after old: ViewState<Item>) -> ListSignal {
        if old.rowCount == 0 { return self }
        return switch self {
        case .shown(let rows): .shown(rows: new.rows(following: rows))
        case .prefetch(let rows): .prefetch(rows: new.rows(following: rows))
        case .scrolled(let offset, let viewport, let content):
            ScrollReport(offset: offset, viewport: viewport, content: content).following(new, after: old)
        // A jump counts in rows of the whole list.
        case .loadMore, .loadPrevious, .refresh, .retry, .cancel, .reset, .jump: self
        }
    }
}

extension ViewState {
    /// The rows that stand where some rows of the state before do.
    func rows(following rows: Range<Int>) -> Range<Int> {
        // Rows beyond any list can still be counted when they have moved.
        let first = min(rows.lowerBound, .max / 4)
        let rows = first..<first + min(rows.count, .max / 4)
        return rows.starting(at: topRow(following: rows))
    }
}

extension ScrollReport {
    /// The signal of the position at which the rows in view are later. As in the engine, all rows are
    /// equally high.
    fileprivate func following<Item>(_ new: ViewState<Item>, after old: ViewState<Item>) -> ListSignal {
        var (offset, content) = (offset, content)
        if let rows = rowsInView(of: old.rowCount) {
            let height = content / Double(old.rowCount)
            offset += Double(new.topRow(following: rows) - rows.lowerBound) * height
            content = Double(new.rowCount) * height
        }
        return .scrolled(offset: offset, viewport: viewport, content: content)
    }
}
