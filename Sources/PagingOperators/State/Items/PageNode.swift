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
    ///
    /// A change of a row copies the nodes above it, each with as many references: about twelve are the least
    /// work for lists of any length.
    @inlinable
    static var capacity: Int { 12 }

    @usableFromInline let children: Children
    /// The number of rows up to the end of each child.
    @usableFromInline let ends: ContiguousArray<Int>
    /// The number of pages up to the end of each child; empty where the children are pages.
    @usableFromInline let pageEnds: ContiguousArray<Int>
    /// The number of pages below this node.
    @usableFromInline let pageCount: Int

    /// The number of rows below this node.
    @inlinable
    var count: Int { ends.last ?? 0 }

    @inlinable
    init(children: Children, ends: ContiguousArray<Int>, pageEnds: ContiguousArray<Int> = []) {
        self.children = children
        self.ends = ends
        self.pageEnds = pageEnds
        pageCount = pageEnds.last ?? ends.count
    }

    /// Makes the tree of a single page.
    @inlinable
    convenience init(page: [Item]) {
        self.init(children: .pages([page]), ends: [page.count])
    }

    /// Makes a root above one node, or above two of the same depth.
    @inlinable
    convenience init(_ left: PageNode, _ right: PageNode? = nil) {
        guard let right else {
            self.init(children: .nodes([left]), ends: [left.count], pageEnds: [left.pageCount])
            return
        }
        self.init(
            children: .nodes([left, right]), ends: [left.count, left.count + right.count],
            pageEnds: [left.pageCount, left.pageCount + right.pageCount])
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
        // This node holds the child meanwhile.
        case .nodes(let nodes):
            Unmanaged.passUnretained(nodes[index])._withUnsafeGuaranteedRef { $0.item(at: row - start) }
        }
    }

    /// The child that has a row, counted from the first of this node.
    @inlinable
    func index(of row: Int) -> Int { ends.child(with: row) }
}

extension ContiguousArray<Int> {
    /// The first child that ends after a row, or after a page; the elements are the numbers of rows, or of
    /// pages, up to the end of each child. The last one if none does.
    ///
    /// Children have about the same number of them as a rule, so that the proportional one is tried first.
    ///
    /// - Complexity: O(log *n*), the number of children; O(1) if all have the same number of them.
    @usableFromInline
    func child(with number: Int) -> Int {
        var low = 0
        var high = count - 1
        let total = self[high]
        guard number < total else { return high }
        let guess = number &* count / total
        if self[guess] <= number {
            low = guess + 1
        } else if guess == 0 || self[guess - 1] <= number {
            return guess
        } else {
            high = guess - 1
        }
        while low < high {
            let middle = (low + high) / 2
            if self[middle] > number { high = middle } else { low = middle + 1 }
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
        switch children {
        case .pages(let pages):
            return (pages[index], index > 0 ? ends[index - 1] : 0)
        case .nodes(let nodes):
            let (child, pagesBefore) = child(ofPage: index)
            let (page, start) = nodes[child].page(at: index - pagesBefore)
            return (page, child > 0 ? ends[child - 1] + start : start)
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
            if index > 0 {
                row -= node.ends[index - 1]
                pagesBefore += node.pageEnds[index - 1]
            }
            node = nodes[index]
        }
    }

    /// The child that has a page, and the number of pages before that child. Not where children are pages.
    @inlinable
    func child(ofPage index: Int) -> (child: Int, pagesBefore: Int) {
        let child = pageEnds.child(with: index)
        return (child, child > 0 ? pageEnds[child - 1] : 0)
    }
}
