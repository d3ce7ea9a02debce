/// Compares items whose type is known to be equatable at run time only. Others are not equal.
///
/// It consists of closures, because to copy a value of a protocol costs metadata look-ups for each row.
struct RowEquality<Item: Sendable>: Sendable {
    typealias Count =
        @Sendable (_ old: UnsafeBufferPointer<Item>, _ new: UnsafeBufferPointer<Item>) -> Int

    /// Returns whether two items are equal.
    let isEqual: @Sendable (_ one: UnsafePointer<Item>, _ other: UnsafePointer<Item>) -> Bool
    // Of many rows at once, because each call costs more than most comparisons.
    /// Returns the number of equal items at the start of as many of one list as of another.
    let commonStart: Count
    /// Returns the number of equal items at their end.
    let commonEnd: Count

    /// The comparison of items, as far as they can be compared.
    static var known: RowEquality {
        guard let type = Item.self as? any Equatable.Type, let rows = makeRows(type) else {
            return RowEquality(
                isEqual: { _, _ in false }, commonStart: { _, _ in 0 }, commonEnd: { _, _ in 0 })
        }
        return make(rows)
    }

    private static func make(_ rows: some RowComparing<Item>) -> RowEquality {
        RowEquality(
            isEqual: { rows.isEqual($0, $1) }, commonStart: { rows.commonStart($0, $1) },
            commonEnd: { rows.commonEnd($0, $1) })
    }

    private static func makeRows<Row: Equatable>(_ type: Row.Type) -> (any RowComparing<Item>)? {
        EquatableRows<Row>() as? any RowComparing<Item>
    }
}

private protocol RowComparing<Item>: Sendable {
    associatedtype Item

    func isEqual(_ one: UnsafePointer<Item>, _ other: UnsafePointer<Item>) -> Bool
    func commonStart(_ old: UnsafeBufferPointer<Item>, _ new: UnsafeBufferPointer<Item>) -> Int
    func commonEnd(_ old: UnsafeBufferPointer<Item>, _ new: UnsafeBufferPointer<Item>) -> Int
}

private struct EquatableRows<Item: Equatable>: RowComparing {
    @inline(__always)
    func isEqual(_ one: UnsafePointer<Item>, _ other: UnsafePointer<Item>) -> Bool {
        one.inPlace.pointee.isEqual(to: other.inPlace.pointee)
    }

    func commonStart(_ old: UnsafeBufferPointer<Item>, _ new: UnsafeBufferPointer<Item>) -> Int {
        guard let first = old.baseAddress, let other = new.baseAddress else { return 0 }
        var row = 0
        while row < old.count, isEqual(first + row, other + row) { row += 1 }
        return row
    }

    func commonEnd(_ old: UnsafeBufferPointer<Item>, _ new: UnsafeBufferPointer<Item>) -> Int {
        guard let first = old.baseAddress, let other = new.baseAddress else { return 0 }
        var row = old.count
        while row > 0, isEqual(first + row - 1, other + row - 1) { row -= 1 }
        return old.count - row
    }
}
