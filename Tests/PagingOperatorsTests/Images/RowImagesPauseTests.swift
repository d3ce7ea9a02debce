import Streams
import TestSupport
import Testing

@testable import PagingOperators

/// Lists that move faster than their images arrive.
@Suite(.patient) struct RowImagesPauseTests {
    private var harness = RowImagesHarness(near: 2, kept: 4, passedLimit: 6)

    /// Shows rows one after the other.
    private mutating func scroll(_ rows: some Sequence<Int>) {
        for row in rows { harness.show(row) }
    }

    private mutating func fling() {
        harness.append(0..<100)
        scroll(0..<9)
        _ = harness.takeLog()
    }

    @Test mutating func rowsThatArePassedAfterTheLimitLoadNothing() {
        fling()
        #expect(harness.pause != nil)
        scroll(9..<50)
        #expect(harness.takeLog().allSatisfy { $0.hasPrefix("cancel") })
        #expect(harness.running.isEmpty && !harness.isAtRest)
        #expect(harness.lines.allSatisfy { $0 == "idle" })
    }

    @Test mutating func rowsNearTheShownOneLoadAfterThePauseShownOnesFirst() {
        fling()
        scroll([12])
        _ = harness.takeLog()
        harness.endPause()
        #expect(harness.takeLog() == ["load 12", "load 13", "load 14", "load 11"])
        #expect(harness.running.count == 5)
    }

    @Test mutating func pauseGoesOnWhileAllRowsOfItsBeginningArePassed() {
        fling()
        scroll([40])
        harness.endPause()
        #expect(harness.pause != nil && harness.running.isEmpty)
        scroll([41])
        harness.endPause()
        #expect(harness.pause == nil)
        #expect(harness.takeLog().suffix(5) == ["load 41", "load 42", "load 43", "load 40", "load 39"])
    }

    @Test mutating func nothingIsPrefetchedDuringAPause() throws {
        harness = RowImagesHarness(near: 2, kept: 4, prefetched: 20, passedLimit: 6, prefetchLimit: 1)
        harness.append(0..<100)
        scroll(0..<9)
        #expect(harness.pause != nil)
        for request in harness.prefetched { harness.endPrefetch(request) }
        _ = harness.takeLog()
        scroll([10])
        #expect(!harness.takeLog().contains { $0.hasPrefix("prefetch") })
        harness.endPause()
        #expect(harness.takeLog().contains { $0.hasPrefix("prefetch") })
    }

    @Test mutating func loadsThatEndForAnotherReasonAreNotPassed() {
        harness = RowImagesHarness(near: 8, kept: 8, passedLimit: 6)
        harness.append(0..<100)
        harness.warnOfMemory()
        #expect(harness.running.count == 1 && harness.pause == nil)
        // Nor are those of a slow scroll, after which all images arrive.
        for row in 1..<40 {
            harness.show(row)
            if row % 4 == 0 { harness.succeed(Array(harness.running)) }
        }
        #expect(harness.pause == nil)
    }

    @Test mutating func imageInMemoryIsShownDuringAPause() {
        harness.cache.store(30)
        fling()
        scroll([30])
        #expect(harness.lines[30] == "loaded cached 30 from memory")
    }

    @Test mutating func imagesThatArriveAreNotPassed() {
        harness.append(0..<100)
        for row in 0..<90 {
            harness.show(row)
            harness.succeed(Array(harness.running))
        }
        #expect(harness.pause == nil)
    }

    @Test mutating func reloadEndsThePause() {
        fling()
        harness.reload(200..<210)
        #expect(harness.pause == nil)
        #expect(harness.takeLog().contains("load 208"))
    }

    @Test mutating func failedImageNearTheShownRowLoadsAgainAfterThePause() throws {
        harness.append(0..<100)
        harness.fail(try #require(harness.load(of: 0)))
        scroll(0..<10)
        scroll([0])
        #expect(harness.pause != nil && harness.lines[0] == "idle")
        for _ in 0..<2 { harness.endPause() }
        #expect(harness.lines[0] == "loading 0/?")
    }

    /// A list that pauses has the same images as one that does not, once its last pause has ended. It may
    /// prefetch more, since rows that were near during a pause have not been loaded.
    @Test func pausesChangeNothingInTheEnd() {
        Seeds.forEach(50) { random in
            var list = RandomList()
            var steady = RowImagesHarness(near: 3, kept: 6, prefetched: 6)
            var pausing = RowImagesHarness(
                near: 3, kept: 6, prefetched: 6, passedLimit: random.number(below: 10))
            for _ in 0..<40 {
                let first = random.number(below: 30)
                switch random.number(below: 10) {
                case 0..<3:
                    let state = list.step(&random)
                    steady.take(state)
                    pausing.take(state)
                case 3: pausing.endPause()
                default:
                    steady.show(first..<first + 3)
                    pausing.show(first..<first + 3)
                }
                try Mismatch.unless(pausing.rows.map(\.item) == steady.rows.map(\.item), "other rows")
            }
            for _ in 0..<2 { pausing.endPause() }
            try Mismatch.unless(
                pausing.pause == nil && pausing.lines == steady.lines
                    && pausing.prefetched.isSuperset(of: steady.prefetched),
                "\(pausing.lines) instead of \(steady.lines)")
        }
    }
}
