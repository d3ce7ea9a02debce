/// Which pages of a source have a row.
///
/// Almost every row is on one page. One that is on several, because the list changed while it was paged, costs more.
struct PageIndex<Identity: Hashable & Sendable>: Sendable {
    /// A page of each row.
    var pages: [Identity: Int] = [:]
    /// The other pages of the rows that are on several.
    var otherPages: [Identity: Set<Int>] = [:]

    init() {}

    func contains(_ id: Identity) -> Bool { pages[id] != nil }

    /// The pages that have a row, in no order.
    subscript(id: Identity) -> [Int] {
        guard let page = pages[id] else { return [] }
        if otherPages.isEmpty { return [page] }
        return [page] + (otherPages[id] ?? [])
    }

    /// Takes note that a page has a row.
    ///
    /// - Complexity: O(1) on average.
    mutating func insert(_ id: Identity, page: Int) {
        guard let other = pages.updateValue(page, forKey: id), other != page else { return }
        otherPages[id, default: []].insert(other)
        otherPages[id]?.remove(page)
    }

    /// Takes note that a page does not have a row any more.
    mutating func remove(_ id: Identity, page: Int) {
        if pages[id] == page { pages[id] = otherPages[id]?.popFirst() } else { otherPages[id]?.remove(page) }
        if otherPages[id]?.isEmpty == true { otherPages[id] = nil }
    }
}
