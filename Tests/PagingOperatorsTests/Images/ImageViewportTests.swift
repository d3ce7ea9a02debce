import TestSupport
import Testing

@testable import PagingOperators

/// The rows in view of screens that report each row when it comes into view.
struct ImageViewportTests {
    @Test func beforeAReportTheFirstRowIsInView() {
        #expect(ImageViewport(height: 5).shown == 0..<1)
    }

    @Test func reportOfAllRowsInViewStandsAlone() {
        var viewport = ImageViewport(height: 5)
        _ = viewport.scroll(to: 3..<4)
        _ = viewport.scroll(to: 5..<8)
        #expect(viewport.shown == 5..<8)
    }

    @Test func rowsReportedOneByOneAreInViewTogether() {
        var viewport = ImageViewport(height: 5)
        for row in 0..<4 { _ = viewport.scroll(to: row..<row + 1) }
        #expect(viewport.shown == 0..<4)
        for row in 4..<9 { _ = viewport.scroll(to: row..<row + 1) }
        #expect(viewport.shown == 4..<9)
    }

    @Test func rowFarAwayIsInViewAlone() {
        var viewport = ImageViewport(height: 5)
        for row in [0, 1, 2, 40] { _ = viewport.scroll(to: row..<row + 1) }
        #expect(viewport.shown == 40..<41)
    }

    @Test func directionIsThatOfTheLastScrolling() {
        var viewport = ImageViewport(height: 5)
        let steps = [4, 5, 3, 3].map { row in
            let isScrolled = viewport.scroll(to: row..<row + 1)
            return [isScrolled, viewport.isForward]
        }
        #expect(steps == [[false, true], [true, true], [true, false], [false, false]])
    }

    /// A report of a row in view that has lost its image shows how high the screen is.
    @Test func rowInViewThatHasLostItsImageShowsTheHeight() {
        var viewport = ImageViewport(height: 5)
        for row in 0..<12 { _ = viewport.scroll(to: row..<row + 1) }
        #expect(viewport.shown == 7..<12)
        viewport.noteLost(0..<2)
        _ = viewport.scroll(to: 1..<2)
        #expect(viewport.height == 11)
        #expect(viewport.shown == 1..<12)
    }

    /// Screens of a height that is known scroll back and forth, and jump.
    @Test func rowsOnAScreenOfAKnownHeightAreInView() {
        Seeds.forEach(300) { random in
            let height = 1 + random.number(below: 20)
            var viewport = ImageViewport(height: height)
            var top = 1_000
            func report(_ row: Int) { _ = viewport.scroll(to: row..<row + 1) }
            for row in top..<top + height { report(row) }
            for step in 0..<60 {
                let old = top..<top + height
                let isJump = random.chance(5)
                let distance = isJump ? 100 : 1 + random.number(below: height)
                top += random.chance(50) ? distance : -distance
                let new = top..<top + height
                // A screen reports the rows that come into view, in the direction in which it is scrolled.
                let rows = new.filter { !old.contains($0) }
                for row in new.lowerBound > old.lowerBound || isJump ? rows : rows.reversed() { report(row) }
                try Mismatch.unless(
                    viewport.shown.lowerBound <= new.lowerBound
                        && viewport.shown.upperBound >= new.upperBound,
                    "step \(step): \(viewport.shown) without some of \(new)")
                try Mismatch.unless(
                    viewport.shown.count < 2 * height, "step \(step): \(viewport.shown) of \(new)")
                try Mismatch.unless(viewport.height == height, "step \(step): \(viewport.height)")
            }
        }
    }
}
