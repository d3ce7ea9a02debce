import Flux

/// How the rows of a state differ from those of the one before. Where nothing is known, all went and all came.
struct ChangedRows<Row: ListRow> {
    /// A row that looks different.
    struct Update {
        /// Which row it is, in the new state.
        let index: Int
        let old: Row
        let new: Row
    }

    /// The rows that went, in the old state.
    let removed: [Range<Int>]
    /// The rows that came, in the new state.
    let inserted: [Range<Int>]
    private let change: RowChange
    private let old: PagedItems<Row>
    private let new: PagedItems<Row>

    /// Compares a state with the rows before it, by what it says has changed.
    init(from old: PagedItems<Row>, to state: ViewState<Row>) {
        change = state.change
        self.old = old
        new = state.items
        let isReload = change.isReload
        removed = isReload ? [0..<old.count].filter { !$0.isEmpty } : change.removed
        inserted = isReload ? [0..<new.count].filter { !$0.isEmpty } : change.inserted
    }

    /// The rows that went, range by range.
    var removedRows: [Slice<PagedItems<Row>>] { removed.map { old[$0] } }

    /// The rows that came, range by range.
    var insertedRows: [Slice<PagedItems<Row>>] { inserted.map { new[$0] } }

    /// The rows that look different, from the first to the last.
    ///
    /// - Complexity: O(*r* + *u* log *p*) for *r* ranges and *u* rows on *p* pages.
    var updates: [Update] {
        var (removed, inserted) = (removed[...], inserted[...])
        var (removedBefore, insertedBefore) = (0, 0)
        return change.updated.joined().map { row in
            while let range = inserted.first, range.lowerBound < row {
                insertedBefore += range.count
                inserted.removeFirst()
            }
            while let range = removed.first, range.lowerBound <= row - insertedBefore + removedBefore {
                removedBefore += range.count
                removed.removeFirst()
            }
            return Update(index: row, old: old[row - insertedBefore + removedBefore], new: new[row])
        }
    }
}
