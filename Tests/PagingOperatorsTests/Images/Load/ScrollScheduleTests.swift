import LoadingTestSupport
import PagingSimulation
import Streams
import TestSupport
import Testing

@testable import FluxImages
@testable import PagingOperators

/// Lists that scroll at constant speeds: how much of the time rows in view have no image.
@Suite(.timeLimit(.minutes(1)))
struct ScrollScheduleTests {
    private static let speeds = [20.0, 30, 40, 50, 60, 70, 80, 100, 120]

    private func plan(_ speed: Double) -> ScrollPlan {
        var plan = ScrollPlan(rowsPerSecond: speed)
        plan.rows = 300
        return plan
    }

    @Test(arguments: speeds)
    func rowsHaveTheirImagesNearlyAsOftenAsWithTheIdealSchedule(speed: Double) {
        let plan = plan(speed)
        let share = plan.shareWithoutImage(ScrollRun(plan).play())
        #expect(share <= 1.2 * plan.idealShare())
        #expect(share <= 1.1 * min(plan.share(.firstInFirstOut), plan.share(.lastInFirstOut)))
    }

    @Test(arguments: speeds)
    func prefetchingDelaysNoRowInView(speed: Double) {
        let plan = plan(speed)
        var run = ScrollRun(plan)
        let share = plan.shareWithoutImage(run.play())
        run.prefetched = 100
        #expect(plan.shareWithoutImage(run.play()) <= 1.02 * share)
    }

    /// Row by row, where there is time to load each before it comes into view.
    @Test(arguments: [20.0, 30, 40])
    func rowsThatScrollIntoViewHaveTheirImagesBesidePrefetching(speed: Double) throws {
        let plan = plan(speed)
        var run = ScrollRun(plan)
        run.prefetched = 100
        let arrivals = run.play()
        for row in plan.rowsInView..<plan.rows {
            let arrival = try #require(arrivals[row])
            #expect(arrival <= plan.timeInView(row).lowerBound)
        }
    }

    /// Images that load when the list begins to scroll are not used if it scrolls fast, which cannot be
    /// known before.
    @Test(arguments: speeds, [0, 0.1, 0.2])
    func listsThatScrollSoonAreNearTheIdealWithoutForesight(speed: Double, rest: Double) {
        var plan = plan(speed)
        plan.rest = rest
        let share = plan.shareWithoutImage(ScrollRun(plan).play())
        #expect(share <= 1.2 * plan.idealShareWithoutForesight())
    }

    /// All of them together, and each one nearly. With hardly any time to spare, a schedule that begins
    /// behind stays so, where the ideal one leaves out the rows that are in view when the list begins to
    /// scroll.
    @Test func randomPlansAreNearTheIdeal() {
        var sums = (share: 0.0, ideal: 0.0)
        Seeds.forEach(20) { random in
            var plan = ScrollPlan(rowsPerSecond: Double(5 + random.number(below: 120)))
            plan.rows = 150
            plan.rest = random.chance(50) ? 0 : 0.3
            plan.rowsInView = 3 + random.number(below: 15)
            plan.transfers = 2 + random.number(below: 5)
            plan.transferTime = Double(40 + random.number(below: 100)) / 1000
            let share = plan.shareWithoutImage(ScrollRun(plan).play())
            let ideal = plan.idealShareWithoutForesight()
            sums = (sums.share + share, sums.ideal + ideal)
            // Of a share of a few percent, one image that is late is a fifth.
            try Mismatch.unless(share <= 1.2 * ideal + 0.1, "\(share) instead of \(ideal): \(plan)")
        }
        #expect(sums.share <= 1.1 * sums.ideal + 0.1)
    }

    @Test func schedulesThatKnowNothingOfTheListAreWorseThanTheIdeal() {
        let plan = plan(80)
        #expect(plan.idealShare() < 0.3)
        #expect(plan.share(.firstInFirstOut) > 2 * plan.idealShare())
        #expect(plan.share(.lastInFirstOut) >= plan.idealShare())
        // Once more rows wait than are near, each is loaded when it is about to be near no more.
        var long = plan
        long.rows = 3_000
        #expect(long.share(.firstInFirstOut) > 0.9)
    }
}
