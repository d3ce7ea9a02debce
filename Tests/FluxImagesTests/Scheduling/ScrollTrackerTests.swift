import TestSupport
import Testing

@testable import FluxImages

struct ScrollTrackerTests {
    private var scroll = ScrollTracker()

    /// Scrolls by rows, each in view for a time.
    private mutating func report(
        _ rows: some Sequence<Int>, every interval: Duration, from start: Duration = .zero
    ) {
        var time = start
        for row in rows {
            let isForward =
                row == scroll.position.shown.lowerBound
                ? scroll.position.isForward : row > scroll.position.shown.lowerBound
            scroll.move(
                to: ListPosition(shown: row..<row + 5, isForward: isForward), isScrolled: true, at: time)
            time += interval
        }
    }

    @Test mutating func speedIsThatOfTheLatestReports() {
        #expect(scroll.speed(at: .zero) == 0)
        report(0..<20, every: .milliseconds(100))
        #expect(abs(scroll.speed(at: .milliseconds(1_900)) - 10) < 0.1)
        report(20..<40, every: .milliseconds(10), from: .milliseconds(2_000))
        #expect(abs(scroll.speed(at: .milliseconds(2_190)) - 100) < 1)
        report((0..<39).reversed(), every: .milliseconds(20), from: .milliseconds(2_200))
        #expect(abs(scroll.speed(at: .milliseconds(2_960)) - 50) < 1)
    }

    @Test mutating func listThatReportsNothingHasStopped() {
        report(0..<10, every: .milliseconds(10))
        #expect(scroll.speed(at: .milliseconds(100)) > 80)
        #expect(scroll.speed(at: .milliseconds(150)) == 0)
        // Slow rows are reported seldom.
        report(10..<20, every: .milliseconds(400), from: .seconds(1))
        #expect(scroll.speed(at: .seconds(5)) > 2)
        #expect(scroll.speed(at: .seconds(6)) == 0)
    }

    @Test mutating func speedIsKnownSoonAfterARest() {
        report(0..<2, every: .milliseconds(800))
        report(2..<4, every: .milliseconds(10), from: .milliseconds(810))
        #expect(scroll.speed(at: .milliseconds(820)) > 90)
    }

    @Test mutating func jumpAndReportsAtOneTimeHaveNoSpeed() {
        report([0, 100, 200], every: .milliseconds(10))
        #expect(scroll.speed(at: .milliseconds(20)) == 0)
        scroll = ScrollTracker()
        report(0..<8, every: .zero)
        #expect(scroll.speed(at: .zero) == 0)
    }

    @Test mutating func renumberedRowsDoNotChangeTheSpeed() {
        report(0..<10, every: .milliseconds(10))
        let before = scroll.speed(at: .milliseconds(90))
        scroll.move(to: ListPosition(shown: 1_009..<1_014), isScrolled: false, at: .milliseconds(90))
        #expect(scroll.speed(at: .milliseconds(90)) == before)
    }

    /// The first row, by looking at all of them.
    @Test func firstRowMatchesALoopOverAllRows() {
        Seeds.forEach(400) { random in
            var test = ScrollTrackerTests()
            let first = 20 + random.number(below: 20)
            let interval = Duration.milliseconds(1 + random.number(below: 60))
            random.chance(50)
                ? test.report(first..<first + 10, every: interval)
                : test.report((first..<first + 10).reversed(), every: interval)
            let position = test.scroll.position
            let rate = ScrollTracker.WorkRate(
                seconds: Double(random.number(below: 300)) / 1000, parallel: 1 + random.number(below: 8))
            let rows = Set((0..<1 + random.number(below: 30)).map { _ in random.number(below: 60) }).sorted()
            let speed = test.scroll.speed(at: interval * 9)
            let load = min(1, speed * rate.seconds / Double(rate.parallel))
            // How long a row is in view after its work has ended, in rows.
            func rest(_ row: Int) -> Double {
                let left =
                    position.isForward ? row + 1 - position.shown.lowerBound : position.shown.upperBound - row
                return Double(left) - speed * rate.seconds - load * load * Double(position.shown.count)
            }
            func isAhead(_ row: Int) -> Bool {
                position.isForward ? row >= position.shown.lowerBound : row < position.shown.upperBound
            }
            let onTime = rows.filter { rest($0) >= -1e-9 && isAhead($0) }
            let expected = onTime.min { rest($0) < rest($1) } ?? rows.max { rest($0) < rest($1) }
            let found = test.scroll.first(of: rows, rate: rate, at: interval * 9).map { rows[$0.index] }
            guard found == expected else {
                throw Difference(
                    "\(String(describing: found)), not \(String(describing: expected)) of \(rows)")
            }
        }
    }
}
