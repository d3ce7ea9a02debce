import Streams

/// A list that several threads may add to.
final class Collected<Element: Sendable>: Sendable {
    private let elements = Locked<[Element]>([])

    var all: [Element] { elements.withLock { $0 } }
    var count: Int { elements.withLock { $0.count } }

    func add(_ element: Element) {
        elements.withLock { $0.append(element) }
    }
}
