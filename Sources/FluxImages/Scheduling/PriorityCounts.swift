/// The priorities of a number of observers.
struct PriorityCounts: Sendable {
    private var counts = SIMD4<UInt32>()

    /// The highest priority of an observer; the lowest of all if there is no observer.
    var highest: ImagePriority {
        if self[.shown] > 0 { return .shown }
        if self[.nearAhead] > 0 { return .nearAhead }
        return self[.nearBehind] > 0 ? .nearBehind : .prefetch
    }

    mutating func add(_ priority: ImagePriority) { self[priority] += 1 }

    mutating func remove(_ priority: ImagePriority) { self[priority] -= 1 }

    private subscript(priority: ImagePriority) -> UInt32 {
        get { counts[priority.rawValue] }
        set { counts[priority.rawValue] = newValue }
    }
}
