import PagingOperators
import Testing

@testable import FluxUI

/// Where a table or collection view scrolls after a state is shown.
struct ListPlaceTests {
    private func state(_ count: Int, _ change: RowChange, _ target: ScrollTarget? = nil) -> ViewState<Int> {
        var state = ViewState(items: PagedItems(Array(0..<count)), change: change)
        state.scrollTarget = target
        return state
    }

    @Test func jumpShowsItsRowAtTheTop() {
        let state = state(20, .reload, .jump(row: 7))
        #expect(state.place(following: 3..<9) == ListPlace(row: 7, follows: nil))
        #expect(state.place(following: 7..<13) == ListPlace(row: 7, follows: nil))
        #expect(state.place(following: nil) == ListPlace(row: 7, follows: nil))
    }

    @Test func reloadKeepsTheDistanceOfTheFirstRow() {
        let state = state(10, .reload, .moved(to: 8, by: -80))
        #expect(state.place(following: 81..<89) == ListPlace(row: 1, follows: 81))
        #expect(state.place(following: nil) == nil)
    }

    @Test func rowsInsertedBeforeThoseInViewScrollTheList() {
        let state = state(30, RowChange(inserted: [0..<10]))
        #expect(state.place(following: 4..<9) == ListPlace(row: 14, follows: 4))
    }

    @Test func listThatKeepsItsPlaceStaysAtTheSameRow() {
        let same = ListPlace(row: 4, follows: 4)
        #expect(state(30, RowChange(inserted: [20..<30])).place(following: 4..<9) == same)
        #expect(state(30, .reload).place(following: 4..<9) == same)
        #expect(state(0, .reload).place(following: 4..<9) == nil)
    }

    /// The list of another source has other rows before those of the old one.
    @Test func listAtItsStartStaysThereWhenItsFirstRowIsFartherDown() {
        let replaced = state(40, RowChange(inserted: [0..<10]), .moved(to: 0, by: 0))
        #expect(replaced.place(following: 0..<5) == ListPlace(row: 0, follows: 0))
        // A list that was scrolled since keeps its rows.
        #expect(replaced.place(following: 3..<8) == ListPlace(row: 13, follows: 3))
        // So does one whose target was computed for another row.
        let scrolled = state(40, RowChange(inserted: [5..<15]), .moved(to: 18, by: 10))
        #expect(scrolled.place(following: 0..<5) == ListPlace(row: 0, follows: 0))
        // Below placeholders, which its own list did not have.
        let beyond = state(40, RowChange(inserted: [0..<10]), .moved(to: 6, by: 6))
        #expect(beyond.place(following: 0..<5) == ListPlace(row: 6, follows: 0))
    }

    @Test func rowThatStaysKeepsItsOwnDistance() {
        let removed = state(26, RowChange(removed: [2..<6]))
        #expect(removed.place(following: 4..<9) == ListPlace(row: 2, follows: 6))
        let allGone = state(20, RowChange(removed: [0..<10]))
        #expect(allGone.place(following: 4..<9) == ListPlace(row: 0, follows: 4))
    }

    @Test func stateWithoutAChangeOrATargetKeepsTheRows() {
        #expect(state(30, .none).keepsRows)
        #expect(!state(30, .none, .jump(row: 2)).keepsRows)
        #expect(!state(30, .reload).keepsRows)
    }
}
