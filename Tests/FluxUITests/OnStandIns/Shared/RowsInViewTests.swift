import FluxTesting
import FluxUI
import Foundation
import PagingOperators
import PagingSimulation
import Streams
import Testing

#if canImport(UIKit)
    import UIKit
#endif

/// A feed whose screen reports the rows in view after each state, and when it is scrolled.
@MainActor
private final class ReportingFeed {
    let screen: any ListScreen
    private let clock = VirtualTimeScheduler()
    private let signals = PassthroughSubject<ListSignal, Never>()
    private var subscription: AnyCancellable?

    init(_ type: any ListScreen.Type, perPage: Int) {
        screen = type.init(ListGeometry())
        let pages = TestPages(
            (0..<60).map { SimulatedRow(id: $0) }, perPage: perPage, counts: .none, delay: .milliseconds(100),
            scheduler: clock)
        subscription = signals.paginate(threshold: 3, from: pages).receive(on: .main)
            .sink { [weak self] state in self?.show(state) }
    }

    private func show(_ state: ViewState<SimulatedRow>) {
        screen.show(state)
        report()
    }

    private func report() {
        if let rows = screen.rowsInView { signals.send(.shown(rows: rows)) }
    }

    /// Scrolls to the end in one step. Delegates and observers are called before the next layout.
    func scrollToEnd() {
        screen.offset = screen.lastOffset
        report()
    }

    /// Lets loads end, and lays out the list.
    func wait() {
        for _ in 0..<40 {
            clock.advance(by: .milliseconds(100))
            screen.layOut()
        }
    }
}

/// The rows that a list reports.
@MainActor
struct RowsInViewTests {
    private static let screens: [any ListScreen.Type] = [TableFeedScreen.self, CollectionFeedScreen.self]

    /// Nothing scrolls such a list, so that the reports after its states are all that there are.
    @Test func listShorterThanTheScreenLoadsOn() {
        for type in Self.screens {
            let feed = ReportingFeed(type, perPage: 2)
            feed.wait()
            #expect(feed.screen.contentHeight > feed.screen.geometry.height, "\(type)")
        }
    }

    @Test func listThatIsScrolledToItsEndInOneStepLoadsOn() {
        for type in Self.screens {
            let feed = ReportingFeed(type, perPage: 20)
            feed.wait()
            #expect(feed.screen.rowCount == 20, "\(type)")
            feed.scrollToEnd()
            feed.wait()
            #expect(feed.screen.rowCount == 40, "\(type)")
        }
    }

    #if canImport(UIKit)
        /// Reports rows while the view is laid out, and when it is scrolled.
        private final class Reporter: UICollectionViewDelegate {
            var scrolled: [Range<Int>?] = []
            var displayed = 0

            func scrollViewDidScroll(_ scrollView: UIScrollView) {
                scrolled.append((scrollView as? UICollectionView)?.rowsInView())
            }

            func collectionView(
                _ collectionView: UICollectionView, willDisplay cell: UICollectionViewCell,
                forItemAt indexPath: IndexPath
            ) {
                displayed += 1
                _ = collectionView.rowsInView()
            }
        }

        @Test func rowsAreReportedWithinALayout() {
            let screen = CollectionFeedScreen(ListGeometry())
            let reporter = Reporter()
            screen.collectionView.delegate = reporter
            let raised = Exceptions.raised {
                screen.show(States.rows(0..<30))
                screen.layOut()
                #expect(reporter.displayed == 9)
                screen.offset = 240
                #expect(reporter.scrolled == [20..<29])
                #expect(reporter.displayed == 18)
                // The layout of a shorter list scrolls it back.
                screen.show(States.rows(0..<20, RowChange(removed: [20..<30])))
                screen.layOut()
                #expect(reporter.scrolled.last == 11..<20)
                #expect(screen.texts.keys.sorted() == Array(11..<20))
            }
            #expect(raised == [])
        }
    #endif
}
