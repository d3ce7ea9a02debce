// Modified copies of a tree.
extension PageNode {
    /// This leaf with a page after the last; `nil` if it is full.
    @inlinable
    func appending(_ page: [Item]) -> PageNode? {
        guard case .pages(let pages) = children, pages.count < Self.capacity else { return nil }
        return PageNode(
            children: .pages(pages.appending(page)), ends: ends.appending(count + page.count))
    }

    /// This tree with a leaf after the last.
    ///
    /// - Returns: The modified node and, if it was full, a second one to follow it.
    @usableFromInline
    func appending(leaf: PageNode) -> (node: PageNode, sibling: PageNode?) {
        guard case .nodes(let nodes) = children else { return (self, leaf) }
        let (last, sibling) = nodes[nodes.count - 1].appending(leaf: leaf)
        guard let sibling else {
            return (
                PageNode(
                    children: .nodes(nodes.replacingLast(by: last)), ends: ends.addingToLast(leaf.count),
                    pageEnds: pageEnds.addingToLast(leaf.pageCount)),
                nil
            )
        }
        guard nodes.count < Self.capacity else { return (self, PageNode(sibling)) }
        return (
            PageNode(
                children: .nodes(nodes.appending(sibling)), ends: ends.appending(count + sibling.count),
                pageEnds: pageEnds.appending(pageCount + sibling.pageCount)),
            nil
        )
    }

    /// This tree with a page before the first.
    ///
    /// - Returns: The modified node and, if it was full, a second one to precede it.
    @inlinable
    func prepending(_ page: [Item]) -> (sibling: PageNode?, node: PageNode) {
        switch children {
        case .pages(let pages):
            guard pages.count < Self.capacity else { return (PageNode(page: page), self) }
            return (
                nil,
                PageNode(
                    children: .pages(pages.prepending(page)),
                    ends: ends.adding(page.count).prepending(page.count))
            )
        case .nodes(var nodes):
            let (sibling, first) = nodes[0].prepending(page)
            guard let sibling else {
                nodes[0] = first
                return (
                    nil,
                    PageNode(
                        children: .nodes(nodes), ends: ends.adding(page.count),
                        pageEnds: pageEnds.adding(1))
                )
            }
            guard nodes.count < Self.capacity else { return (PageNode(sibling), self) }
            return (
                nil,
                PageNode(
                    children: .nodes(nodes.prepending(sibling)),
                    ends: ends.adding(sibling.count).prepending(sibling.count),
                    pageEnds: pageEnds.adding(sibling.pageCount).prepending(sibling.pageCount))
            )
        }
    }

    /// This tree without its first page; `nil` if that was the only one.
    @inlinable
    func removingFirst() -> PageNode? {
        guard pageCount > 1 else { return nil }
        switch children {
        case .pages(let pages):
            return PageNode(
                children: .pages(ContiguousArray(pages.dropFirst())),
                ends: ContiguousArray(ends.dropFirst()).adding(-ends[0]))
        case .nodes(var nodes):
            guard let first = nodes[0].removingFirst() else {
                return PageNode(
                    children: .nodes(ContiguousArray(nodes.dropFirst())),
                    ends: ContiguousArray(ends.dropFirst()).adding(-ends[0]),
                    pageEnds: ContiguousArray(pageEnds.dropFirst()).adding(-pageEnds[0]))
            }
            let removed = nodes[0].count - first.count
            nodes[0] = first
            return PageNode(
                children: .nodes(nodes), ends: ends.adding(-removed), pageEnds: pageEnds.adding(-1))
        }
    }

    /// This tree without its last page; `nil` if that was the only one.
    @inlinable
    func removingLast() -> PageNode? {
        guard pageCount > 1 else { return nil }
        switch children {
        case .pages(let pages):
            return PageNode(
                children: .pages(ContiguousArray(pages.dropLast())), ends: ContiguousArray(ends.dropLast()))
        case .nodes(let nodes):
            let old = nodes[nodes.count - 1]
            guard let last = old.removingLast() else {
                return PageNode(
                    children: .nodes(ContiguousArray(nodes.dropLast())),
                    ends: ContiguousArray(ends.dropLast()), pageEnds: ContiguousArray(pageEnds.dropLast()))
            }
            return PageNode(
                children: .nodes(nodes.replacingLast(by: last)),
                ends: ends.addingToLast(last.count - old.count), pageEnds: pageEnds.addingToLast(-1))
        }
    }

    /// This tree with other rows in a page.
    ///
    /// - Parameters:
    ///   - index: The page, counted from the first of this node.
    ///   - start: The first row of this node in the list.
    ///   - edit: Changes the rows of the page.
    func editing(
        pageAt index: Int, startingAt start: Int, _ edit: (_ page: inout [Item], _ start: Int) -> Void
    ) -> PageNode {
        switch children {
        case .pages(var pages):
            let before = index > 0 ? ends[index - 1] : 0
            var page = pages[index]
            edit(&page, start + before)
            let growth = page.count - (ends[index] - before)
            pages[index] = page
            return PageNode(children: .pages(pages), ends: ends.adding(growth, from: index))
        case .nodes(var nodes):
            let (child, pagesBefore) = child(ofPage: index)
            let before = child > 0 ? ends[child - 1] : 0
            let changed = nodes[child].editing(
                pageAt: index - pagesBefore, startingAt: start + before, edit)
            nodes[child] = changed
            let growth = changed.count - (ends[child] - before)
            return PageNode(
                children: .nodes(nodes), ends: ends.adding(growth, from: child), pageEnds: pageEnds)
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
            return PageNode(children: .nodes(nodes), ends: ends, pageEnds: pageEnds)
        }
    }

    /// The lowest node that has all pages, so that no node has a single child.
    @inlinable
    var collapsed: PageNode {
        var node = self
        while case .nodes(let nodes) = node.children, nodes.count == 1 { node = nodes[0] }
        return node
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
    func prepending(_ element: Element) -> Self {
        var copy = Self()
        copy.reserveCapacity(count + 1)
        copy.append(element)
        copy.append(contentsOf: self)
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

    /// The same numbers with one added to each, or to those from an index on.
    @inlinable
    func adding(_ number: Int, from first: Int = 0) -> Self {
        if number == 0 { return self }
        var copy = self
        for index in first..<count { copy[index] += number }
        return copy
    }
}
