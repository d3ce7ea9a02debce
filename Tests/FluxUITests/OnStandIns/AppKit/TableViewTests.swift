import AppKit
import FluxUI
import Foundation
import PagingOperators
import PagingSimulation
import Testing

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
            screen.show(States.rows(3..<30, target: .moved(to: 2, by: -3)))
            #expect(screen.distance(ofRow: 4) == distance)
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
        }
    }

    @Test func rowOfAJumpIsBelowTheColumnHeader() {
        table.list.headerView = NSTableHeaderView(frame: NSRect(x: 0, y: 0, width: 300, height: 28))
        table.show(States.rows(0..<60))
        #expect(table.distance(ofRow: 0) == 48)
        table.show(States.rows(0..<60, .none, target: .jump(row: 30)))
        #expect(table.distance(ofRow: 30) == 48)
    }

    /// A collection view keeps items outside of the visible rectangle.
    @Test func itemsNearTheVisibleOnesAreNotInView() {
        collection.show(States.rows(0..<30))
        collection.scroll(toRow: 10)
        #expect(collection.list.indexPathsForVisibleItems().map(\.item).min() == 7)
        #expect(collection.list.rowsInView() == 8..<17)
        let distance = collection.distance(ofRow: 8)
        let change = RowChange(inserted: [8..<9])
        collection.show(States.rows([0, 1, 2, 3, 4, 5, 6, 7, 99] + Array(8..<30), change))
        #expect(collection.distance(ofRow: 9) == distance)
    }

    @Test func onlyRequestedAnimationsAreShown() {
        collection.show(States.rows(0..<30))
        let state = States.rows(-1..<30, RowChange(inserted: [0..<1]))
        collection.show(state)
        #expect(collection.list.animatedBatchCount == 0)
        collection.list.apply(RowChange(removed: [0..<1])) { collection.state = States.rows(0..<30) }
        #expect(collection.list.animatedBatchCount == 1)
    }

    @Test func updatedRowsGetOtherHeightsAndRowsInViewStay() {
        let screen = TableFeedScreen(ListGeometry(placeholderHeight: 25))
        screen.show(States.rows(10..<40, before: 10))
        screen.scroll(toRow: 12, plus: 3)
        let distance = screen.distance(ofRow: 12)
        screen.show(States.rows(5..<40, RowChange(updated: [5..<10]), before: 5))
        #expect(screen.distance(ofRow: 12) == distance)
        #expect((3..<8).map { screen.list.rect(ofRow: $0).height } == [25, 25, 10, 10, 10])
    }

    @Test func rowsInViewOfACollectionViewThatIsNotLaidOutAreKnown() {
        collection.show(States.rows(0..<30))
        collection.scroll(toRow: 5)
        let distance = collection.distance(ofRow: 7)
        collection.show(States.rows(0..<30, version: 1))
        collection.show(States.rows(-10..<30, RowChange(inserted: [0..<10]), version: 1))
        #expect(collection.distance(ofRow: 17) == distance)
    }

    @Test func movedAndUpdatedRowsShowTheirItems() {
        let raised = Exceptions.raised {
            for screen in screens {
                screen.show(States.rows(0..<5))
                screen.layOut()
                let moves = [RowChange.Move(from: 0, to: 3), RowChange.Move(from: 3, to: 1)]
                screen.show(
                    States.rows([1, 3, 2, 0, 4], RowChange(moved: moves, updated: [3..<5]), version: 1))
                screen.layOut()
                #expect(screen.texts[3] == "0v1")
                #expect(screen.texts[4] == "4v1")
            }
        }
        #expect(raised == [])
    }

    @Test func movedRowsStaySelectedAndKeepTheirViews() {
        let screen = TableFeedScreen(ListGeometry())
        screen.show(States.rows(0..<6))
        screen.layOut()
        screen.list.selectRowIndexes([0, 3, 4], byExtendingSelection: false)
        let view = screen.list.view(atColumn: 0, row: 0, makeIfNecessary: false)
        let moves = [RowChange.Move(from: 0, to: 4), RowChange.Move(from: 3, to: 1)]
        let change = RowChange(removed: [4..<5], inserted: [0..<1], moved: moves)
        let raised = Exceptions.raised { screen.show(States.rows([-1, 3, 1, 2, 0, 5], change)) }
        #expect(raised == [])
        #expect(screen.list.selectedRowIndexes == [1, 4])
        #expect(screen.list.view(atColumn: 0, row: 4, makeIfNecessary: false) === view)
    }

    @Test func signalsNameTheRowsInViewAndThePosition() {
        table.show(States.rows(0..<30))
        table.scroll(toRow: 4)
        #expect(table.list.rowsInView == 2..<12)
        // The rows below the bar are in view, and are not part of the viewport.
        #expect(table.scrollView.scrolled == .scrolled(offset: 40, viewport: 70, content: 300))
    }

    @Test func documentAtRestIsNotPulled() {
        table.show(States.rows(0..<30))
        #expect(table.scrollView.scrolled == .scrolled(offset: 0, viewport: 70, content: 300))
        table.offset = table.lastOffset
        #expect(table.scrollView.scrolled == .scrolled(offset: 230, viewport: 70, content: 300))
        table.offset += 15
        #expect(table.scrollView.scrolled == .scrolled(offset: 245, viewport: 70, content: 300))
    }

    @Test func prefetchedItemsAreReported() {
        var signals: [ListSignal] = []
        let prefetching = PrefetchingDataSource { signals.append($0) }
        prefetching.collectionView(collection.list, prefetchItemsAt: [[0, 6], [0, 5], [1, 2]])
        prefetching.collectionView(collection.list, prefetchItemsAt: [[1, 2]])
        #expect(signals == [.prefetch(rows: 5..<7)])
    }

    /// The stand-in raises where AppKit raises, and where it shows wrong rows.
    @Test func updatesThatDoNotAddUpRaise() {
        table.show(States.rows(0..<3))
        let beyond = Exceptions.raised {
            table.list.beginUpdates()
            table.list.insertRows(at: [5])
            table.list.endUpdates()
        }
        #expect(beyond.first == "NSTableView error inserting/removing/moving row 5 (numberOfRows: 3).")
        let missing = Exceptions.raised { table.list.removeRows(at: [0]) }
        #expect(missing.first == "The table view has 2 rows after the updates, and its data source 3.")
    }
}
