/// Orders the positions of an array by their last use; every change is O(1).
///
/// A doubly linked list of positions. Not generic, so that it costs the same in every cache.
@usableFromInline
struct RecencyList: Sendable {
    /// The neighbours of a position. Small, because a hit changes four of them.
    @usableFromInline
    struct Link: Sendable {
        /// The next more recently used; ``unordered`` if the position is not in the order.
        @usableFromInline var newer: Int32
        /// The next less recently used, or the next free position.
        @usableFromInline var older: Int32

        @inlinable
        init(newer: Int32 = none, older: Int32 = none) {
            self.newer = newer
            self.older = older
        }
    }

    @inlinable static var none: Int32 { -1 }
    @inlinable static var unordered: Int32 { -2 }

    @usableFromInline var links: ContiguousArray<Link> = []
    private var free = none
    @usableFromInline var first = none
    @usableFromInline var last = none

    @usableFromInline
    init() {}

    var oldest: Int? { last < 0 ? nil : Int(last) }

    /// Adds a position: a free one, or the next at the end of the array.
    ///
    /// - Parameter isOrdered: Whether it is the most recently used, or is not in the order.
    mutating func add(isOrdered: Bool = true) -> Int {
        let position = free < 0 ? Int32(links.count) : free
        if free < 0 {
            links.append(Link())
        } else {
            free = links[Int(position)].older
        }
        isOrdered ? linkAsNewest(position) : setUnordered(position)
        return Int(position)
    }

    /// Takes a position out of the order, or puts it there again as the most recently used.
    mutating func setOrdered(_ isOrdered: Bool, _ position: Int) {
        if (links[position].newer != Self.unordered) == isOrdered { return }
        if isOrdered {
            linkAsNewest(Int32(position))
        } else {
            unlink(links[position])
            setUnordered(Int32(position))
        }
    }

    /// Removes a position, which is free then.
    mutating func remove(_ position: Int) {
        if links[position].newer != Self.unordered { unlink(links[position]) }
        links[position] = Link(older: free)
        free = Int32(position)
    }

    /// Marks a position as the most recently used, if it is in the order.
    @inlinable
    mutating func touch(_ position: Int) {
        let link = links[position]
        // The newest has no newer one.
        guard link.newer >= 0 else { return }
        unlink(link)
        linkAsNewest(Int32(position))
    }

    private mutating func setUnordered(_ position: Int32) {
        links[Int(position)] = Link(newer: Self.unordered)
    }

    @inlinable @inline(__always)
    mutating func unlink(_ link: Link) {
        if link.newer >= 0 { links[Int(link.newer)].older = link.older } else { first = link.older }
        if link.older >= 0 { links[Int(link.older)].newer = link.newer } else { last = link.newer }
    }

    @inlinable @inline(__always)
    mutating func linkAsNewest(_ position: Int32) {
        links[Int(position)] = Link(older: first)
        if first >= 0 { links[Int(first)].newer = position } else { last = position }
        first = position
    }
}
