import Foundation
import Testing
import UIKitStandIn

/// A list for a story, hand-written or not. Its rows are 44 points high.
@MainActor
protocol StoryScreen: AnyObject {
    var scrollView: UIScrollView { get }

    /// The number of rows, without loading rows.
    var rowCount: Int { get }

    /// The texts of the visible rows.
    var visibleTexts: [String] { get }

    /// The footer below the rows; empty if there is none.
    var footer: String { get }
}

/// Simulates a user and a server, and checks the visible rows and the requests of any pager.
@MainActor
struct Story {
    let api: UsersAPI
    let screen: any StoryScreen

    private var scrollView: UIScrollView { screen.scrollView }

    /// Scrolls row by row to an offset, within the edges.
    func scroll(to offset: Double) {
        drag(to: min(max(scrollView.firstOffset, offset), scrollView.lastOffset))
    }

    func scrollToEnd() { scroll(to: scrollView.lastOffset) }

    /// Pulls the list past its end and holds it.
    func pull(pastEndBy distance: Double) {
        scrollToEnd()
        drag(to: scrollView.lastOffset + distance)
    }

    /// Pulls the list past its end and releases it.
    func pullPastEnd(by distance: Double) {
        pull(pastEndBy: distance)
        release()
    }

    /// Releases the list, which returns to its edge.
    func release() {
        scrollView.scrollDelegate?.scrollViewDidEndDragging(scrollView, willDecelerate: true)
        scrollView.contentOffset.y =
            min(max(scrollView.firstOffset, scrollView.contentOffset.y), scrollView.lastOffset)
        scrollView.layoutIfNeeded()
    }

    private func drag(to offset: Double) {
        let step = 44.0
        while abs(offset - scrollView.contentOffset.y) > step {
            move(by: offset > scrollView.contentOffset.y ? step : -step)
        }
        move(by: offset - scrollView.contentOffset.y)
    }

    private func move(by distance: Double) {
        scrollView.contentOffset.y += distance
        scrollView.layoutIfNeeded()
    }

    /// Waits until rows and requests are as expected, and checks them again later.
    ///
    /// - Parameters:
    ///   - ids: The users in the list.
    ///   - footer: The footer below them.
    ///   - requests: All requests so far.
    ///   - running: The number of requests without a response.
    func expect(
        _ ids: some Collection<Int>, footer: String = "", requests: [String], running: Int = 0,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async {
        let isAsExpected = {
            scrollView.layoutIfNeeded()
            return screen.rowCount == ids.count && screen.visibleTexts == texts(inView: ids)
                && screen.footer == footer && api.requests == requests && api.runningCount == running
        }
        let deadline = ContinuousClock.now + .seconds(20)
        while !isAsExpected(), ContinuousClock.now < deadline { await Task.yield() }
        // Work already scheduled on the main actor.
        for _ in 0..<20 { await Task.yield() }
        #expect(
            isAsExpected(),
            """
            expected \(ids.count) rows, \(texts(inView: ids)), footer '\(footer)', \
            \(requests), \(running) running; \
            there are \(screen.rowCount) rows, \(screen.visibleTexts), footer '\(screen.footer)', \
            \(api.requests), \(api.runningCount) running
            """,
            sourceLocation: sourceLocation)
    }

    private func texts(inView ids: some Collection<Int>) -> [String] {
        let bounds = scrollView.bounds
        return ids.enumerated().filter { row, _ in
            Double(row + 1) * 44 > bounds.minY && Double(row) * 44 < bounds.maxY
        }.map { "user \($0.element)" }
    }
}
