/// Orders the positions of an array by their last use; every change is O(1).
///
/// A doubly linked list of positions. Not generic, so that it costs the same in every cache.
@usableFromInline
struct RecencyList: Sendable {
    private struct Link: Sendable {
        /// The next more recently used.
        var newer: Int?
        /// The next less recently used, or the next free position.
        var older: Int?
        /// Whether the position is in the order.
        var isOrdered = true
    }

    private var links: ContiguousArray<Link> = []
    private var free: Int?
    private(set) var newest: Int?
    private(set) var oldest: Int?

    /// The positions, the most recently used first.
    ///
    /// - Complexity: O(*n*).
    var positions: [Int] {
        newest.map { Array(sequence(first: $0) { links[$0].older }) } ?? []
    }

    /// The number of positions, in use or free.
    var capacity: Int { links.count }

    /// Adds a position: a free one, or the next at the end of the array.
    ///
    /// - Parameter isOrdered: Whether it is the most recently used, or is not in the order.
    mutating func add(isOrdered: Bool = true) -> Int {
        let position = free ?? links.count
        if position == links.count {
            links.append(Link())
        } else {
            free = links[position].older
        }
        if isOrdered { linkAsNewest(position) } else { links[position] = Link(isOrdered: false) }
        return position
    }

    /// Takes a position out of the order, or puts it there again as the most recently used.
    mutating func setOrdered(_ isOrdered: Bool, _ position: Int) {
        if links[position].isOrdered == isOrdered { return }
        if isOrdered {
            linkAsNewest(position)
        } else {
            unlink(position)
            links[position] = Link(isOrdered: false)
        }
    }

    /// Removes a position, which is free then.
    mutating func remove(_ position: Int) {
        if links[position].isOrdered { unlink(position) }
        links[position].older = free
        free = position
    }

    /// Marks a position as the most recently used, if it is in the order.
    @usableFromInline
    mutating func touch(_ position: Int) {
        guard position != newest, links[position].isOrdered else { return }
        unlink(position)
        linkAsNewest(position)
    }

    private mutating func unlink(_ position: Int) {
        let link = links[position]
        if let newer = link.newer { links[newer].older = link.older } else { newest = link.older }
        if let older = link.older { links[older].newer = link.newer } else { oldest = link.newer }
    }

    private mutating func linkAsNewest(_ position: Int) {
        links[position] = Link(newer: nil, older: newest)
        if let newest { links[newest].newer = position } else { oldest = position }
        newest = position
    }
}
