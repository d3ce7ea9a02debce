import PagingOperators

/// A list cut into pages, whose keys are their numbers.
struct PageList<Item: Sendable>: Sendable {
    private let pages: [[Item]]
    /// The row of the list at which each page starts.
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
        precondition(perPage > 0, "The page size must be at least 1.")
        precondition(overlap >= 0 && overlap < perPage, "The overlap must be less than the page size.")
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

    /// Returns a page; for a number beyond the end, an empty last page.
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

    /// Returns the last page that contains a row, or `nil` if the list has no counts or no such row.
    func number(ofRow row: Int) -> Int? {
        guard total != nil else { return nil }
        return pages.indices.last { firstRows[$0] <= row && row < firstRows[$0] + pages[$0].count }
    }
}
