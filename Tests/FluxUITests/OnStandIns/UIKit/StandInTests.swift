import Foundation
import PagingOperators
import PagingSimulation
import Testing
import UIKit

/// The stand-ins themselves: they raise as UIKit does, and call their delegates in its order.
@MainActor
struct StandInTests {
    private let screen = TableFeedScreen(ListGeometry(height: 30))
    private var tableView: UITableView { screen.tableView }

    /// Performs a batch that leads from three rows to some number of them.
    private func reason(_ count: Int, _ updates: @escaping (UITableView) -> Void) -> String? {
        screen.show(States.rows(0..<3))
        screen.layOut()
        return Exceptions.raised {
            tableView.performBatchUpdates {
                screen.state = States.rows(0..<count)
                updates(tableView)
            }
        }.first
    }

    @Test func batchThatDoesNotAddUpRaises() {
        #expect(reason(3) { _ in } == nil)
        #expect(
            reason(5) { $0.insertRows(at: [[0, 0]], with: .none) }
                == """
                Invalid update: invalid number of rows in section 0. The number of rows contained in an existing \
                section after the update (5) must be equal to the number of rows contained in that section before \
                the update (3), plus or minus the number of rows inserted or deleted from that section (1 inserted, \
                0 deleted) and plus or minus the number of rows moved into or out of that section (0 moved in, \
                0 moved out).
                """)
    }

    @Test func batchWithWrongRowsRaises() {
        #expect(
            reason(2) { $0.deleteRows(at: [[0, 3]], with: .none) }
                == "attempt to delete row 3 from section 0 which only contains 3 rows before the update")
        #expect(
            reason(4) { $0.insertRows(at: [[0, 4]], with: .none) }
                == "attempt to insert row 4 into section 0, but there are only 4 rows in section 0 after the update"
        )
        let isTwice = reason(2) {
            $0.deleteRows(at: [[0, 1]], with: .none)
            $0.moveRow(at: [0, 1], to: [0, 0])
        }
        #expect(isTwice?.contains("from the same index path") == true)
    }

    @Test func batchRemovesByOldNumbersAndInsertsByNewOnes() {
        let last = reason(3) {
            $0.insertRows(at: [[0, 2]], with: .none)
            $0.deleteRows(at: [[0, 0]], with: .none)
        }
        #expect(last == nil)
        tableView.layoutIfNeeded()
        // The cells of the two rows that stay are still those of items 1 and 2.
        #expect(screen.texts == [0: "1v0", 1: "2v0", 2: "2v0"])
    }

    @Test func cellsAreDisplayedBeforeOthersEndAndAreUsedAgain() {
        screen.show(States.rows(0..<30))
        screen.layOut()
        #expect(screen.takeEvents() == ["+0", "+1", "+2"])
        screen.scroll(toRow: 2)
        #expect(screen.takeEvents() == ["+3", "+4", "-0", "-1"])
        for row in 3..<20 { screen.scroll(toRow: row) }
        #expect(screen.cells.count == 5)
        _ = screen.takeEvents()
        screen.show(States.rows(0..<30, version: 1))
        screen.layOut()
        #expect(screen.takeEvents() == ["+19", "+20", "+21", "-19", "-20", "-21"])
    }

    @Test func shorterListScrollsBackToItsEnd() {
        screen.show(States.rows(0..<30))
        screen.scroll(toRow: 25)
        screen.show(States.rows(0..<10))
        #expect(screen.offset == 70)
    }

    @Test func updateWhileCellsAreLaidOutRaises() {
        final class Delegate: UITableViewDelegate {
            func tableView(
                _ tableView: UITableView, willDisplay cell: UITableViewCell, forRowAt indexPath: IndexPath
            ) {
                tableView.deleteRows(at: [indexPath], with: .none)
            }
        }
        let delegate = Delegate()
        screen.show(States.rows(0..<3))
        tableView.delegate = delegate
        let raised = Exceptions.raised { screen.layOut() }
        #expect(
            raised
                == Array(repeating: "attempt to update rows while the visible cells are laid out", count: 3))
    }

    @Test func snapshotWithARepeatedItemRaises() {
        let raised = Exceptions.raised {
            var snapshot = NSDiffableDataSourceSnapshot<Int, Int>()
            snapshot.appendSections([0])
            snapshot.appendItems([1, 2])
            snapshot.appendItems([2])
            snapshot.reconfigureItems([5])
        }
        #expect(
            raised == [
                "Fatal: supplied item identifiers are not unique.",
                "Attempted to reconfigure item identifier that does not exist in the snapshot: 5",
            ])
    }
}
