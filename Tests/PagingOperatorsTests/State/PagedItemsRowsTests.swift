import TestSupport
import Testing

@testable import PagingOperators

struct PagedItemsRowsTests {
    @Test func randomRowsInsertedRemovedAndReplacedMatchAnArray() {
        Seeds.forEach(200) { random in
            var items = PagedItems<Int>()
            var rows: [Int] = []
            for step in 0..<40 {
                let first = random.number(below: rows.count + 1)
                let range = first..<min(rows.count, first + random.number(below: 12))
                switch random.number(below: 4) {
                case 0 where !range.isEmpty:
                    items.remove(range)
                    rows.removeSubrange(range)
                case 1 where !range.isEmpty:
                    items.replace(range, by: range.map { _ in step })
                    rows.replaceSubrange(range, with: range.map { _ in step })
                default:
                    let row = random.chance(50) ? (random.chance(50) ? 0 : rows.count) : first
                    let pages = (0..<random.number(below: 3)).map { page in
                        (0..<random.number(below: 5)).map { 1000 * step + 100 * page + $0 }
                    }
                    items.insert(pages: pages, at: row)
                    rows.insert(contentsOf: pages.joined(), at: row)
                }
                try Mismatch.unless(Array(items) == rows, "\(items) instead of \(rows)")
                try Mismatch.unless(items.count == rows.count, "counts \(items.count)")
                guard !rows.isEmpty else { continue }
                let some = random.number(below: rows.count)..<rows.count
                try Mismatch.unless(
                    items.pages(of: some).joined().elementsEqual(rows[some]), "pages of \(some)")
            }
        }
    }

    /// The empty page used to be removed instead.
    @Test func lastRowsBeforeAnEmptyPageAreRemoved() {
        var items = PagedItems([0])
        items.append([1, 2])
        items.append([])
        items.remove(1..<3)
        #expect(items.elementsEqual([0]))
    }

    @Test func pagesInsertedAtTheEndsStayPages() {
        var items = PagedItems([4])
        items.insert(pages: [[5], [6, 7]], at: 1)
        items.insert(pages: [[0, 1], [2, 3]], at: 0)
        #expect(items.elementsEqual(0..<8))
        #expect(items.pageCount == 5)
        #expect(items.pages(of: 1..<7).map(Array.init) == [[1], [2, 3], [4], [5], [6]])
    }
}
