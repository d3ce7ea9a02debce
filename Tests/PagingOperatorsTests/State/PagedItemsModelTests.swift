import PagingSimulation
import TestSupport
import Testing

@testable import PagingOperators

/// Compares a list of pages with an array of arrays after random changes of both.
struct PagedItemsModelTests {
    private struct Model {
        var items = PagedItems<Int>()
        var pages: [[Int]] = []
        private var next = 0

        var rows: [Int] { Array(pages.joined()) }

        mutating func makePage(_ random: inout SeededGenerator) -> [Int] {
            let count = random.chance(25) ? 0 : random.number(below: 6)
            defer { next += count }
            return Array(next..<next + count)
        }

        /// Changes both by pages; the pages stay the same on both sides.
        mutating func changePages(_ random: inout SeededGenerator, growing: Int) throws {
            switch random.number(below: 100) {
            case 0..<growing:
                let page = makePage(&random)
                items.append(page)
                pages.append(page)
            case growing..<growing * 2:
                let page = makePage(&random)
                items.prepend(page)
                pages.insert(page, at: 0)
            case _ where pages.isEmpty: break
            case growing * 2..<85:
                let isFirst = random.chance(50)
                let removed = isFirst ? items.removeFirstPage() : items.removeLastPage()
                let page = isFirst ? pages.removeFirst() : pages.removeLast()
                try Mismatch.unless(removed == page.count, "\(removed) rows removed, not \(page.count)")
            default:
                let index = random.number(below: pages.count)
                let page = makePage(&random)
                let (old, oldStart) = (pages[index], pages[..<index].reduce(0) { $0 + $1.count })
                var found: (page: [Int], start: Int) = ([], -1)
                items.editPage(at: index) { rows, start in
                    found = (rows, start)
                    rows = page
                }
                try Mismatch.unless(
                    found.page == old && found.start == oldStart, "page \(index) to edit: \(found)")
                pages[index] = page
            }
        }

        func check() throws {
            try items.checkTree()
            try Mismatch.unless(
                items.pageCount == pages.count, "\(items.pageCount) pages, not \(pages.count)")
            try Mismatch.unless(items.elementsEqual(rows), "\(items) is not \(rows)")
            var start = 0
            for (index, page) in pages.enumerated() {
                let found = items.page(at: index)
                try Mismatch.unless(found.page == page && found.start == start, "page \(index): \(found)")
                for row in start..<start + page.count {
                    try Mismatch.unless(items[row] == page[row - start], "row \(row): \(items[row])")
                    try Mismatch.unless(items.pageIndex(ofRow: row) == index, "row \(row) is not on \(index)")
                }
                start += page.count
            }
        }
    }

    /// Trees of one level and of two; each grows and shrinks at both ends.
    @Test(arguments: [(steps: 60, growing: 30), (steps: 300, growing: 38)])
    func changesByPagesMatchAnArray(steps: Int, growing: Int) {
        Seeds.forEach(steps < 100 ? 60 : 12) { random in
            var model = Model()
            for step in 0..<steps {
                try model.changePages(&random, growing: growing)
                if step % 20 == 19 { try model.check() }
            }
            try model.check()
            let kept = model
            while !model.pages.isEmpty { try model.changePages(&random, growing: 5) }
            try model.check()
            try kept.check()
        }
    }

    @Test func changesByRowsMatchAnArray() {
        Seeds.forEach(100) { random in
            var items = PagedItems<Int>()
            var rows: [Int] = []
            for step in 0..<60 {
                let count = random.number(below: 5)
                if rows.isEmpty || random.chance(60) {
                    let row =
                        random.chance(40)
                        ? [0, rows.count][random.number(below: 2)] : random.number(below: rows.count + 1)
                    let new = Array(repeating: step, count: count)
                    items.insert(new, at: row)
                    rows.insert(contentsOf: new, at: row)
                } else {
                    let start = random.number(below: rows.count + 1)
                    let range = start..<min(rows.count, start + (random.chance(20) ? 100 : count))
                    items.remove(range)
                    rows.removeSubrange(range)
                }
                try items.checkTree()
                try Mismatch.unless(items.elementsEqual(rows), "\(items) is not \(rows)")
                try Mismatch.unless(items.count == rows.count, "\(items.count) rows, not \(rows.count)")
            }
        }
    }

    @Test func rowsBeforeTrailingEmptyPagesAreRemoved() {
        var items = PagedItems([1, 2])
        items.append([3])
        items.append([])
        items.remove(2..<3)
        #expect(Array(items) == [1, 2])
        items.append([])
        items.remove(1..<2)
        #expect(Array(items) == [1])
    }

    @Test func thousandsOfPagesGrowAndShrinkAtBothEnds() throws {
        var items = PagedItems<Int>()
        for page in 0..<1100 {
            items.append([page])
            items.prepend([-page - 1])
        }
        try items.checkTree()
        #expect(items.elementsEqual(-1100..<1100))
        for _ in 0..<1090 {
            items.removeFirstPage()
            items.removeLastPage()
        }
        try items.checkTree()
        #expect(items.elementsEqual(-10..<10))
    }
}

extension PagedItems {
    /// Checks the invariants of a tree of pages.
    fileprivate func checkTree() throws {
        let rows = (trunk?.count ?? 0) + (tail?.count ?? 0)
        try Mismatch.unless(count == rows, "counts \(count) rows instead of \(rows)")
        if case .nodes(let nodes) = trunk?.children {
            try Mismatch.unless(!nodes.isEmpty, "an empty root")
        }
        if let trunk { _ = try trunk.checkedDepth() }
        if let tail { try Mismatch.unless(try tail.checkedDepth() == 0, "a tail that is not a leaf") }
    }
}

extension PageNode {
    /// The levels below this node; all pages are equally deep.
    fileprivate func checkedDepth() throws -> Int {
        var counts: [Int]
        var pageTotal: Int
        var depths: Set<Int> = [0]
        switch children {
        case .pages(let pages):
            counts = pages.map(\.count)
            pageTotal = pages.count
        case .nodes(let nodes):
            counts = nodes.map(\.count)
            pageTotal = nodes.reduce(0) { $0 + $1.pageCount }
            try Mismatch.unless(pageEnds.count == nodes.count, "\(nodes.count) children: \(pageEnds)")
            for (index, node) in nodes.enumerated() {
                let start = index > 0 ? pageEnds[index - 1] : 0
                try Mismatch.unless(pageEnds[index] == start + node.pageCount, "child \(index): \(pageEnds)")
            }
            depths = Set(try nodes.map { try $0.checkedDepth() + 1 })
        }
        try Mismatch.unless(!counts.isEmpty && counts.count <= Self.capacity, "\(counts.count) children")
        try Mismatch.unless(pageTotal == pageCount, "counts \(pageCount) pages instead of \(pageTotal)")
        var end = 0
        for (index, count) in counts.enumerated() {
            end += count
            try Mismatch.unless(ends[index] == end, "child \(index) ends at \(ends[index]), not \(end)")
        }
        try Mismatch.unless(depths.count == 1, "pages at different depths")
        return depths.first ?? 0
    }
}
