/// The hashes of the identities of consecutive items, made for some items at a time.
///
/// A call for each item would cost more than most hashes, and the hashes of all would take memory.
struct RowHashes {
    private static let runLength = 64

    private let count: Int
    private let make: (_ rows: Range<Int>, _ hashes: inout [Int]) -> Void
    /// The items whose hashes are made.
    private var made = 0..<0
    private var hashes: [Int]

    init<Item>(of items: UnsafeBufferPointer<Item>, by identity: RowHashing<Item>) {
        count = items.count
        hashes = Array(repeating: 0, count: min(count, Self.runLength))
        make = { rows, hashes in identity.hash(items.rebased(rows), &hashes) }
    }

    /// The hash of the identity of an item.
    ///
    /// - Complexity: O(1) on average, where the items follow each other in either direction.
    mutating func hash(of row: Int) -> Int {
        if !made.contains(row) {
            let start = row / Self.runLength * Self.runLength
            made = start..<min(start + Self.runLength, count)
            make(made, &hashes)
        }
        return hashes[row - made.lowerBound]
    }
}
