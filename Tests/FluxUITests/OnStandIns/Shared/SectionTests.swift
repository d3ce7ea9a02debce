import Foundation
import PagingOperators
import PagingSimulation
import Testing

#if canImport(UIKit)
    import UIKit
#else
    import AppKit
#endif

/// Views with the section of another list after that of a feed.
@MainActor
struct SectionTests {
    #if canImport(UIKit)
        private static let screens: [any ListScreen.Type] = [TableFeedScreen.self, CollectionFeedScreen.self]
    #else
        // A table view of AppKit has no sections.
        private static let screens: [any ListScreen.Type] = [CollectionFeedScreen.self]
    #endif

    /// A view that is scrolled beyond the rows of the feed, and what follows its end.
    private func scrolled(_ type: any ListScreen.Type, to offset: CGFloat) -> any ListScreen {
        let screen = type.init(ListGeometry(insets: (20, 10), rowsAfter: 60))
        screen.show(States.rows(0..<5))
        screen.layOut()
        screen.offset = offset
        screen.layOut()
        return screen
    }

    /// The distance to the end, which no change of the first section moves if the rows in view stay.
    private func distanceToEnd(_ screen: any ListScreen) -> CGFloat { screen.contentHeight - screen.offset }

    @Test func rowsInViewOfALaterSectionStay() {
        for type in Self.screens {
            let screen = scrolled(type, to: 253)
            #expect(screen.rowsInView == nil)
            let distance = distanceToEnd(screen)
            screen.show(States.rows(-10..<5, RowChange(inserted: [0..<10])))
            screen.layOut()
            #expect(distanceToEnd(screen) == distance)
            screen.show(States.rows(0..<20))
            screen.layOut()
            #expect(distanceToEnd(screen) == distance)
            screen.show(States.rows(0..<0, RowChange(removed: [0..<20])))
            screen.layOut()
            #expect(distanceToEnd(screen) == distance)
            // The first rows of a section, too.
            screen.show(States.rows(0..<5, RowChange(inserted: [0..<5])))
            screen.layOut()
            #expect(distanceToEnd(screen) == distance)
        }
    }

    /// A section with a row while a page is loaded.
    @Test func sectionThatDependsOnTheStateIsReloadedWithIt() {
        for type in Self.screens {
            let raised = Exceptions.raised {
                let screen = type.init(ListGeometry(hasLoadingSection: true))
                screen.show(States.rows(0..<20))
                screen.scroll(toRow: 15)
                let (offset, height) = (screen.offset, screen.contentHeight)
                screen.show(loading(States.rows(0..<20, .none)))
                screen.layOut()
                #expect(screen.contentHeight > height)
                #expect(screen.offset == offset)
                screen.show(States.rows(-5..<40, RowChange(inserted: [0..<5, 25..<45])))
                let distance = screen.distance(ofRow: 20)
                screen.show(loading(States.rows(0..<40, RowChange(removed: [0..<5]))))
                #expect(screen.distance(ofRow: 15) == distance)
                screen.show(States.rows(0..<20))
                screen.layOut()
                #expect(screen.contentHeight == height)
            }
            #expect(raised == [])
        }
    }

    /// A viewport in which the row of a page that is loaded is the only one.
    @Test func rowOfASectionThatIsReloadedIsNotFollowed() {
        for type in Self.screens {
            let raised = Exceptions.raised {
                let screen = type.init(ListGeometry(height: 8, hasLoadingSection: true))
                screen.show(loading(States.rows(0..<20)))
                screen.layOut()
                screen.offset = screen.lastOffset
                screen.layOut()
                #expect(screen.rowsInView == nil)
                let offset = screen.offset
                screen.show(States.rows(0..<40, RowChange(inserted: [20..<40])))
                screen.layOut()
                #expect(screen.offset == offset)
                #expect(screen.rowsInView != nil)
            }
            #expect(raised == [])
        }
    }

    /// A state while a page is loaded.
    private func loading(_ state: ViewState<SimulatedRow>) -> ViewState<SimulatedRow> {
        var state = state
        state.append = .loading
        return state
    }

    @Test func jumpShowsItsRowFromAnotherSection() {
        for type in Self.screens {
            let screen = scrolled(type, to: 253)
            screen.show(States.rows(0..<5, .none, target: .jump(row: 3)))
            #expect(screen.distance(ofRow: 3) == 20)
        }
    }

    /// The rows of the first section are loaded last.
    @Test func viewAtItsStartStaysThere() {
        for type in Self.screens {
            for change in [RowChange.reload, RowChange(inserted: [0..<5])] {
                let screen = type.init(ListGeometry(insets: (20, 10), rowsAfter: 60))
                screen.layOut()
                #expect(screen.offset == screen.firstOffset)
                screen.show(States.rows(0..<5, change))
                screen.layOut()
                #expect(screen.offset == screen.firstOffset)
            }
        }
    }

    /// Rows of the next section that are in view below the last ones of a list that becomes empty.
    @Test func rowsBelowAListThatBecomesEmptyStay() {
        for type in Self.screens {
            let screen = type.init(ListGeometry(insets: (20, 10), rowsAfter: 60))
            screen.show(States.rows(0..<20))
            screen.layOut()
            screen.scroll(toRow: 18)
            #expect(screen.rowsInView?.upperBound == 20)
            screen.show(States.rows(0..<0))
            screen.layOut()
            // There is nothing above them any more.
            #expect(screen.offset == screen.firstOffset)
        }
    }

    /// Rows above the screen, whether the section has rows in view or none.
    @Test func rowsOfBothSectionsInViewStay() {
        for type in Self.screens {
            let screen = scrolled(type, to: 15)
            #expect(screen.rowsInView?.upperBound == 5)
            let distance = distanceToEnd(screen)
            screen.show(States.rows(-10..<5, RowChange(inserted: [0..<10])))
            screen.layOut()
            #expect(distanceToEnd(screen) == distance)
        }
    }
}
