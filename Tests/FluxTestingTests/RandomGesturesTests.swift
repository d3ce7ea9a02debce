import Flux
import FluxTesting
import Foundation
import Testing

@Suite struct RandomGesturesTests {
    /// Those of `FLUX_SEED=7 swift test`, or new ones.
    private static let seeds: [UInt64] = {
        if let given = ProcessInfo.processInfo.environment["FLUX_SEED"].flatMap(UInt64.init) {
            return [given]
        }
        let first = UInt64.random(in: 0..<1_000_000_000)
        return (0..<60).map { first + $0 }
    }()

    @Test(arguments: seeds)
    func everyChangeLeadsToTheRowsOfItsState(seed: UInt64) {
        var random = Random(state: seed)
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
            switch random.next(below: 9) {
            case 0: list.scroll(by: Double(random.next(below: 60)) - 30, over: .milliseconds(400))
            case 1: list.fling(velocity: Double(random.next(below: 200)) - 100)
            case 2: list.scroll(to: random.next(below: 300))
            case 3: list.jump(toRow: random.next(below: 300))
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

/// Numbers that a seed determines (SplitMix64).
private struct Random {
    var state: UInt64

    mutating func next(below bound: UInt64) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return Int((mixed ^ mixed >> 31) % bound)
    }
}
