import PagingOperators

/// A server with pages of any size, some empty, some with rows of other pages. The key of a page is its
/// number.
package struct SimulatedServer: Sendable {
    /// The counts that it reports with a page.
    package enum Counting: Sendable, CaseIterable {
        case nothing, total, totalAndBefore, beforeAndAfter
    }

    /// The neighbors that a page names.
    package enum Links: Sendable {
        case both, next, previous
    }

    /// The identities of the rows, page by page.
    package var layout: [[Int]] {
        didSet { starts = Self.starts(of: layout) }
    }
    /// The numbers of rows before each page, and of all rows.
    private var starts: [Int]
    package var version = 0
    package let counting: Counting
    package let links: Links

    package init(layout: [[Int]], counting: Counting, links: Links) {
        self.layout = layout
        starts = Self.starts(of: layout)
        self.counting = counting
        self.links = links
    }

    private static func starts(of layout: [[Int]]) -> [Int] {
        var starts = [0]
        for page in layout { starts.append(starts[starts.count - 1] + page.count) }
        return starts
    }

    package var total: Int { starts[layout.count] }

    /// The identities that it has several times.
    var repeatedIDs: Set<Int> {
        var seen: Set<Int> = []
        return Set(layout.joined().filter { !seen.insert($0).inserted })
    }

    /// Returns the number of rows before a page.
    package func count(beforePage page: Int) -> Int { starts[min(page, layout.count)] }

    /// Returns the number of rows after a page.
    package func count(afterPage page: Int) -> Int { total - count(beforePage: page + 1) }

    /// Returns the page of a request; without a key, the first one.
    package func page(_ key: Int?) -> Page<Int, SimulatedRow> {
        let number = key ?? 0
        // The list may have become shorter since the key was handed out.
        let ids = number < layout.count ? layout[number] : []
        var page = Page<Int, SimulatedRow>(
            ids.map { SimulatedRow(id: $0, version: version) },
            previous: links != .next && number > 0 ? number - 1 : nil,
            next: links != .previous && number + 1 < layout.count ? number + 1 : nil)
        switch counting {
        case .nothing: break
        case .total: page.total = total
        case .totalAndBefore:
            page.total = total
            page.itemsBefore = count(beforePage: number)
        case .beforeAndAfter:
            page.itemsBefore = count(beforePage: number)
            page.itemsAfter = count(afterPage: number)
        }
        return page
    }

    /// Returns the key of the page with a row, or of the last page.
    package func key(forRow row: Int) -> Int {
        layout.indices.first { count(beforePage: $0 + 1) > row } ?? layout.count - 1
    }
}
