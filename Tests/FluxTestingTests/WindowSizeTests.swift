import Flux
import FluxTesting
import TestSupport
import Testing

/// Windows of the sizes that `PagingRules.maxRows` documents are not exceeded, however the list is scrolled.
@Suite(.patient) struct WindowSizeTests {
    @Test(arguments: Seeds.make(30))
    func windowOfTheStatedSizeIsNeverExceeded(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let (viewport, page) = (1 + random.number(below: 6), 1 + random.number(below: 4))
        let rules: PagingRules
        // A row of which a part is visible counts.
        let rows = viewport + 1
        if random.chance(50) {
            let threshold = 1 + random.number(below: 4)
            let maxRows = max(2 * page, rows + 2 * (threshold + page - 1))
            // A report of one row does not say how many are in view.
            rules = PagingRules(threshold: threshold, maxRows: maxRows, viewport: rows)
        } else {
            let viewports = 1 + random.number(below: 2)
            let maxRows = (1 + 2 * viewports) * viewport + 2 * page + 1
            rules = PagingRules(
                threshold: 0, scrollPolicy: .within(viewports: Double(viewports)), maxRows: maxRows)
        }
        let clock = VirtualTimeScheduler()
        let warnings = Locked<[PagingWarning]>([])
        let pages = TestPages(
            Array(0..<120), perPage: page, delay: .milliseconds(50), scheduler: clock)
        let reporting: ListReporting = rules.threshold > 0 ? .visibleRows : .distances
        let list = ListSimulator(viewport: viewport, reporting: reporting, scheduler: clock) { signals in
            signals.paginate(rules, from: pages, startingAt: 40 / page).handleEvents(receiveOutput: { state in
                if let warning = state.warning { warnings.withLock { $0.append(warning) } }
            })
        }
        list.runUntilIdle()
        for _ in 0..<40 {
            list.scroll(by: Double(random.number(below: 100) - 50) / 8)
            list.runUntilIdle()
        }
        let count = list.frames.map(\.rowCount).max() ?? 0
        #expect(count > 0 && count <= rules.maxRows ?? 0, "\(rules), \(viewport) rows, pages of \(page)")
        #expect(warnings.withLock { $0 } == [])
    }
}
