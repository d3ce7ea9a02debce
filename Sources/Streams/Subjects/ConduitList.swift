/// The subscribers of a subject, in the order of their subscriptions.
///
/// The owner never changes the list during an iteration, so that an iteration retains nothing: retaining the
/// list and each conduit would double the cost of a delivery.
@usableFromInline
final class ConduitList<Conduit: AnyObject> {
    @usableFromInline @exclusivity(unchecked) var conduits: UnsafeMutablePointer<Unmanaged<Conduit>>
    @usableFromInline @exclusivity(unchecked) var count = 0
    private var capacity: Int

    @usableFromInline
    init() {
        capacity = 1
        conduits = .allocate(capacity: capacity)
    }

    deinit {
        for index in 0..<count { conduits[index].release() }
        conduits.deallocate()
    }

    @inlinable @inline(__always)
    func visit(_ body: (Conduit) -> Void) {
        var next = conduits
        let end = conduits + count
        while next != end {
            next.pointee._withUnsafeGuaranteedRef(body)
            next += 1
        }
    }

    @usableFromInline
    func append(_ conduit: Conduit) {
        if count == capacity { grow() }
        (conduits + count).initialize(to: .passRetained(conduit))
        count += 1
    }

    /// Removes a conduit.
    ///
    /// - Complexity: O(*n*), where *n* is the number of subscribers.
    @usableFromInline
    func remove(_ conduit: Conduit) {
        let sought = Unmanaged.passUnretained(conduit).toOpaque()
        guard let index = (0..<count).first(where: { conduits[$0].toOpaque() == sought }) else { return }
        let removed = conduits[index]
        (conduits + index).update(from: conduits + index + 1, count: count - index - 1)
        count -= 1
        removed.release()
    }

    /// Removes and returns all conduits.
    @usableFromInline
    func removeAll() -> [Conduit] {
        let removed = (0..<count).map { conduits[$0].takeRetainedValue() }
        count = 0
        return removed
    }

    private func grow() {
        let larger = UnsafeMutablePointer<Unmanaged<Conduit>>.allocate(capacity: capacity * 2)
        larger.moveInitialize(from: conduits, count: count)
        conduits.deallocate()
        conduits = larger
        capacity *= 2
    }
}
