/// All rows shown so far, in the order of the list, each once, including rows removed since.
///
/// The visible rows overlap or adjoin those before. New rows stand before or after them.
struct SeenRows<ID: Hashable & Sendable> {
    /// The rows before the first one shown, the nearest first.
    private var before: [ID] = []
    private var after: [ID] = []
    private var known: Set<ID> = []

    /// All rows, in the order of the list.
    var ids: [ID] { before.reversed() + after }

    /// Adds the visible rows.
    ///
    /// - Parameters:
    ///   - ids: The visible rows, in the order of the list.
    ///   - heading: The direction of scrolling, for the case that all visible rows are new.
    /// - Complexity: O(*n*), the number of visible rows.
    mutating func note(_ ids: [ID], heading: Viewport.Heading) {
        let firstKnown = ids.firstIndex(where: known.contains) ?? (heading == .down ? 0 : ids.count)
        for id in ids[..<firstKnown].reversed() where known.insert(id).inserted { before.append(id) }
        for id in ids[firstKnown...] where known.insert(id).inserted { after.append(id) }
    }
}
