import FluxUI
import Foundation
import PagingOperators
import PagingSimulation
import Testing
import UIKit

/// Table and collection views that show states.
@MainActor
struct TableViewTests {
    private let table = TableFeedScreen(ListGeometry(insets: (20, 10)))
    private let collection = CollectionFeedScreen(ListGeometry(insets: (20, 10)))

    private var screens: [any ListScreen] { [table, collection] }

    @Test func rowsInViewKeepTheirPlaceWhenRowsAreInsertedAboveThem() {
        for screen in screens {
            screen.show(States.rows(0..<30))
            screen.scroll(toRow: 5, plus: 3)
            let distance = screen.distance(ofRow: 7)
            screen.show(States.rows(-10..<30, RowChange(inserted: [0..<10])))
            #expect(screen.distance(ofRow: 17) == distance)
            screen.show(States.rows(0..<30, RowChange(removed: [0..<10])))
            #expect(screen.distance(ofRow: 7) == distance)
        }
    }

    @Test func reloadWithOtherNumbersKeepsTheRowsInView() {
        for screen in screens {
            screen.show(States.rows(0..<60))
            screen.scroll(toRow: 40, plus: 3)
            let distance = screen.distance(ofRow: 42)
            screen.show(States.rows(20..<60, target: .moved(to: 20, by: -20)))
            #expect(screen.distance(ofRow: 22) == distance)
        }
    }

    /// The list of another source has other rows before those of the old one.
    @Test func listAtItsStartStaysThereInTheListOfAnotherSource() {
        for screen in screens {
            screen.show(States.rows(0..<30))
            screen.layOut()
            let offset = screen.offset
            screen.show(States.rows(-10..<30, RowChange(inserted: [0..<10]), target: .moved(to: 0, by: 0)))
            #expect(screen.offset == offset)
        }
    }

    @Test func rowOfAJumpIsBelowTheBar() {
        for screen in screens {
            screen.show(States.rows(0..<60))
            screen.show(States.rows(0..<60, .none, target: .jump(row: 30)))
            #expect(screen.distance(ofRow: 30) == 20)
            // As far as there is content.
            screen.show(States.rows(0..<60, .none, target: .jump(row: 59)))
            #expect(screen.offset == screen.lastOffset)
        }
    }

    /// The first row, which was in view, is removed.
    @Test func listThatIsPulledPastItsStartStaysSo() {
        for screen in screens {
            screen.show(States.rows(0..<30))
            screen.layOut()
            screen.offset = screen.firstOffset - 15
            screen.layOut()
            screen.show(States.rows(1..<30, RowChange(removed: [0..<1])))
            #expect(screen.offset == screen.firstOffset - 15)
        }
    }

    /// A row far below the top, and too few rows below it: it cannot be scrolled to the top on the way to its
    /// place.
    @Test func rowsOfALaterSectionKeepTheirPlaceAtTheEnd() {
        for type in [TableFeedScreen.self, CollectionFeedScreen.self] as [any ListScreen.Type] {
            let screen = type.init(ListGeometry(rowsBefore: 6))
            screen.show(States.rows(0..<5))
            screen.layOut()
            screen.offset = screen.lastOffset - 5
            screen.layOut()
            let distance = screen.distance(ofRow: 0)
            #expect(screen.offset > 0 && distance > 0)
            screen.show(States.rows(-2..<5, RowChange(inserted: [0..<2])))
            #expect(screen.distance(ofRow: 2) == distance)
        }
    }

    @Test func rowsInViewStayWhenRowsAboveThemGetOtherHeights() {
        let screen = TableFeedScreen(ListGeometry(placeholderHeight: 25))
        screen.show(States.rows(10..<40, before: 10))
        screen.scroll(toRow: 12, plus: 3)
        let distance = screen.distance(ofRow: 12)
        screen.show(States.rows(5..<40, RowChange(updated: [5..<10]), before: 5))
        #expect(screen.distance(ofRow: 12) == distance)
    }

    @Test func rowsInViewOfACollectionViewThatIsNotLaidOutAreKnown() {
        collection.show(States.rows(0..<30))
        collection.scroll(toRow: 5)
        let distance = collection.distance(ofRow: 7)
        collection.show(States.rows(0..<30, version: 1))
        collection.show(States.rows(-10..<30, RowChange(inserted: [0..<10]), version: 1))
        #expect(collection.distance(ofRow: 17) == distance)
    }

    @Test func listThatIsPulledPastItsEndStaysThereWhileAPageIsAdded() {
        for screen in screens {
            screen.show(States.rows(0..<30))
            screen.layOut()
            screen.offset = screen.lastOffset + 15
            let offset = screen.offset
            screen.show(States.rows(0..<30, .none))
            screen.show(States.rows(0..<40, RowChange(inserted: [30..<40])))
            #expect(screen.offset == offset)
        }
    }

    @Test func cellsOfLoadedPlaceholdersAreReloadedAndOthersStay() {
        let raised = Exceptions.raised {
            for screen in screens {
                screen.show(States.rows(0..<3, before: 0, after: 5))
                screen.layOut()
                let state = States.rows(0..<6, RowChange(updated: [0..<2, 3..<6]), version: 1, after: 2)
                #expect(ListObserver(screen: screen).showing(state) == ["0v1", "1v1", "2v0", "3v1"])
            }
        }
        #expect(raised == [])
        #expect(table.cells.count == 11)
    }

    /// `apply` has no earlier state, so that it cannot know of placeholders.
    @Test func cellOfAnotherTypeForAReconfiguredRowRaises() {
        table.show(States.rows(0..<3, after: 5))
        table.layOut()
        let state = States.rows(0..<4, RowChange(updated: [3..<4]), after: 4)
        let raised = Exceptions.raised { table.tableView.apply(state.change) { table.state = state } }
        #expect(raised.first?.contains("different registration or reuse identifier") == true)
    }

    /// UIKit animates a batch of rows without an animation by default.
    @Test func onlyRequestedAnimationsAreShown() {
        for screen in screens {
            screen.show(States.rows(0..<30))
            screen.show(States.rows(-1..<30, RowChange(inserted: [0..<1])))
        }
        #expect(table.tableView.animatedBatchCount == 0)
        #expect(collection.collectionView.animatedBatchCount == 0)
        let change = RowChange(removed: [0..<1])
        table.tableView.apply(change, with: .fade) { table.state = States.rows(0..<30) }
        #expect(table.tableView.animatedBatchCount == 1)
    }

    @Test func stateWithoutAChangeOfRowsCostsNoUpdate() {
        table.show(States.rows(0..<30))
        table.layOut()
        let count = table.countCalls
        var loading = States.rows(0..<30, .none)
        loading.append = .loading
        table.show(loading)
        #expect(table.state.isPaging)
        #expect(table.countCalls == count)
    }

    @Test func signalsNameTheRowsInViewAndThePosition() {
        table.show(States.rows(0..<30))
        table.scroll(toRow: 4)
        // The rows below the bar are in view, and are not part of the viewport.
        #expect(table.tableView.rowsInView() == 2..<12)
        #expect(table.tableView.scrolled == .scrolled(offset: 40, viewport: 70, content: 300))
        collection.show(States.rows(0..<30))
        collection.scroll(toRow: 5)
        #expect(collection.collectionView.rowsInView() == 3..<12)
        #expect(collection.collectionView.scrolled == .scrolled(offset: 60, viewport: 70, content: 358))
    }

    @Test func prefetchedRowsAreReported() {
        var signals: [ListSignal] = []
        let prefetching = PrefetchingDataSource { signals.append($0) }
        table.tableView.prefetchDataSource = prefetching
        table.show(States.rows(0..<30))
        table.layOut()
        #expect(signals == [.prefetch(rows: 8..<18)])
        table.scroll(toRow: 3)
        #expect(signals.last == .prefetch(rows: 18..<21))
        prefetching.collectionView(collection.collectionView, prefetchItemsAt: [[1, 3], [0, 6], [0, 5]])
        #expect(signals.last == .prefetch(rows: 5..<7))
        prefetching.tableView(table.tableView, prefetchRowsAt: [[1, 3]])
        #expect(signals.count == 3)
    }

    @Test func movedRowKeepsItsCell() {
        table.show(States.rows(0..<5))
        table.layOut()
        let cell = table.tableView.cellForRow(at: [0, 0])
        let change = RowChange(moved: [RowChange.Move(from: 0, to: 3)], updated: [3..<4])
        let state = States.rows([1, 2, 3, 0, 4], change, version: 1)
        table.show(state)
        #expect(table.tableView.cellForRow(at: [0, 3]) === cell)
        #expect(table.texts[3] == "0v1")
        #expect(table.texts[0] == "1v0")
    }
}

extension ListObserver {
    /// Shows a state, and returns the texts of the first rows.
    fileprivate func showing(_ state: ViewState<SimulatedRow>) -> [String] {
        screen.show(state)
        screen.layOut()
        return (0..<4).map { screen.texts[$0] ?? "none" }
    }
}
