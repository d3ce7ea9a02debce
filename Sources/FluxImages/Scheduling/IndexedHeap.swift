/// A priority queue whose elements can be moved and removed while they wait.
///
/// A binary heap. Each element has a slot for as long as it is in the heap, by which it is found without
/// hashing. A pure value; all changes take O(log *n*).
struct IndexedHeap<Element: Sendable, Rank: Comparable & Sendable>: Sendable {
    private struct Node: Sendable {
        let rank: Rank
        let slot: Int
        let element: Element
    }

    /// The node at *i* does not come after those at 2*i* + 1 and 2*i* + 2.
    private var nodes: ContiguousArray<Node> = []
    /// The index of each slot's node; that of a free slot is the next free one, or -1.
    private var indices: ContiguousArray<Int> = []
    private var firstFree = -1

    /// The lowest rank.
    var firstRank: Rank? { nodes.first?.rank }

    /// The element with the lowest rank.
    var first: Element? { nodes.first?.element }

    /// Adds, moves or removes an element.
    ///
    /// - Parameters:
    ///   - element: The element.
    ///   - slot: Its slot; `nil` if it is not in the heap.
    ///   - rank: Its new rank; `nil` if it is to be removed.
    /// - Returns: Its slot; `nil` if it is not in the heap any more.
    mutating func update(_ element: Element, in slot: Int?, rank: Rank?) -> Int? {
        guard let rank else {
            if let slot { remove(slot) }
            return nil
        }
        guard let slot else { return insert(element, rank: rank) }
        replace(at: indices[slot], by: Node(rank: rank, slot: slot, element: element))
        return slot
    }

    private mutating func insert(_ element: Element, rank: Rank) -> Int {
        let slot = firstFree < 0 ? indices.count : firstFree
        if firstFree < 0 { indices.append(-1) } else { firstFree = indices[slot] }
        indices[slot] = nodes.count
        nodes.append(Node(rank: rank, slot: slot, element: element))
        siftUp(from: nodes.count - 1)
        return slot
    }

    private mutating func replace(at index: Int, by node: Node) {
        let old = nodes[index].rank
        place(node, at: index)
        if node.rank < old { siftUp(from: index) } else { siftDown(from: index) }
    }

    /// Removes the element in a slot, which is free then.
    mutating func remove(_ slot: Int) {
        let index = indices[slot]
        let last = nodes.removeLast()
        if index < nodes.count { replace(at: index, by: last) }
        indices[slot] = firstFree
        firstFree = slot
    }

    private mutating func place(_ node: Node, at index: Int) {
        nodes[index] = node
        indices[node.slot] = index
    }

    private mutating func siftUp(from start: Int) {
        let node = nodes[start]
        var index = start
        while index > 0 {
            let parent = (index - 1) / 2
            guard node.rank < nodes[parent].rank else { break }
            place(nodes[parent], at: index)
            index = parent
        }
        place(node, at: index)
    }

    private mutating func siftDown(from start: Int) {
        let node = nodes[start]
        var index = start
        while true {
            var child = 2 * index + 1
            guard child < nodes.count else { break }
            if child + 1 < nodes.count, nodes[child + 1].rank < nodes[child].rank { child += 1 }
            guard nodes[child].rank < node.rank else { break }
            place(nodes[child], at: index)
            index = child
        }
        place(node, at: index)
    }
}
