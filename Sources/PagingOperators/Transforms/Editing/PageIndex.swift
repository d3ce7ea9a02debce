/// Finds the pages of a source that have a row.
///
/// Almost every row is on one page. Rows on several pages, because the list changed while it was loaded, cost
/// more.
@usableFromInline
struct PageIndex<Identity: Hashable & Sendable>: Sendable {
    /// One page of each row.
    @usableFromInline var pages: [Identity: Int] = [:]
    /// The other pages of the rows that are on several.
    @usableFromInline var otherPages: [Identity: Set<Int>] = [:]
    /// How often a page may have the same row: once, until a page has one twice; then any number of times.
    @usableFromInline var maxCopies = 1

    init() {}

    func contains(_ id: Identity) -> Bool { pages[id] != nil }

    /// The pages that have a row, in no particular order.
    subscript(id: Identity) -> [Int] {
        guard let page = pages[id] else { return [] }
        if otherPages.isEmpty { return [page] }
        return [page] + (otherPages[id] ?? [])
    }

    /// The page that has a row, if no other one has it.
    func onlyPage(of id: Identity) -> Int? {
        otherPages.isEmpty || otherPages[id] == nil ? pages[id] : nil
    }

    /// Records that a page has a row.
    ///
    /// - Returns: Whether the page is the one that was recorded last for the row.
    /// - Complexity: O(1) on average.
    @inlinable
    @discardableResult
    mutating func insert(_ id: Identity, page: Int) -> Bool {
        guard let other = pages.updateValue(page, forKey: id) else { return false }
        if other == page { return true }
        otherPages[id, default: []].insert(other)
        otherPages[id]?.remove(page)
        return false
    }

    /// Records that a page no longer has a row.
    @inlinable
    mutating func remove(_ id: Identity, page: Int) {
        if pages[id] == page { pages[id] = otherPages[id]?.popFirst() } else { otherPages[id]?.remove(page) }
        if otherPages[id]?.isEmpty == true { otherPages[id] = nil }
    }
}
