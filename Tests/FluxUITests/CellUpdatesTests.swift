import Foundation
import PagingOperators
import Testing

@testable import FluxUI

/// What is done with the cells of updated rows.
struct CellUpdatesTests {
    private func paths(_ rows: [Int], section: Int = 0) -> [IndexPath] {
        rows.map { IndexPath(indexes: [section, $0]) }
    }

    @Test func cellsOfLoadedPlaceholdersAreReloadedAndOthersReconfigured() {
        let old = ViewState(items: PagedItems([1, 2]), placeholdersAfter: 3)
        let new = ViewState(
            items: PagedItems([10, 2, 3, 4]), change: RowChange(updated: [0..<1, 2..<4]), placeholdersAfter: 1
        )
        let updates = new.change.cellUpdates(replacing: new.replacedRows(since: old), inSection: 0)
        #expect(updates == CellUpdates(reconfigured: paths([0]), reloaded: paths([2, 3])))
    }

    @Test func cellsStayWhereNoPlaceholderIsReplaced() {
        let updates = RowChange(updated: [4..<6]).cellUpdates(replacing: [], inSection: 2)
        #expect(updates == CellUpdates(reconfigured: paths([4, 5], section: 2), reloaded: []))
    }
}
