import Testing

@testable import Demo

struct SeenRowsTests {
    @Test func rowsAreInListOrderInBothDirections() {
        var seen = SeenRows<Int>()
        seen.note([50, 51, 52], heading: .down)
        seen.note([52, 53, 54], heading: .down)
        seen.note([53, 54], heading: .up)
        seen.note([48, 49, 50], heading: .up)
        seen.note([47, 48], heading: .up)
        #expect(seen.ids == [47, 48, 49, 50, 51, 52, 53, 54])
    }

    @Test func prependedRowsStandFirst() {
        var seen = SeenRows<Int>()
        seen.note([50, 51], heading: .down)
        seen.note([48, 49, 50, 51, 52], heading: .down)
        #expect(seen.ids == [48, 49, 50, 51, 52])
    }

    @Test func unrelatedRowsAreAddedInTheDirectionOfScrolling() {
        var seen = SeenRows<Int>()
        seen.note([50, 51], heading: .down)
        seen.note([52, 53], heading: .down)
        seen.note([48, 49], heading: .up)
        #expect(seen.ids == [48, 49, 50, 51, 52, 53])
    }

    @Test func reloadedRowsAreNotRepeated() {
        var seen = SeenRows<Int>()
        for view in [[1, 2], [2, 3], [3, 4]] { seen.note(view, heading: .down) }
        for view in [[2, 3], [1, 2]] { seen.note(view, heading: .up) }
        #expect(seen.ids == [1, 2, 3, 4])
    }
}
