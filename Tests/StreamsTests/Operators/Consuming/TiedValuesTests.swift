import Streams
import TestSupport
import Testing

@Suite struct TiedValuesTests {
    /// Compares by its number only.
    private struct Entry: Comparable, Sendable {
        var number: Int
        var name: String

        static func == (lhs: Self, rhs: Self) -> Bool { lhs.number == rhs.number }
        static func < (lhs: Self, rhs: Self) -> Bool { lhs.number < rhs.number }
    }

    private let entries = ["a", "b", "c"].map { Entry(number: 1, name: $0) }.publisher

    @Test func greatestAndTheSmallestAreSent() {
        #expect([2, 3, 1].publisher.max().probe().values == [3])
        #expect([2, 1, 3].publisher.min().probe().values == [1])
    }

    @Test func firstOfSeveralGreatestValuesIsSent() {
        #expect(entries.max().probe().values.map(\.name) == ["a"])
    }

    @Test func firstOfSeveralSmallestValuesIsSent() {
        #expect(entries.min().probe().values.map(\.name) == ["a"])
    }
}
