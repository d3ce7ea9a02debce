import Flux
import FluxTesting
import TestSupport
import Testing

/// A list that is reloaded around its visible rows shows the same rows at the same place, wherever it was
/// scrolled to.
@Suite(.patient) struct KeptPlaceTests {
    @Test(arguments: Seeds.make(100), [ListReporting.visibleRows, .distances])
    func visibleRowsKeepTheirPlace(seed: UInt64, reporting: ListReporting) throws {
        var random = SeededGenerator(seed: seed)
        let clock = VirtualTimeScheduler()
        let (viewport, perPage) = (2 + random.number(below: 11), 3 + random.number(below: 18))
        // A list that reports distances loads no placeholders.
        let isCounted = reporting != .distances && random.chance(30)
        let pages = TestPages(
            Array(0..<300), perPage: perPage, counts: isCounted ? .exact : .none, delay: .milliseconds(100),
            scheduler: clock)
        var rules = PagingRules(threshold: 1 + random.number(below: 6), showsPlaceholders: isCounted)
        if random.chance(30) { rules.maxRows = 4 * viewport + 2 * (rules.threshold + perPage) }
        let hasIdentity = random.chance(50)
        let list = ListSimulator(viewport: viewport, reporting: reporting, scheduler: clock) { signals in
            let feed = signals.paginate(rules, from: pages)
            return hasIdentity ? feed.identified(by: \.self) : feed
        }
        list.runUntilIdle()
        for _ in 0..<1 + random.number(below: 12) {
            list.scroll(by: Double(random.number(below: perPage * 20) - perPage * 2) / 10)
            list.runUntilIdle()
        }
        let items = list.frame.items
        try #require(!items.isEmpty)
        pages.invalidate()
        #expect(list.runUntilIdle().items == items, "FLUX_SEED=\(seed)")
        #expect(pages.requests.count { $0.direction == .refresh } == 2)
        #expect(list.jumps == [], "FLUX_SEED=\(seed)")
        try list.checkChanges()
    }

    /// A screen that reports each row as it comes into view shows those around it as well.
    @Test(arguments: [(9, nil, false), (nil, nil, false), (9, 60, false), (9, nil, true)])
    func rowsAroundASingleReportedOneKeepTheirPlace(
        viewport: Int?, maxRows: Int?, showsPlaceholders: Bool
    ) throws {
        let clock = VirtualTimeScheduler()
        let pages = TestPages(
            Array(0..<200), perPage: 10, counts: showsPlaceholders ? .exact : .none,
            delay: .milliseconds(100), scheduler: clock)
        let rules = PagingRules(
            threshold: 5, maxRows: maxRows, showsPlaceholders: showsPlaceholders, viewport: viewport)
        let list = ListSimulator(viewport: 8, reporting: .rows, scheduler: clock) { signals in
            signals.paginate(rules, from: pages).identified(by: \.self)
        }
        list.runUntilIdle()
        list.scroll(by: 40, over: .seconds(4))
        list.runUntilIdle()
        list.scroll(by: -4, over: .seconds(2))
        let items = list.runUntilIdle().items
        #expect(items == Array(36..<44))
        let count = list.frames.count
        pages.invalidate()
        list.runUntilIdle()
        #expect(list.frames.dropFirst(count).allSatisfy { $0.items == items })
        #expect(list.jumps == [])
    }
}
