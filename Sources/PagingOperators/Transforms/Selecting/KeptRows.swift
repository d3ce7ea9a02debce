/// For each item of a page, whether a transform keeps it as a row.
@usableFromInline
struct KeptRows: Sendable {
    /// The number of items of the page.
    @usableFromInline private(set) var count: Int
    /// Whether each is kept; `nil` while all are, which is the usual case.
    @usableFromInline private(set) var flags: [Bool]?

    @inlinable
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

    /// Keeps an item that was hidden.
    ///
    /// - Parameter hidden: Its position among the hidden ones.
    /// - Returns: Its row.
    mutating func keepHidden(_ hidden: Int) -> Int {
        guard let flags else { preconditionFailure("No item of this page is hidden.") }
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
