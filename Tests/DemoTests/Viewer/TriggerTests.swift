import Flux
import Testing

@testable import Demo

struct TriggerTests {
    private func trigger(_ kind: Trigger.Kind, threshold: Int = 5) -> Trigger {
        Trigger(kind: kind, threshold: threshold)
    }

    /// A position in rows of 44 points, 30 by default, of which 8 are in view.
    private func position(_ offset: Double, content: Double = 1320) -> ListSignal {
        .scrolled(offset: offset, viewport: 352, content: content)
    }

    private let down = Viewport(edge: 29, of: 30, heading: .down)
    private let up = Viewport(edge: 0, of: 30, heading: .up)

    @Test func shownTriggerSendsRows() {
        let shown = trigger(.shown)
        #expect(shown.rules(maxRows: 60) == PagingRules(threshold: 5, maxRows: 60))
        #expect(shown.signal(showing: Viewport(edge: 11, of: 30, heading: .down)) == .shown(row: 11))
        #expect(shown.signal(showing: Viewport(edge: 11, of: 30, heading: .up)) == .shown(row: 11))
        #expect(shown.signal(loadingMoreThan: down) == nil)
    }

    @Test func shownTriggerWithThresholdZeroSendsLoadMore() {
        let shown = trigger(.shown, threshold: 0)
        #expect(shown.signal(showing: down) == .shown(row: 29))
        #expect(shown.signal(loadingMoreThan: down) == .loadMore)
        #expect(shown.signal(loadingMoreThan: up) == .loadPrevious)
    }

    @Test func scrolledTriggerSendsTheOffsetOfTheFirstVisibleRow() {
        let scrolled = trigger(.scrolled)
        #expect(scrolled.rules(maxRows: nil) == PagingRules(threshold: 0))
        #expect(scrolled.signal(showing: down) == position(968))
        #expect(scrolled.signal(loadingMoreThan: down) == position(968))
        #expect(scrolled.signal(showing: up) == position(0))
    }

    @Test func pulledTriggerExceedsTheEdgeByTheRequiredDistance() {
        let pulled = trigger(.pulled)
        let rules = PagingRules(threshold: 0, scrollPolicy: .pulled(distance: 60))
        #expect(pulled.rules(maxRows: nil) == rules)
        #expect(pulled.signal(showing: down) == position(968))
        #expect(pulled.signal(loadingMoreThan: down) == position(1028))
        #expect(pulled.signal(loadingMoreThan: up) == position(-60))
        // Content that does not fill the viewport is pulled from its start.
        let few = Viewport(edge: 2, of: 3, heading: .down)
        #expect(pulled.signal(loadingMoreThan: few) == position(60, content: 132))
    }

    @Test func buttonTriggerSendsAtTheEdgeOnly() {
        let button = trigger(.button)
        #expect(button.rules(maxRows: nil) == PagingRules(threshold: 0))
        #expect(button.signal(showing: down) == nil)
        #expect(button.signal(loadingMoreThan: down) == .loadMore)
        #expect(button.signal(loadingMoreThan: up) == .loadPrevious)
    }
}
