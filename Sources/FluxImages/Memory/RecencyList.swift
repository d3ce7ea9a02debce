/// Orders the positions of an array, from 1, by their last use; every change is O(1).
///
/// A ring of positions. Not generic, so that it costs the same in every cache.
@usableFromInline
struct RecencyList: Sendable {
    /// The neighbors of a position in the ring, which is its own if it is not in the order. Small, because a
    /// hit changes five of them.
    @usableFromInline
    struct Link: Sendable {
        /// The next more recently used.
        @usableFromInline var newer: Int32
        /// The next less recently used, or the next free position.
        @usableFromInline var older: Int32

        @inlinable
        init(newer: Int32, older: Int32) {
            self.newer = newer
            self.older = older
        }
    }

    /// The first is that of no position: it closes the ring, between the newest and the oldest.
    @usableFromInline var links: ContiguousArray<Link> = [Link(newer: 0, older: 0)]
    /// The first free position; 0 if there is none.
    private var free: Int32 = 0

    var oldest: Int? { links[0].newer == 0 ? nil : Int(links[0].newer) }

    /// The positions in the order, the oldest first.
    ///
    /// - Complexity: O(1) for each of them, however many are free.
    var fromOldest: some Sequence<Int> {
        sequence(state: 0) { [links] position in
            position = Int(links[position].newer)
            return position == 0 ? nil : position
        }
    }

    /// Adds a position, which is not in the order: a free one, or the next at the end of the array.
    mutating func add() -> Int {
        let position = free == 0 ? Int32(links.count) : free
        if free == 0 {
            links.append(Link(newer: position, older: position))
        } else {
            free = links[Int(position)].older
            links[Int(position)].older = position
        }
        return Int(position)
    }

    /// Removes a position, which is free then.
    mutating func remove(_ position: Int) {
        takeOut(position)
        links[position].older = free
        free = Int32(position)
    }

    /// Takes a position out of the order, if it is there.
    mutating func takeOut(_ position: Int) {
        unlink(links[position])
        links[position] = Link(newer: Int32(position), older: Int32(position))
    }

    /// Marks a position as the most recently used, if it is in the order.
    @inlinable
    mutating func touch(_ position: Int) {
        let newer = Int(links[position].newer)
        if newer != 0, newer != position { makeNewest(position) }
    }

    /// Marks a position as the most recently used, and puts it into the order if it is not there.
    @inlinable @inline(__always)
    mutating func makeNewest(_ position: Int) {
        unlink(links[position])
        let newest = links[0].older
        links[position] = Link(newer: 0, older: newest)
        links[Int(newest)].newer = Int32(position)
        links[0].older = Int32(position)
    }

    @inlinable @inline(__always)
    mutating func unlink(_ link: Link) {
        links[Int(link.newer)].older = link.older
        links[Int(link.older)].newer = link.newer
    }
}
