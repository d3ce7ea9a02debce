/// The difference between the rows of two states.
///
/// The removed, inserted and moved rows suit `UITableView.performBatchUpdates` and similar methods: removed
/// rows are counted in the earlier state, inserted ones in the later one. Updated rows are counted in the
/// later state, too: reload or reconfigure them after the batch, which counts in the earlier one. Ranges are
/// sorted, disjoint, not empty and not adjacent. A moved row is neither among the removed nor among the
/// inserted rows, and is among the updated ones if its content has changed, too.
public struct RowChange: Sendable, Hashable {
    /// A row that changes its place among the remaining rows.
    public struct Move: Sendable, Hashable {
        /// The row, counted in the earlier state.
        public let source: Int

        /// The row, counted in the later state.
        public let destination: Int

        /// Creates a move.
        ///
        /// - Parameters:
        ///   - source: The row, counted in the earlier state.
        ///   - destination: The row, counted in the later state.
        public init(from source: Int, to destination: Int) {
            self.source = source
            self.destination = destination
        }
    }

    /// Whether all rows have to be reloaded, because the difference is unknown. The ranges are empty then.
    public private(set) var isReload = false

    /// The removed rows, counted in the earlier state.
    public private(set) var removed: [Range<Int>] = []

    /// The inserted rows, counted in the later state.
    public private(set) var inserted: [Range<Int>] = []

    /// The rows that have moved, in the order of their destinations.
    public private(set) var moved: [Move] = []

    /// The rows whose content has changed, counted in the later state.
    public private(set) var updated: [Range<Int>] = []

    /// No difference.
    public static var none: RowChange { RowChange() }

    /// An unknown difference: all rows have to be reloaded.
    public static var reload: RowChange {
        var change = RowChange()
        change.isReload = true
        return change
    }

    private init() {}

    /// Creates a change.
    ///
    /// - Parameters:
    ///   - removed: Rows of the earlier state.
    ///   - inserted: Rows of the later state.
    ///   - moved: Rows that are neither among the removed nor among the inserted ones, each once.
    ///   - updated: Rows of the later state that are not among the inserted ones.
    public init(
        removed: [Range<Int>] = [], inserted: [Range<Int>] = [], moved: [Move] = [],
        updated: [Range<Int>] = []
    ) {
        self.removed = removed.normalized()
        self.inserted = inserted.normalized()
        self.moved = moved.count < 2 ? moved : moved.sorted { $0.destination < $1.destination }
        self.updated = updated.normalized()
    }

    /// Whether there is no difference.
    public var isEmpty: Bool {
        keepsNumbers && updated.isEmpty
    }

    /// Whether each row has the number that it had.
    @usableFromInline
    var keepsNumbers: Bool { !isReload && removed.isEmpty && inserted.isEmpty && moved.isEmpty }
}

extension [Range<Int>] {
    private var isNormalized: Bool {
        var index = 1
        while index < count {
            if self[index - 1].upperBound >= self[index].lowerBound || self[index].isEmpty { return false }
            index += 1
        }
        return first?.isEmpty != true
    }

    /// The same rows in sorted ranges that are neither adjacent nor overlap.
    func normalized() -> [Range<Int>] {
        if count < 2 { return first?.isEmpty == true ? [] : self }
        if isNormalized { return self }
        var result: [Range<Int>] = []
        for range in filter({ !$0.isEmpty }).sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = result.last, last.upperBound >= range.lowerBound {
                result[result.count - 1] = last.lowerBound..<Swift.max(last.upperBound, range.upperBound)
            } else {
                result.append(range)
            }
        }
        return result
    }
}
