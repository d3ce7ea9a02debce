/// Which of the items that came in on a page went out as rows.
struct KeptRows: Sendable {
    /// How many items came in.
    private(set) var count: Int
    /// Whether each was kept; `nil` while all were, which is the usual case.
    private(set) var flags: [Bool]?

    init(count: Int, flags: [Bool]? = nil) {
        self.count = count
        self.flags = flags
    }

    func isKept(_ item: Int) -> Bool { flags?[item] ?? true }

    /// The row of an item, or of the next one that is kept.
    func row(of item: Int) -> Int {
        guard let flags else { return item }
        return flags[..<item].count { $0 }
    }

    mutating func insert(_ isKept: Bool, at item: Int) {
        if !isKept { writeOut() }
        flags?.insert(isKept, at: item)
        count += 1
    }

    mutating func remove(at item: Int) {
        flags?.remove(at: item)
        count -= 1
    }

    mutating func set(_ isKept: Bool, at item: Int) {
        if !isKept { writeOut() }
        flags?[item] = isKept
    }

    /// Keeps one of the items that were not.
    ///
    /// - Parameter hidden: Where it stands among those.
    /// - Returns: The row that it has now.
    mutating func keepHidden(_ hidden: Int) -> Int {
        guard let flags else { preconditionFailure("All items are kept.") }
        var row = 0
        var skipped = 0
        for item in flags.indices {
            if flags[item] {
                row += 1
            } else if skipped == hidden {
                self.flags?[item] = true
                break
            } else {
                skipped += 1
            }
        }
        return row
    }

    private mutating func writeOut() {
        if flags == nil { flags = Array(repeating: true, count: count) }
    }
}
