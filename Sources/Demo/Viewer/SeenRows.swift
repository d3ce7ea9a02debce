/// All rows that somebody has seen, in the order of the list, each once: also those that have left it.
///
/// What is in view overlaps or adjoins what was before. Rows that were not seen yet stand before those, or after them.
struct SeenRows<ID: Hashable & Sendable> {
    /// Those before the first one that was seen, the nearest first.
    private var before: [ID] = []
    private var after: [ID] = []
    private var known: Set<ID> = []

    /// All of them, in the order of the list.
    var ids: [ID] { before.reversed() + after }

    /// Takes the rows in view.
    ///
    /// - Parameters:
    ///   - ids: The rows, in the order of the list.
    ///   - heading: Where somebody is going who sees nothing but new rows.
    /// - Complexity: O(*n*), the number of rows in view.
    mutating func note(_ ids: [ID], heading: Viewport.Heading) {
        let firstKnown = ids.firstIndex(where: known.contains) ?? (heading == .down ? 0 : ids.count)
        for id in ids[..<firstKnown].reversed() where known.insert(id).inserted { before.append(id) }
        for id in ids[firstKnown...] where known.insert(id).inserted { after.append(id) }
    }
}
