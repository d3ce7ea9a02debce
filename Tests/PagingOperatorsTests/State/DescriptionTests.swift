import TestSupport
import Testing

@testable import PagingOperators

/// States are printed in one line each.
struct DescriptionTests {
    @Test func stateThatGrowsNamesItsRowsAndItsLoad() {
        let state = ViewState(
            items: PagedItems(Array(0..<60)), append: .loading, change: RowChange(inserted: [30..<60]))
        #expect("\(state)" == "60 rows, +30 [30..<60], append loading")
    }

    @Test func stateWithPlaceholdersNamesAllRows() {
        var state = ViewState(
            items: PagedItems([1, 2]), refresh: .failed(TestError.offline), prepend: .loading, append: .end,
            change: .reload, placeholdersBefore: 3, placeholdersAfter: 5)
        state.scrollTarget = .moved(to: 4, by: -2)
        #expect(
            "\(state)"
                == "2 rows of 10, reload, refresh failed: offline, prepend loading, append end, "
                + "scrolls to row 4, moved by -2")
    }

    @Test func oneRowIsCountedAsOne() {
        let state = ViewState(items: PagedItems([1]), append: .end, change: RowChange(inserted: [0..<1]))
        #expect("\(state)" == "1 row, +1 [0..<1], append end")
    }

    @Test func stateOfAJumpNamesItsRow() {
        var state = ViewState(items: PagedItems([1, 2]), placeholdersBefore: 3)
        state.scrollTarget = .jump(row: 4)
        #expect("\(state)" == "2 rows of 5, jumps to row 4")
    }

    @Test func changeNamesEachKindOfRows() {
        let change = RowChange(
            removed: [3..<5, 8..<9], inserted: [30..<60], moved: [RowChange.Move(from: 6, to: 0)],
            updated: [10..<11])
        #expect("\(change)" == "-3 [3..<5, 8..<9], +30 [30..<60], moved 6→0, updated 1 [10..<11]")
        #expect("\(RowChange.none)" == "no change")
        #expect("\(ScrollTarget.jump(row: 5))" == "jump to row 5")
        #expect("\(ScrollTarget.moved(to: 12, by: 3))" == "row 12, moved by +3")
    }
}
