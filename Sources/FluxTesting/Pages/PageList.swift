import PagingOperators

/// A list that is cut into pages, which are known by their numbers.
struct PageList<Item: Sendable>: Sendable {
    private let pages: [[Item]]
    /// The row of the list that each page begins with.
    private let firstRows: [Int]
    private let total: Int?

    init(_ pages: [[Item]], counts: TestCounts) {
        var row = 0
        var firstRows: [Int] = []
        for page in pages {
            firstRows.append(row)
            row += page.count
        }
        self.init(pages, firstRows: firstRows, count: row, counts: counts)
    }

    init(_ items: [Item], perPage: Int, overlap: Int, counts: TestCounts) {
        precondition(perPage > 0, "A page has at least one item.")
        precondition(overlap >= 0 && overlap < perPage, "A page repeats fewer items than a page has.")
        let starts = stride(from: 0, to: items.count, by: perPage)
        let firstRows = starts.map { max(0, $0 - overlap) }
        let pages = zip(firstRows, starts).map { Array(items[$0..<min($1 + perPage, items.count)]) }
        self.init(pages, firstRows: firstRows, count: items.count, counts: counts)
    }

    private init(_ pages: [[Item]], firstRows: [Int], count: Int, counts: TestCounts) {
        self.pages = pages
        self.firstRows = firstRows
        total =
            switch counts {
            case .none: nil
            case .exact: count
            case .total(let claimed): claimed
            }
    }

    /// A page; an empty one at the end of the list for a number beyond it.
    func page(_ number: Int) -> Page<Int, Item> {
        guard pages.indices.contains(number) else {
            return Page([], previous: pages.isEmpty ? nil : pages.count - 1, next: nil, total: total)
        }
        return Page(
            pages[number],
            previous: number > 0 ? number - 1 : nil,
            next: number + 1 < pages.count ? number + 1 : nil,
            total: total,
            itemsBefore: total == nil ? nil : firstRows[number])
    }

    /// The last page that begins at a row or before it, if the list counts rows and has it.
    func number(ofRow row: Int) -> Int? {
        guard total != nil else { return nil }
        return pages.indices.last { firstRows[$0] <= row && row < firstRows[$0] + pages[$0].count }
    }
}
