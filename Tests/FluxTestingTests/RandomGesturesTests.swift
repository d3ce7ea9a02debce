import Flux
import FluxTesting
import TestSupport
import Testing

@Suite(.patient) struct RandomGesturesTests {
    @Test(arguments: Seeds.make(60))
    func changesMatchTheRowsAfterRandomGestures(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let clock = VirtualTimeScheduler()
        let counts: TestCounts = seed.isMultiple(of: 2) ? .exact : .none
        let pages = TestPages(
            Array(0..<300), perPage: 10, overlap: 2, counts: counts, delay: .milliseconds(120),
            scheduler: clock)
        let rules = PagingRules(
            threshold: 4, maxRows: seed.isMultiple(of: 3) ? 40 : nil, showsPlaceholders: counts != .none)
        let list = ListSimulator(viewport: 8, scheduler: clock) { signals in
            signals.paginate(rules, from: pages).dedupe(by: \.self)
        }
        for _ in 0..<40 {
            switch random.number(below: 9) {
            case 0: list.scroll(by: Double(random.number(below: 60)) - 30, over: .milliseconds(400))
            case 1: list.fling(velocity: Double(random.number(below: 200)) - 100)
            case 2: list.scroll(to: random.number(below: 300))
            case 3: list.jump(toRow: random.number(below: 300))
            case 4: list.pullToRefresh()
            case 5: pages.invalidate()
            case 6: pages.failAll()
            case 7:
                pages.recover()
                list.send(.retry)
            default: list.wait(.milliseconds(100))
            }
        }
        pages.recover()
        list.wait(.seconds(1))
        list.send(.retry)
        list.runUntilIdle()
        let frame = list.scrollToEnd(rowsPerSecond: 60)
        #expect(list.mismatches == [], "FLUX_SEED=\(seed)")
        #expect(frame.footer == .end, "FLUX_SEED=\(seed)")
        #expect(frame.items == Array(292..<300), "FLUX_SEED=\(seed)")
        #expect(pages.running == [], "FLUX_SEED=\(seed)")
    }
}
