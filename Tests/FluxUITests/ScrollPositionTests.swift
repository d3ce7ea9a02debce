import Foundation
import Testing

@testable import FluxUI

/// Lists keep the distance of their first row from the top of the viewport.
struct ScrollPositionTests {
    private func position(_ offset: CGFloat, content: CGFloat = 2000) -> ScrollPosition {
        ScrollPosition(offset: offset, height: 600, content: content, insets: (top: 90, bottom: 30))
    }

    /// The first row in view before, at the top of the viewport after: it moves back to where it was.
    @Test(arguments: [440 - 90 + 12, -90, -90 - 20] as [CGFloat])
    func rowKeepsItsDistance(offset: CGFloat) {
        let header: CGFloat = 50
        let old = position(offset)
        let row = offset > 0 ? header + 390 : header
        let distance = old.distance(fromRowAt: row)
        var new = position(row + 440 - 90)
        new.scroll(by: distance, pulledTo: offset)
        #expect(new.distance(fromRowAt: row + 440) == distance)
    }

    @Test func rowBelowAHeaderIsBelowTheTop() {
        #expect(position(-90).distance(fromRowAt: 50) == -50)
        #expect(position(110).distance(fromRowAt: 150) == 50)
    }

    @Test func listScrollsAsFarAsThereIsContent() {
        var down = position(1400)
        down.scroll(by: 60, pulledTo: 1400)
        #expect(down.offset == 1430)
        var up = position(-80)
        up.scroll(by: -60, pulledTo: -80)
        #expect(up.offset == -90)
        // Content that does not fill the list rests at its start.
        var short = position(-90, content: 100)
        short.scroll(by: 20, pulledTo: -90)
        #expect(short.offset == -90)
    }

    /// The first row is removed, and the one below it is scrolled to the top on the way to its place.
    @Test func listThatIsPulledPastItsStartStaysSo() {
        var pulled = position(-90)
        pulled.scroll(by: -120, pulledTo: -90 - 80)
        #expect(pulled.offset == -170)
        var isPulledLess = position(-90)
        isPulledLess.scroll(by: -30, pulledTo: -90 - 80)
        #expect(isPulledLess.offset == -120)
    }
}
