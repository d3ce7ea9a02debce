import Flux

/// The difference between the rows of a state and those of the previous one. A reload removes and inserts all
/// rows, and a moved row is removed and inserted.
struct ChangedRows<Row: ListRow> {
    /// An updated row.
    struct Update {
        /// The row in the new state.
        let index: Int
        let old: Row
        let new: Row
    }

    /// The removed rows, in the old state.
    let removed: [Range<Int>]
    /// The inserted rows, in the new state.
    let inserted: [Range<Int>]
    /// The change without moves.
    private let change: RowChange
    private let old: PagedItems<Row>
    private let new: PagedItems<Row>

    /// Compares a state with the rows before it, by its `change`.
    init(from old: PagedItems<Row>, to state: ViewState<Row>) {
        change = state.change.withoutMoves
        self.old = old
        new = state.items
        let isReload = change.isReload
        removed = isReload ? [0..<old.count].filter { !$0.isEmpty } : change.removed
        inserted = isReload ? [0..<new.count].filter { !$0.isEmpty } : change.inserted
    }

    /// The updated rows, in the new state.
    var updated: [Range<Int>] { change.updated }

    /// The removed rows, range by range.
    var removedRows: [Slice<PagedItems<Row>>] { removed.map { old[$0] } }

    /// The inserted rows, range by range.
    var insertedRows: [Slice<PagedItems<Row>>] { inserted.map { new[$0] } }

    /// The updated rows, in order.
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
