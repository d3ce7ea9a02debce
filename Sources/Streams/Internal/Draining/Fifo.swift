/// A first-in, first-out queue in one array.
///
/// - Complexity: O(1) for each operation, amortized.
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

    /// The element that was appended last.
    var last: Element? { isEmpty ? nil : slots[slots.count - 1] }

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
