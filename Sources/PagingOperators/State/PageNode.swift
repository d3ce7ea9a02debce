/// A node of the tree that holds the pages of a list: immutable, so that lists share it.
///
/// The tree is a B+ tree with the pages as leaves, all at the same depth. Changing a page copies the nodes from
/// the root to it and shares all others.
@usableFromInline
final class PageNode<Item: Sendable>: Sendable {
    @usableFromInline
    enum Children: Sendable {
        case pages(ContiguousArray<[Item]>)
        case nodes(ContiguousArray<PageNode>)
    }

    /// How many children a node has at most.
    @inlinable
    static var capacity: Int { 32 }

    @usableFromInline let children: Children
    /// The number of rows up to the end of each child.
    @usableFromInline let ends: ContiguousArray<Int>

    /// How many rows there are below this node.
    @inlinable
    var count: Int { ends.last ?? 0 }

    @inlinable
    init(children: Children, ends: ContiguousArray<Int>) {
        self.children = children
        self.ends = ends
    }

    /// Makes the tree of a single page.
    @inlinable
    convenience init(page: [Item]) {
        self.init(children: .pages([page]), ends: [page.count])
    }

    /// Makes a root above two nodes of the same depth.
    @inlinable
    convenience init(_ left: PageNode, _ right: PageNode) {
        self.init(children: .nodes([left, right]), ends: [left.count, left.count + right.count])
    }

    /// Finds the page that has a row.
    ///
    /// - Returns: The page and the row it begins with.
    /// - Complexity: O(log *p*), the number of pages.
    @inlinable
    func page(containing row: Int) -> (page: [Item], start: Int) {
        var node = self
        var start = 0
        while true {
            let index = node.index(of: row - start)
            let before = start
            if index > 0 { start += node.ends[index - 1] }
            switch node.children {
            case .pages(let pages): return (pages[index], start)
            case .nodes(let nodes): node = nodes[index]
            }
            assert(row >= before)
        }
    }

    /// The child that has a row, counted from the beginning of this node.
    @inlinable
    func index(of row: Int) -> Int {
        var low = 0
        var high = ends.count - 1
        while low < high {
            let middle = (low + high) / 2
            if ends[middle] > row { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

// Changed copies.
extension PageNode {
    /// This tree with a page after the last.
    ///
    /// - Returns: The changed node and, if that has no room, a second one to stand beside it.
    @inlinable
    func appending(_ page: [Item]) -> (node: PageNode, sibling: PageNode?) {
        switch children {
        case .pages(let pages):
            guard pages.count < Self.capacity else { return (self, PageNode(page: page)) }
            return (
                PageNode(children: .pages(pages.appending(page)), ends: ends.appending(count + page.count)),
                nil
            )
        case .nodes(let nodes):
            let (last, sibling) = nodes[nodes.count - 1].appending(page)
            guard let sibling else {
                return (
                    PageNode(
                        children: .nodes(nodes.replacingLast(by: last)), ends: ends.addingToLast(page.count)),
                    nil
                )
            }
            guard nodes.count < Self.capacity else {
                return (self, PageNode(children: .nodes([sibling]), ends: [sibling.count]))
            }
            return (
                PageNode(
                    children: .nodes(nodes.appending(sibling)), ends: ends.appending(count + sibling.count)),
                nil
            )
        }
    }

    /// This tree with another item in a row.
    @inlinable
    func replacing(row: Int, by item: Item) -> PageNode {
        let index = index(of: row)
        let start = index > 0 ? ends[index - 1] : 0
        switch children {
        case .pages(var pages):
            pages[index][row - start] = item
            return PageNode(children: .pages(pages), ends: ends)
        case .nodes(var nodes):
            nodes[index] = nodes[index].replacing(row: row - start, by: item)
            return PageNode(children: .nodes(nodes), ends: ends)
        }
    }
}

extension ContiguousArray {
    @inlinable
    func appending(_ element: Element) -> Self {
        var copy = Self()
        copy.reserveCapacity(count + 1)
        copy.append(contentsOf: self)
        copy.append(element)
        return copy
    }

    @inlinable
    func replacingLast(by element: Element) -> Self {
        var copy = self
        copy[count - 1] = element
        return copy
    }
}

extension ContiguousArray<Int> {
    @inlinable
    func addingToLast(_ number: Int) -> Self {
        replacingLast(by: self[count - 1] + number)
    }
}
