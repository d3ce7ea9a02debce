/// A node of the tree that holds the pages of a list: immutable, so that lists share it.
///
/// The tree is a B+ tree with the pages as leaves, all at the same depth. It grows and shrinks at both ends;
/// changing a page copies the nodes from the root to it and shares all others. An empty page is a leaf like
/// any other.
@usableFromInline
final class PageNode<Item: Sendable>: Sendable {
    @usableFromInline
    enum Children: Sendable {
        case pages(ContiguousArray<[Item]>)
        case nodes(ContiguousArray<PageNode>)
    }

    /// The maximum number of children of a node.
    @inlinable
    static var capacity: Int { 32 }

    @usableFromInline let children: Children
    /// The number of rows up to the end of each child.
    @usableFromInline let ends: ContiguousArray<Int>
    /// The number of pages below this node.
    @usableFromInline let pageCount: Int

    /// The number of rows below this node.
    @inlinable
    var count: Int { ends.last ?? 0 }

    @inlinable
    init(children: Children, ends: ContiguousArray<Int>, pageCount: Int) {
        self.children = children
        self.ends = ends
        self.pageCount = pageCount
    }

    /// Makes the tree of a single page.
    @inlinable
    convenience init(page: [Item]) {
        self.init(children: .pages([page]), ends: [page.count], pageCount: 1)
    }

    /// Makes a root above one node, or above two of the same depth.
    @inlinable
    convenience init(_ left: PageNode, _ right: PageNode? = nil) {
        guard let right else {
            self.init(children: .nodes([left]), ends: [left.count], pageCount: left.pageCount)
            return
        }
        self.init(
            children: .nodes([left, right]), ends: [left.count, left.count + right.count],
            pageCount: left.pageCount + right.pageCount)
    }

    /// Finds the page that has a row.
    ///
    /// - Returns: The page and its first row.
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

    /// The item of a row.
    ///
    /// - Complexity: O(log *p*), the number of pages.
    @inlinable
    func item(at row: Int) -> Item {
        let index = index(of: row)
        let start = index > 0 ? ends[index - 1] : 0
        return switch children {
        case .pages(let pages): pages[index][row - start]
        case .nodes(let nodes): nodes[index].item(at: row - start)
        }
    }

    /// The child that has a row, counted from the first of this node.
    @inlinable
    func index(of row: Int) -> Int { ends.child(withRow: row) }
}

extension ContiguousArray<Int> {
    /// The first child that ends after a row; the elements are the numbers of rows up to the end of each
    /// child. The last one if none does.
    ///
    /// Children have about the same number of rows as a rule, so that the proportional one is tried first.
    ///
    /// - Complexity: O(log *n*), the number of children; O(1) if all have the same number of rows.
    @usableFromInline
    func child(withRow row: Int) -> Int {
        var low = 0
        var high = count - 1
        let rows = self[high]
        guard row < rows else { return high }
        let guess = row &* count / rows
        if self[guess] <= row {
            low = guess + 1
        } else if guess == 0 || self[guess - 1] <= row {
            return guess
        } else {
            high = guess - 1
        }
        while low < high {
            let middle = (low + high) / 2
            if self[middle] > row { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

extension PageNode {
    /// The page with a number, counted from the first, and its first row.
    ///
    /// - Complexity: O(log *p*), the number of pages.
    @inlinable
    func page(at index: Int) -> (page: [Item], start: Int) {
        var node = self
        var index = index
        var start = 0
        while true {
            switch node.children {
            case .pages(let pages):
                if index > 0 { start += node.ends[index - 1] }
                return (pages[index], start)
            case .nodes(let nodes):
                let (child, pagesBefore) = node.child(ofPage: index)
                if child > 0 { start += node.ends[child - 1] }
                index -= pagesBefore
                node = nodes[child]
            }
        }
    }

    /// The number of the page that has a row, counted from the first.
    @inlinable
    func pageIndex(ofRow row: Int) -> Int {
        var node = self
        var row = row
        var pagesBefore = 0
        while true {
            let index = node.index(of: row)
            guard case .nodes(let nodes) = node.children else { return pagesBefore + index }
            if index > 0 { row -= node.ends[index - 1] }
            for child in nodes[..<index] { pagesBefore += child.pageCount }
            node = nodes[index]
        }
    }

    /// The child that has a page, and the number of pages before that child.
    @inlinable
    func child(ofPage index: Int) -> (child: Int, pagesBefore: Int) {
        guard case .nodes(let nodes) = children else { return (index, index) }
        var pagesBefore = 0
        for child in nodes.indices {
            let end = pagesBefore + nodes[child].pageCount
            if index < end { return (child, pagesBefore) }
            pagesBefore = end
        }
        preconditionFailure("Page \(index) is out of range.")
    }
}
