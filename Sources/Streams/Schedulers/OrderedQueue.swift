/// A queue in the order of keys, such as times. Elements with the same key are first-in, first-out.
///
/// Elements that are added in the order of their keys wait in a ``Fifo``, the others in a binary heap.
///
/// - Complexity: O(1) for elements that are added in the order of their keys, amortized; O(log *n*) for the
///   others.
struct OrderedQueue<Key: Comparable & Sendable, Element: Sendable>: Sendable {
    struct Entry: Sendable {
        let key: Key
        /// Counts the entries, for the order of those with the same key.
        let number: Int
        let element: Element

        func precedes(_ other: Entry) -> Bool {
            key == other.key ? number < other.number : key < other.key
        }
    }

    private var ordered = Fifo<Entry>()
    /// The entry at *i* precedes those at 2*i* + 1 and 2*i* + 2.
    private(set) var heap: ContiguousArray<Entry> = []
    private var lastNumber = 0

    var count: Int { ordered.count + heap.count }

    /// The element that is next, with its key.
    var first: (key: Key, element: Element)? {
        (isHeapNext ? heap.first : ordered.first).map { ($0.key, $0.element) }
    }

    /// Adds an element, after those with the same key.
    mutating func add(_ element: Element, at key: Key) {
        lastNumber += 1
        let entry = Entry(key: key, number: lastNumber, element: element)
        if let last = ordered.last, key < last.key {
            heap.append(entry)
            siftUp(from: heap.count - 1)
        } else {
            ordered.append(entry)
        }
    }

    /// Removes the element that is next.
    mutating func popFirst() -> Element? {
        if !isHeapNext { return ordered.popFirst()?.element }
        heap.swapAt(0, heap.count - 1)
        let first = heap.removeLast()
        siftDown()
        return first.element
    }

    private var isHeapNext: Bool {
        if heap.isEmpty { return false }
        return ordered.first.map { heap[0].precedes($0) } ?? true
    }

    private mutating func siftUp(from start: Int) {
        var index = start
        while index > 0, heap[index].precedes(heap[(index - 1) / 2]) {
            heap.swapAt(index, (index - 1) / 2)
            index = (index - 1) / 2
        }
    }

    private mutating func siftDown() {
        var index = 0
        while true {
            var child = 2 * index + 1
            guard child < heap.count else { break }
            if child + 1 < heap.count, heap[child + 1].precedes(heap[child]) { child += 1 }
            guard heap[child].precedes(heap[index]) else { break }
            heap.swapAt(index, child)
            index = child
        }
    }
}
