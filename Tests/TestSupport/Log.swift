import Streams

/// A thread-safe list.
package final class Log<Element: Sendable>: Sendable {
    private let storage = Locked<[Element]>([])

    package init() {}

    package var entries: [Element] { storage.withLock { $0 } }
    package var count: Int { storage.withLock { $0.count } }
    package var isEmpty: Bool { count == 0 }

    package func append(_ element: Element) {
        storage.withLock { $0.append(element) }
    }

    package func clear() {
        _ = storage.exchange([])
    }
}

/// A thread-safe variable.
package final class Box<Value: Sendable>: Sendable {
    private let storage: Locked<Value>

    package init(_ value: Value) {
        storage = Locked(value)
    }

    package var value: Value {
        get { storage.withLock { $0 } }
        set { _ = storage.exchange(newValue) }
    }
}

extension Box where Value == Int {
    /// Increments the number and returns it.
    @discardableResult
    package func increment() -> Int {
        storage.withLock { number in
            number += 1
            return number
        }
    }
}
