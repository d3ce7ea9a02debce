import Streams

/// A list that several threads may write to.
final class Log<Element: Sendable>: Sendable {
    private let storage = Locked<[Element]>([])

    var entries: [Element] { storage.withLock { $0 } }
    var count: Int { storage.withLock { $0.count } }
    var isEmpty: Bool { count == 0 }

    func append(_ element: Element) {
        storage.withLock { $0.append(element) }
    }

    func clear() {
        _ = storage.exchange([])
    }
}

/// A variable that several threads may use.
final class Box<Value: Sendable>: Sendable {
    private let storage: Locked<Value>

    init(_ value: Value) {
        storage = Locked(value)
    }

    var value: Value {
        get { storage.withLock { $0 } }
        set { _ = storage.exchange(newValue) }
    }
}

extension Box where Value == Int {
    /// Adds one and returns the new number.
    @discardableResult
    func increment() -> Int {
        storage.withLock { number in
            number += 1
            return number
        }
    }
}
