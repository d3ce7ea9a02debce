/// The rows of each identity, in order.
///
/// A hash table of rows. It has the hashes of the identities, but not the identities, so that it has no type
/// parameter: code that does not know a type looks up metadata at each call.
struct RowPositions {
    private struct Slot {
        static let free = UInt32.max
        /// A row was taken. The slot stays in use, because others may be behind it.
        static let taken = UInt32.max - 1

        var hash: UInt32 = 0
        var row = free
    }

    private var slots: [Slot]
    /// The next row of the same identity, for those that are not unique.
    private var next: [Int: Int] = [:]
    /// The number of rows that were not taken.
    private var count = 0

    /// Makes the positions of rows below a number.
    init(capacity: Int) {
        // Half of the slots at most are in use, so that there are few collisions.
        slots = Array(repeating: Slot(), count: 2 * capacity)
    }

    var isEmpty: Bool { count == 0 }

    /// Adds a row before those that were added.
    ///
    /// - Parameters:
    ///   - row: The row.
    ///   - hash: The hash of its identity.
    ///   - isSame: Whether a row that was added has the same identity.
    mutating func push(_ row: Int, hash: Int, isSame: (_ other: Int) -> Bool) {
        let hash = Self.mix(hash)
        let slot = slot(of: hash, isSame)
        if slots[slot].row != Slot.free { next[row] = Int(slots[slot].row) }
        slots[slot] = Slot(hash: hash, row: UInt32(row))
        count += 1
    }

    /// Takes the first row of an identity.
    ///
    /// - Parameters:
    ///   - hash: The hash of the identity.
    ///   - isSame: Whether a row has the identity.
    mutating func pop(hash: Int, isSame: (_ row: Int) -> Bool) -> Int? {
        let slot = slot(of: Self.mix(hash), isSame)
        if slots[slot].row == Slot.free { return nil }
        let row = Int(slots[slot].row)
        slots[slot].row = next.isEmpty ? Slot.taken : next[row].map { UInt32($0) } ?? Slot.taken
        count -= 1
        return row
    }

    /// The slot of an identity; a free one, if it has none.
    private func slot(of hash: UInt32, _ isSame: (_ row: Int) -> Bool) -> Int {
        // The hash as a share of all slots.
        var index = Int(hash.multipliedFullWidth(by: UInt32(slots.count)).high)
        while true {
            let slot = slots[index]
            if slot.row == Slot.free { return index }
            if slot.hash == hash, slot.row != Slot.taken, isSame(Int(slot.row)) { return index }
            index = index + 1 == slots.count ? 0 : index + 1
        }
    }

    /// Distributes hashes evenly, also those of types that return small numbers.
    private static func mix(_ hash: Int) -> UInt32 {
        UInt32(truncatingIfNeeded: UInt64(truncatingIfNeeded: hash) &* 0x9E37_79B9_7F4A_7C15 >> 32)
    }
}
