import Synchronization

/// A thread-safe counter.
final class Tally: Sendable {
    // Relaxed: the number publishes no other memory.
    private let total = Atomic(0)

    var count: Int { total.load(ordering: .relaxed) }

    func add() {
        total.add(1, ordering: .relaxed)
    }

    func counting<Value>(_ value: Value) -> Value {
        add()
        return value
    }
}
