extension PagedItems: Equatable where Item: Equatable {
    /// Whether two lists have equal rows.
    ///
    /// - Complexity: O(*n*) for *n* rows. Pages that the lists share are not compared: if one list is a copy
    ///   of the other with one row or one page changed, only that page is.
    @inlinable
    public static func == (lhs: Self, rhs: Self) -> Bool {
        if lhs.count != rhs.count { return false }
        if lhs.isIdentical(to: rhs) { return true }
        guard let trunk = lhs.trunk, let otherTrunk = rhs.trunk, trunk.count == otherTrunk.count,
            let tail = lhs.tail, let otherTail = rhs.tail
        else { return lhs.elementsEqual(rhs) }
        return tail.hasSameItems(as: otherTail) && trunk.hasSameItems(as: otherTrunk)
    }
}

extension PageNode where Item: Equatable {
    /// Whether the items below two nodes are equal. Nodes and pages that they share are not compared.
    @inlinable
    func hasSameItems(as other: PageNode) -> Bool {
        if self === other { return true }
        guard count == other.count else { return false }
        if ends == other.ends {
            switch (children, other.children) {
            case (.pages(let pages), .pages(let others)):
                return pages == others
            case (.nodes(let nodes), .nodes(let others)):
                return zip(nodes, others).allSatisfy { $0.hasSameItems(as: $1) }
            default: break
            }
        }
        return (0..<count).allSatisfy { item(at: $0) == other.item(at: $0) }
    }
}
