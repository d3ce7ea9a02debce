/// Items that a source has inserted, in the order of their arrival.
@usableFromInline
struct Arrivals<Item: Sendable>: Sendable {
    /// The items that are not in the list: they wait for a page that may have them as well.
    @usableFromInline var pending = Edges<[Item]>(start: [], end: [])
    /// The items that were inserted since the rebuild began, which the next generation may lack.
    @usableFromInline var sinceRebuild = Edges<[Item]>(start: [], end: [])

    /// The number of pending items that the total of a page has counted already: the first ones.
    private var counted = Edges(start: 0, end: 0)

    /// Whether items are not in the list.
    var isPending: Bool { !pending.start.isEmpty || !pending.end.isEmpty }

    /// Removes the pending items at an edge.
    ///
    /// - Returns: The items, and how many of them the list's total includes.
    mutating func takePending(_ edge: Edge) -> (items: [Item], counted: Int) {
        defer { (pending[edge], counted[edge]) = ([], 0) }
        return (pending[edge], min(counted[edge], pending[edge].count))
    }

    /// Records that a page has stated the total.
    mutating func noteTotal(ofPageAt edge: Edge) {
        counted[edge] = 0
        counted[edge.opposite] = pending[edge.opposite].count
    }

    /// Makes those since the rebuild began pending, because a stored list is shown that was saved before they
    /// came.
    ///
    /// - Parameter pages: The items of its pages, of which a store may have had some already.
    mutating func awaitPlaces(beside pages: [[Item]]) {
        pending = sinceRebuild
        for edge in Edge.allCases {
            for page in pages { removePending(edge, foundOn: page) }
        }
    }

    /// Removes those of a new generation that one of its pages has, and those that arrived before them, which
    /// are on the pages beside it.
    @usableFromInline
    mutating func removeSinceRebuild(foundOn page: [Item]) {
        for edge in Edge.allCases { Self.remove(from: &sinceRebuild[edge], foundOn: page) }
    }

    /// Removes those that the page beyond an edge has, and those that arrived before them.
    @usableFromInline
    mutating func removePending(_ edge: Edge, foundOn page: [Item]) {
        let count = pending[edge].count
        Self.remove(from: &pending[edge], foundOn: page)
        counted[edge] = max(0, counted[edge] - (count - pending[edge].count))
    }

    /// Compares items that are `Identifiable`. Of others, `dedupe` hides those that are in the list twice.
    private static func remove(from arrivals: inout [Item], foundOn page: [Item]) {
        func lastIndex<Row: Identifiable>(_: Row.Type) -> Int? {
            guard let arrivals = arrivals as? [Row], let page = page as? [Row] else { return nil }
            let ids = Set(page.map(\.id))
            return arrivals.lastIndex { ids.contains($0.id) }
        }
        guard !arrivals.isEmpty, let type = Item.self as? any Identifiable.Type else { return }
        if let last = lastIndex(type) { arrivals.removeFirst(last + 1) }
    }
}
