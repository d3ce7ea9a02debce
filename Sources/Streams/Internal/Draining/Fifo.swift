/// A first-in, first-out queue in one array.
///
/// - Complexity: O(1) for each operation, amortised.
@usableFromInline
package struct Fifo<Element> {
    @usableFromInline var slots: ContiguousArray<Element?> = []
    @usableFromInline var head = 0

    @export(implementation)
    package init() {}

    @export(implementation)
    package var isEmpty: Bool { head == slots.count }

    @export(implementation)
    package var count: Int { slots.count - head }

    @export(implementation)
    package var first: Element? { isEmpty ? nil : slots[head] }

    @export(implementation)
    package mutating func append(_ element: Element) {
        slots.append(element)
    }

    /// Replaces the element that was appended last and returns it.
    @export(implementation)
    package mutating func replaceLast(with element: Element) -> Element? {
        guard !isEmpty else { return nil }
        let last = slots[slots.count - 1]
        slots[slots.count - 1] = element
        return last
    }

    @export(implementation)
    package mutating func popFirst() -> Element? {
        guard head < slots.count else { return nil }
        if head == slots.count - 1 { return popOnly() }
        let element = slots[head].take()
        head += 1
        if head >= 64, head * 2 > slots.count {
            slots.removeFirst(head)
            head = 0
        }
        return element
    }

    /// Inserts an element before the first one that satisfies a predicate, as all those after it do; at the
    /// end if there is none.
    ///
    /// - Complexity: O(log *n*) at the end, and at the start once an element was taken; O(*n*) elsewhere.
    mutating func insert(_ element: Element, before isLater: (Element) -> Bool) {
        var low = head
        var high = slots.count
        while low < high {
            let middle = (low + high) / 2
            if slots[middle].map(isLater) == true { high = middle } else { low = middle + 1 }
        }
        if low == head, head > 0 {
            head -= 1
            slots[head] = element
        } else {
            slots.insert(element, at: low)
        }
    }

    /// The first element that satisfies a predicate.
    func first(where predicate: (Element) -> Bool) -> Element? {
        for case let element? in slots[head...] where predicate(element) { return element }
        return nil
    }

    @export(implementation)
    mutating func popOnly() -> Element? {
        let element = slots.removeLast()
        if head > 0 {
            slots.removeAll(keepingCapacity: true)
            head = 0
        }
        return element
    }
}

extension Fifo: Sendable where Element: Sendable {}
