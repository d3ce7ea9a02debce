/// Refers to a child without retaining it, or its memory.
@usableFromInline
final class WeakChild<Child: AnyObject> {
    @usableFromInline private(set) weak var child: Child?

    @usableFromInline
    init(_ child: Child) {
        self.child = child
    }
}

/// The children of a stage that can get no more requests.
///
/// They are not retained: a child holds its stage, and is held by its source as long as that can send a
/// signal. Those that are left can be cancelled.
@usableFromInline
struct AbandonedChildren<Stage: FlatteningStage> {
    @usableFromInline typealias Child = FlatteningChild<Stage>

    /// How many have not ended. Those that were released never do.
    @usableFromInline private(set) var count = 0
    private var references: ContiguousArray<WeakChild<Child>> = []
    /// The number of references at which those of released children are removed.
    private var limit = 8

    @usableFromInline
    init() {}

    @usableFromInline
    mutating func append(_ child: Child) {
        if references.count == limit { prune() }
        child.index = references.count
        child.isAbandoned = true
        references.append(WeakChild(child))
        count += 1
    }

    /// Removes a child that has ended.
    ///
    /// - Parameter index: Its place.
    @usableFromInline
    mutating func remove(at index: Int) {
        count -= 1
        let last = references.removeLast()
        if index == references.count { return }
        references[index] = last
        last.child?.index = index
    }

    /// Removes and returns the children that have not been released.
    @usableFromInline
    mutating func removeAll() -> [Child] {
        defer { self = AbandonedChildren() }
        return references.compactMap(\.child)
    }

    private mutating func prune() {
        references.removeAll { $0.child == nil }
        for (index, reference) in references.enumerated() { reference.child?.index = index }
        limit = max(8, references.count * 2)
    }
}
