/// What a server has pushed about rows: the latest version of each, or that it is deleted.
///
/// Unlike edits it cannot be reverted, so that only the latest of each row is kept.
struct PushedRows<Item: Sendable, Identity: Hashable & Sendable>: Sendable {
    private struct Row: Sendable {
        /// `nil` if the row is deleted.
        let item: Item?
        /// The number of refreshes that had begun.
        var refreshes: Int
    }

    private var rows: [Identity: Row] = [:]
    private var refreshes = 0
    /// The number of rows that are deleted.
    private var deletedCount = 0

    init() {}

    /// What was pushed since the latest refresh began: the pages of that refresh may be older.
    init(after old: Self) {
        refreshes = old.refreshes
        rows = old.rows.filter { $0.value.refreshes == old.refreshes }
        deletedCount = rows.values.count { $0.item == nil }
    }

    var isEmpty: Bool { rows.isEmpty }

    var hasDeleted: Bool { deletedCount > 0 }

    var identities: some Collection<Identity> { rows.keys }

    /// Whether a row is deleted.
    @inline(__always)
    func isDeleted(_ id: Identity) -> Bool { hasDeleted && isAmongDeleted(id) }

    // Apart, so that its generic types are needed only where rows are deleted.
    private func isAmongDeleted(_ id: Identity) -> Bool {
        guard let row = rows[id] else { return false }
        return row.item == nil
    }

    /// The latest version of a row; `nil` if none was pushed.
    func version(of id: Identity) -> Item? { rows[id]?.item }

    /// A row is deleted, if there is no item, or has another version.
    ///
    /// - Complexity: O(1) on average.
    mutating func set(_ item: Item?, for id: Identity) {
        if isDeleted(id) { deletedCount -= 1 }
        if item == nil { deletedCount += 1 }
        rows[id] = Row(item: item, refreshes: refreshes)
    }

    /// Adds what was pushed later.
    ///
    /// - Complexity: O(*k*) on average, the number of later rows.
    mutating func merge(_ later: Self) {
        for (id, row) in later.rows { set(row.item, for: id) }
    }

    mutating func refreshBegins() { refreshes += 1 }
}
