import PagingOperators
import Testing

struct RowChangeTests {
    @Test func rangesAreSortedMergedAndNeverEmpty() {
        let change = RowChange(
            removed: [5..<7, 0..<2, 2..<3, 9..<9, 6..<8], inserted: [4..<4], updated: [1..<2])
        #expect(change.removed == [0..<3, 5..<8])
        #expect(change.inserted == [])
        #expect(change.updated == [1..<2])
    }

    @Test func onlyTheEmptyChangeIsEmpty() {
        #expect(RowChange.none.isEmpty)
        #expect(RowChange(inserted: [3..<3]).isEmpty)
        #expect(RowChange(inserted: [3..<3]) == .none)
        #expect(!RowChange.reload.isEmpty)
        #expect(!RowChange(removed: [0..<1]).isEmpty)
        #expect(!RowChange(inserted: [0..<1]).isEmpty)
        #expect(!RowChange(updated: [0..<1]).isEmpty)
    }

    @Test func reloadAbsorbsChangesBeforeAndAfter() {
        let change = RowChange(inserted: [0..<1])
        #expect(change.followed(by: .reload) == .reload)
        #expect(RowChange.reload.followed(by: change) == .reload)
        #expect(RowChange.none.followed(by: .reload) == .reload)
        #expect(RowChange.reload.followed(by: .none) == .reload)
    }

    @Test func emptyChangeIsNeutralInComposition() {
        let change = RowChange(removed: [1..<2], inserted: [0..<1], updated: [3..<4])
        #expect(change.followed(by: .none) == change)
        #expect(RowChange.none.followed(by: change) == change)
        #expect(RowChange.none.followed(by: .none) == .none)
    }

    @Test func appendedPagesBecomeOneRange() {
        let change = RowChange(inserted: [0..<30]).followed(by: RowChange(inserted: [30..<60]))
        #expect(change == RowChange(inserted: [0..<60]))
    }

    @Test func rowsInsertedThenRemovedCancelOut() {
        let change = RowChange(inserted: [2..<6]).followed(by: RowChange(removed: [2..<6]))
        #expect(change == .none)
    }

    @Test func rowsInsertedThenUpdatedAreInserted() {
        let change = RowChange(inserted: [2..<6]).followed(by: RowChange(updated: [3..<4, 7..<8]))
        #expect(change == RowChange(inserted: [2..<6], updated: [7..<8]))
    }

    @Test func rowsUpdatedThenRemovedAreRemoved() {
        let change = RowChange(updated: [2..<6]).followed(by: RowChange(removed: [3..<4]))
        #expect(change == RowChange(removed: [3..<4], updated: [2..<5]))
    }

    @Test func updatesMoveWithTheirRows() {
        let change = RowChange(updated: [1..<2]).followed(by: RowChange(removed: [0..<1], inserted: [0..<3]))
        #expect(change == RowChange(removed: [0..<1], inserted: [0..<3], updated: [3..<4]))
    }

    @Test func removedRowsAreNumberedByTheFirstState() {
        let change = RowChange(removed: [0..<2]).followed(by: RowChange(removed: [0..<2]))
        #expect(change == RowChange(removed: [0..<4]))
    }
}
