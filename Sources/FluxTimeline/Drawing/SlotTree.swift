/// The slots of a lane, in which bars that overlap are drawn side by side.
///
/// A binary tree whose leaves are the slots. Taking a slot takes O(log *n*).
struct SlotTree {
    private let leafCount: Int
    /// The time from which each slot is free, and for each inner node the earliest of those below it. The
    /// children of the node at *i* are at 2*i* and 2*i* + 1, the root is at 1.
    private var times: [Double]

    /// Makes slots that are free.
    ///
    /// - Parameter count: The number of slots that are taken at the same time, at most.
    init(count: Int) {
        var leafCount = 1
        while leafCount < count { leafCount *= 2 }
        self.leafCount = leafCount
        times = Array(repeating: -.infinity, count: 2 * leafCount)
    }

    /// Takes the first slot that is free at a time, until another time.
    ///
    /// - Returns: The number of the slot, from zero.
    mutating func take(from start: Double, to end: Double) -> Int {
        var node = 1
        while node < leafCount { node = times[2 * node] <= start ? 2 * node : 2 * node + 1 }
        let slot = node - leafCount
        times[node] = end
        while node > 1 {
            node /= 2
            times[node] = min(times[2 * node], times[2 * node + 1])
        }
        return slot
    }
}
