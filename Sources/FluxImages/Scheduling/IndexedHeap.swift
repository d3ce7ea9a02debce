/// An object that is an element of at most one heap.
protocol HeapElement: AnyObject, Sendable {
    /// The index in the heap, which sets it; `nil` if the object is in none.
    var heapIndex: Int? { get set }
}

/// A priority queue whose elements can be moved and removed while they wait.
///
/// A binary heap. Each element holds its index, by which it is found without hashing. All changes take
/// O(log *n*).
struct IndexedHeap<Element: HeapElement, Rank: Comparable & Sendable>: Sendable {
    private struct Node: Sendable {
        let rank: Rank
        let element: Element
    }

    /// The node at *i* does not come after those at 2*i* + 1 and 2*i* + 2.
    private var nodes: ContiguousArray<Node> = []

    /// The lowest rank.
    var firstRank: Rank? { nodes.first?.rank }

    /// The element with the lowest rank.
    var first: Element? { nodes.first?.element }

    /// Adds, moves or removes an element.
    ///
    /// - Parameter rank: Its new rank; `nil` if it is not to be in the heap.
    mutating func update(_ element: Element, rank: Rank?) {
        switch (element.heapIndex, rank) {
        case (nil, nil): break
        case (nil, let rank?):
            nodes.append(Node(rank: rank, element: element))
            siftUp(from: nodes.count - 1)
        case (let index?, let rank?):
            replace(at: index, by: Node(rank: rank, element: element))
        case (let index?, nil):
            element.heapIndex = nil
            let last = nodes.removeLast()
            if index < nodes.count { replace(at: index, by: last) }
        }
    }

    private mutating func replace(at index: Int, by node: Node) {
        let old = nodes[index].rank
        place(node, at: index)
        if node.rank < old { siftUp(from: index) } else { siftDown(from: index) }
    }

    private mutating func place(_ node: Node, at index: Int) {
        nodes[index] = node
        node.element.heapIndex = index
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
