/// The subscribers of a subject, in the order of their subscriptions.
///
/// The owner never changes the list during an iteration, so that an iteration retains nothing: retaining the
/// list and each conduit would double the cost of a delivery. The storage is not generic, so that changes of
/// the list look up no metadata.
@usableFromInline
final class ConduitList<Conduit: AnyObject> {
    @usableFromInline @exclusivity(unchecked) var storage = ConduitStorage()

    @usableFromInline
    init() {}

    deinit {
        storage.deallocate()
    }

    @export(implementation) @inline(__always)
    func visit(_ body: (Conduit) -> Void) {
        var next = storage.conduits
        let end = next + storage.count
        while next != end {
            next.pointee._withUnsafeGuaranteedRef { body(unsafeDowncast($0, to: Conduit.self)) }
            next += 1
        }
    }

    @export(implementation) @inline(__always)
    var isEmpty: Bool { storage.count == 0 }

    @usableFromInline
    func append(_ conduit: Conduit) {
        storage.append(conduit)
    }

    /// Removes a conduit.
    ///
    /// - Complexity: O(*n*), where *n* is the number of subscribers.
    @usableFromInline
    func remove(_ conduit: Conduit) {
        storage.remove(conduit)
    }

    /// Removes and returns all conduits.
    @usableFromInline
    func removeAll() -> [Conduit] {
        storage.removeAll().map { unsafeDowncast($0, to: Conduit.self) }
    }
}

/// The memory of a list of conduits, which retains them.
@usableFromInline
struct ConduitStorage {
    @usableFromInline var conduits: UnsafeMutablePointer<Unmanaged<AnyObject>> = .allocate(capacity: 1)
    @usableFromInline var count = 0
    private var capacity = 1

    @usableFromInline
    init() {}

    @usableFromInline
    func deallocate() {
        for index in 0..<count { conduits[index].release() }
        conduits.deallocate()
    }

    @usableFromInline
    mutating func append(_ conduit: AnyObject) {
        if count == capacity { grow() }
        (conduits + count).initialize(to: .passRetained(conduit))
        count += 1
    }

    @usableFromInline
    mutating func remove(_ conduit: AnyObject) {
        let sought = Unmanaged.passUnretained(conduit).toOpaque()
        guard let index = index(of: sought) else { return }
        let removed = conduits[index]
        count -= 1
        if index < count { (conduits + index).update(from: conduits + index + 1, count: count - index) }
        removed.release()
    }

    /// The subscribers that are first or last cancel most often.
    private func index(of sought: UnsafeMutableRawPointer) -> Int? {
        guard count > 0 else { return nil }
        if conduits[count - 1].toOpaque() == sought { return count - 1 }
        return (0..<count).first { conduits[$0].toOpaque() == sought }
    }

    mutating func removeAll() -> [AnyObject] {
        let removed = (0..<count).map { conduits[$0].takeRetainedValue() }
        count = 0
        return removed
    }

    private mutating func grow() {
        let larger = UnsafeMutablePointer<Unmanaged<AnyObject>>.allocate(capacity: capacity * 2)
        larger.moveInitialize(from: conduits, count: count)
        conduits.deallocate()
        conduits = larger
        capacity *= 2
    }
}
