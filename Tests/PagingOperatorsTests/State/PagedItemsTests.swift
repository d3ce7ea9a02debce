import SeededRandom
import TestSupport
import Testing

@testable import PagingOperators

struct PagedItemsTests {
    @Test func listWithoutPagesIsEmpty() {
        let items = PagedItems<Int>()
        #expect(items.isEmpty)
        #expect(items.first == nil)
        #expect(Array(items) == [])
    }

    @Test func emptyPagesAreNotKept() {
        var items = PagedItems<Int>([])
        #expect(items.isEmpty)
        items.append([])
        items.append([1])
        items.append([])
        items.append([2, 3])
        #expect(Array(items) == [1, 2, 3])
        #expect(items[1] == 2)
    }

    @Test func listsWithTheSameRowsAreEqualHoweverTheyArePaged() {
        var one = PagedItems([1, 2])
        one.append([3])
        var other = PagedItems([1])
        other.append([2, 3])
        #expect(one == other)
        other.replace(row: 0, by: 9)
        #expect(one != other)
        #expect(PagedItems([1]) != PagedItems([1, 2]))
    }

    @Test func earlierListsKeepTheirRows() {
        var items = PagedItems<Int>()
        var versions: [(items: PagedItems<Int>, rows: [Int])] = []
        for page in 0..<1100 {
            versions.append((items, Array(0..<page)))
            items.append([page])
        }
        let before = items
        items.replace(row: 500, by: -1)
        #expect(before[500] == 500)
        #expect(items[500] == -1)
        for version in versions { #expect(Array(version.items) == version.rows) }
    }

    @Test func childWithARowIsTheFirstThatEndsAfterIt() {
        Seeds.forEach(400) { random in
            var ends = ContiguousArray([random.number(below: 4)])
            for _ in 0..<random.number(below: 32) {
                ends.append(ends[ends.count - 1] + random.number(below: random.chance(10) ? 100 : 4))
            }
            for row in 0...ends[ends.count - 1] {
                let first = ends.firstIndex { $0 > row } ?? ends.count - 1
                #expect(ends.child(with: row) == first)
            }
        }
    }

    @Test func pagesAreSharedAndNotCopied() {
        let page = Array(0..<100)
        var items = PagedItems(page)
        for _ in 0..<50 { items.append([0]) }
        items.replace(row: 120, by: 5)
        let kept = items.page(containing: 0).page
        #expect(
            page.withUnsafeBufferPointer { $0.baseAddress } == kept.withUnsafeBufferPointer { $0.baseAddress }
        )
    }

    @Test func randomEditsMatchAnArray() {
        Seeds.forEach(60) { random in
            var items = PagedItems<Int>()
            var rows: [Int] = []
            for step in 0..<random.number(below: 400) {
                if rows.isEmpty || random.chance(70) {
                    let page = Array(repeating: step, count: random.number(below: 5))
                    items.append(page)
                    rows += page
                } else {
                    let row = random.number(below: rows.count)
                    items.replace(row: row, by: -step)
                    rows[row] = -step
                }
            }
            try compare(items, with: rows)
        }
    }

    private func compare(_ items: PagedItems<Int>, with rows: [Int]) throws {
        try Mismatch.unless(items.count == rows.count, "\(items.count) rows instead of \(rows.count)")
        try Mismatch.unless(items.elementsEqual(rows), "in order: \(items)")
        try Mismatch.unless(items.reversed().elementsEqual(rows.reversed()), "backwards: \(items)")
        for row in rows.indices {
            try Mismatch.unless(items[row] == rows[row], "row \(row): \(items[row])")
            try Mismatch.unless(items[row...].first == rows[row], "slice at \(row)")
        }
    }

    /// Nodes have up to 12 children: these counts are at and around the size at which each level is full.
    @Test(arguments: [1, 11, 12, 13, 143, 144, 145, 1727, 1728, 1729, 20_735, 20_736, 20_737, 40_000])
    func everyRowIsFoundAtEveryDepth(pages: Int) {
        var items = PagedItems<Int>()
        for page in 0..<pages { items.append([2 * page, 2 * page + 1]) }
        #expect(items.count == 2 * pages)
        #expect(items.elementsEqual(0..<2 * pages))
        let step = max(1, pages / 1000)
        let probes = Array(stride(from: 0, to: 2 * pages, by: step)) + [2 * pages - 1]
        #expect(probes.allSatisfy { items[$0] == $0 })
        items.replace(row: 2 * pages - 1, by: -1)
        items.replace(row: 0, by: -2)
        #expect(items.last == -1)
        #expect(items.first == -2)
        #expect(items.dropFirst().dropLast().elementsEqual(1..<2 * pages - 1))
    }

    @Test func iteratorsAreIndependent() {
        var items = PagedItems([0, 1])
        items.append([2])
        var one = items.makeIterator()
        var other = items.makeIterator()
        #expect(one.next() == 0)
        #expect(one.next() == 1)
        #expect(other.next() == 0)
        #expect(one.next() == 2)
        #expect(one.next() == nil)
        #expect(one.next() == nil)
        #expect(other.next() == 1)
    }

    @Test func indicesBehaveAsThoseOfAnArray() {
        var items = PagedItems([10, 11, 12])
        items.append([13, 14])
        #expect(items.indices == 0..<5)
        #expect(items.index(1, offsetBy: 3) == 4)
        #expect(items.index(3, offsetBy: 5, limitedBy: 5) == nil)
        #expect(items.distance(from: 4, to: 1) == -3)
        #expect(items.firstIndex(of: 13) == 3)
        #expect(items.description == "[10, 11, 12, 13, 14]")
    }

    @Test(.prompt) func rowsBeyondTheListTrap() async {
        await #expect(processExitsWith: .failure) { _ = PagedItems([1])[1] }
        await #expect(processExitsWith: .failure) { _ = PagedItems([1])[-1] }
        await #expect(processExitsWith: .failure) { _ = PagedItems<Int>()[0] }
    }
}
