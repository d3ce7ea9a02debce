import Foundation
import Streams
import TestSupport
import Testing

@testable import PagingOperators

struct ViewStateEqualityTests {
    /// A row that counts how often it is compared.
    private struct Row: Equatable, Sendable {
        let number: Int
        let comparisons: Box<Int>

        static func == (lhs: Row, rhs: Row) -> Bool {
            lhs.comparisons.increment()
            return lhs.number == rhs.number
        }
    }

    private let comparisons = Box(0)

    private func items(pages: Int, from first: Int = 0) -> PagedItems<Row> {
        var items = PagedItems<Row>()
        for page in 0..<pages {
            items.append((0..<10).map { Row(number: first + page * 10 + $0, comparisons: comparisons) })
        }
        return items
    }

    @Test func eachVisiblePartCounts() {
        let base = ViewState(items: PagedItems([1, 2]), append: .loading)
        let changes: [(inout ViewState<Int>) -> Void] = [
            { $0.items = PagedItems([1, 3]) }, { $0.refresh = .loading }, { $0.prepend = .idle },
            { $0.append = .failed(TestError.offline) }, { $0.change = .reload }, { $0.total = 2 },
            { $0.placeholdersBefore = 1 }, { $0.placeholdersAfter = 1 },
            { $0.storedAt = Date(timeIntervalSince1970: 0) }, { $0.scrollTarget = .jump(row: 1) },
            { $0.warning = .windowTooSmall(maxRows: 1, needed: 2) },
        ]
        #expect(base == base)
        for (index, change) in changes.enumerated() {
            var other = base
            change(&other)
            #expect(other != base, "change \(index)")
            #expect(other == other)
        }
    }

    @Test func stateOfAFeedEqualsOneThatATestMakes() {
        let source = ScriptedPages<Int>()
        let states = Log<ViewState<Int>>()
        let list = PassthroughSubject<ListSignal, Never>().paginate(threshold: 1, from: source)
            .sink { states.append($0) }
        source.answer(.last(0..<2))
        #expect(
            states.entries.last
                == ViewState(
                    items: PagedItems([0, 1]), append: .end, change: RowChange(inserted: [0..<2])))
        list.cancel()
    }

    @Test func copyIsComparedWithoutItsRows() {
        let items = items(pages: 1_000)
        #expect(ViewState(items: items) == ViewState(items: items))
        #expect(comparisons.value == 0)
    }

    @Test(arguments: [0, 5_000, 9_999])
    func onlyThePageThatChangedIsCompared(row: Int) {
        let items = items(pages: 1_000)
        var changed = items
        changed.replace(row: row, by: Row(number: row, comparisons: comparisons))
        #expect(items == changed)
        #expect((1...10).contains(comparisons.value))
        changed.replace(row: row, by: Row(number: -1, comparisons: comparisons))
        #expect(items != changed)
        #expect(comparisons.value <= 20)
    }

    @Test func listsOfOtherShapesAreComparedByRows() {
        let items = items(pages: 100)
        #expect(items == PagedItems(Array(items)))
        var other = self.items(pages: 99, from: 10)
        other.prepend((0..<10).map { Row(number: $0, comparisons: comparisons) })
        #expect(items == other)
        other.replace(row: 500, by: Row(number: -1, comparisons: comparisons))
        #expect(items != other)
    }

    @Test func equalStatesAreRemovedFromAStream() {
        let states = [
            ViewState(items: PagedItems([1])), ViewState(items: PagedItems([1])),
            ViewState(items: PagedItems([2])),
        ]
        #expect(states.publisher.removeDuplicates().probe().values.map { Array($0.items) } == [[1], [2]])
    }

    @Test func footersOfEqualErrorsAreEqual() {
        #expect(ListFooter.failed(TestError.offline) == .failed(TestError.offline))
        #expect(ListFooter.failed(TestError.offline) != .failed(TestError.boom))
        #expect(ListFooter.failed(TestError.offline) != .loading)
        #expect(
            Set([ListFooter.none, .none, .end, .failed(TestError.boom), .failed(TestError.boom)]).count == 3)
        #expect("\(ListFooter.failed(TestError.offline))" == "failed: \(TestError.offline)")
    }
}
