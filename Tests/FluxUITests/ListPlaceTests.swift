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
        #expect(state.place(following: 3..<9) == ListPlace(row: 7, keepsDistance: false))
        #expect(state.place(following: 7..<13) == ListPlace(row: 7, keepsDistance: false))
        #expect(state.place(following: nil) == ListPlace(row: 7, keepsDistance: false))
    }

    @Test func reloadKeepsTheDistanceOfTheFirstRow() {
        let state = state(10, .reload, .moved(to: 8, by: -80))
        #expect(state.place(following: 81..<89) == ListPlace(row: 1, keepsDistance: true))
        #expect(state.place(following: nil) == nil)
    }

    @Test func rowsInsertedBeforeThoseInViewScrollTheList() {
        let state = state(30, RowChange(inserted: [0..<10]))
        #expect(state.place(following: 4..<9) == ListPlace(row: 14, keepsDistance: true))
    }

    @Test func listThatKeepsItsPlaceDoesNotScroll() {
        #expect(state(30, RowChange(inserted: [20..<30])).place(following: 4..<9) == nil)
        #expect(state(30, .reload).place(following: 4..<9) == nil)
        #expect(state(0, .reload).place(following: 4..<9) == nil)
    }
}
