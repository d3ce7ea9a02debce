/// Which edits were confirmed, and which pages were requested after that.
///
/// Edits that remove rows are not counted: a page with such a row is one of a server that still has it.
struct EditConfirmations<Identity: Hashable & Sendable>: Sendable {
    /// The numbers of the confirmed edits of each row.
    private var edits: [Identity: [Int]] = [:]
    private var count = 0
    /// For each edge, the number of confirmations before the load of the page beyond it began.
    private var known = Edges(start: 0, end: 0)
    /// Whether a refresh has begun, which may have failed: its pages may be older than later confirmations.
    private(set) var hasRefreshBegun = false

    init() {}

    /// Begins a generation without confirmed edits: those that stay are added to it.
    init(after old: Self) { count = old.count }

    var isEmpty: Bool { edits.isEmpty }

    mutating func refreshBegins() { hasRefreshBegun = true }

    mutating func loadBegins(beyond edge: Edge) { known[edge] = count }

    /// The number of confirmations before the load of the page beyond an edge began.
    func known(beyond edge: Edge) -> Int { known[edge] }

    /// The numbers of the confirmed edits of a row, the oldest first.
    func edits(of id: Identity) -> [Int] {
        if edits.isEmpty { return [] }
        return edits[id]?.sorted() ?? []
    }

    /// Returns the number of the confirmation of an edit.
    mutating func confirm<Item>(_ edit: Edit<Item, Identity>) -> Int {
        count += 1
        add(edit)
        return count
    }

    /// Adds an edit that is confirmed.
    mutating func add<Item>(_ edit: Edit<Item, Identity>) {
        if !edit.removes { edits[edit.id, default: []].append(edit.number) }
    }

    @inline(__always)
    mutating func remove<Item>(_ edit: Edit<Item, Identity>) {
        if !edits.isEmpty { removeNumber(of: edit) }
    }

    private mutating func removeNumber<Item>(of edit: Edit<Item, Identity>) {
        guard let numbers = edits[edit.id] else { return }
        let others = numbers.filter { $0 != edit.number }
        edits[edit.id] = others.isEmpty ? nil : others
    }

    mutating func rename(_ old: Identity, to new: Identity) {
        if let numbers = edits.removeValue(forKey: old) { edits[new, default: []] += numbers }
    }
}
