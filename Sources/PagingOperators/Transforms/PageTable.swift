/// A table of the pages of a list, by page number, that grows and shrinks at both ends.
///
/// It is a ring buffer in which the slot of a page is given by the low bits of its number, so that both ends
/// cost O(1).
@usableFromInline
struct PageTable<Element> {
    @usableFromInline var slots: ContiguousArray<Element?>

    /// The number of slots, a power of two, less one. Stored, because transforms are not specialized, and to
    /// ask a generic array for its count there costs more than the rest of an access.
    @usableFromInline var mask = 0

    /// The numbers of the pages.
    @usableFromInline var pages = 0..<0

    /// Makes a table without pages.
    @inlinable
    init() {
        slots = [nil]
    }

    @inlinable
    var isEmpty: Bool { pages.isEmpty }

    /// The number of the page at an edge.
    @inlinable
    func page(at edge: Edge) -> Int { edge == .start ? pages.lowerBound : pages.upperBound - 1 }

    @inlinable
    var first: Element? { pages.isEmpty ? nil : self[pages.lowerBound] }

    @inlinable
    var last: Element? { pages.isEmpty ? nil : self[pages.upperBound - 1] }

    /// The element of a page.
    ///
    /// - Complexity: O(1).
    @inlinable
    subscript(page: Int) -> Element {
        get {
            precondition(pages.contains(page), "There is no page \(page).")
            return slots[slot(of: page)]!  // Every page between the ends has an element.
        }
        _modify {
            precondition(pages.contains(page), "There is no page \(page).")
            yield &slots[slot(of: page)]!  // Every page between the ends has an element.
        }
    }

    /// Adds a page next to the first or to the last.
    ///
    /// - Complexity: O(1) on average.
    @inlinable
    mutating func insert(_ element: Element, page: Int) {
        if pages.isEmpty {
            pages = page..<page + 1
        } else if page == pages.upperBound {
            growIfFull()
            pages = pages.lowerBound..<page + 1
        } else {
            precondition(page == pages.lowerBound - 1, "Page \(page) is not next to \(pages).")
            growIfFull()
            pages = page..<pages.upperBound
        }
        slots[slot(of: page)] = element
    }

    /// Removes the first or the last page.
    @discardableResult
    @inlinable
    mutating func remove(page: Int) -> Element {
        let element = self[page]
        slots[slot(of: page)] = nil
        if page == pages.lowerBound {
            pages = page + 1..<pages.upperBound
        } else {
            precondition(page == pages.upperBound - 1, "Page \(page) is neither the first nor the last.")
            pages = pages.lowerBound..<page
        }
        return element
    }

    @inlinable @inline(__always)
    func slot(of page: Int) -> Int { page & mask }

    @inlinable @inline(__always)
    mutating func growIfFull() {
        if pages.count > mask { grow() }
    }

    @inlinable
    mutating func grow() {
        let newMask = mask * 2 + 1
        var grown = ContiguousArray<Element?>(repeating: nil, count: newMask + 1)
        for page in pages { grown[page & newMask] = slots[page & mask].take() }
        (slots, mask) = (grown, newMask)
    }
}

extension PageTable: Sendable where Element: Sendable {}
