/// Compares items whose type is known to be equatable at run time only.
@usableFromInline
struct RowEquality<Item: Sendable>: Sendable {
    private let comparison: any RowComparing<Item>

    /// The comparison of equatable items; `nil` for others.
    @usableFromInline
    static var known: RowEquality? {
        guard let type = Item.self as? any Equatable.Type else { return nil }
        return make(type)
    }

    private static func make<Row: Equatable>(_ type: Row.Type) -> RowEquality? {
        (EquatableRows<Row>() as? any RowComparing<Item>).map { RowEquality(comparison: $0) }
    }

    @usableFromInline
    func isEqual(_ one: Item, _ other: Item) -> Bool { comparison.isEqual(one, other) }

    /// The number of equal rows at the start of a run.
    @usableFromInline
    func commonStart(_ run: RowRun<Item>) -> Int { comparison.commonStart(run) }

    /// The number of equal rows at its end.
    @usableFromInline
    func commonEnd(_ run: RowRun<Item>) -> Int { comparison.commonEnd(run) }
}

private protocol RowComparing<Item>: Sendable {
    associatedtype Item

    func isEqual(_ one: Item, _ other: Item) -> Bool
    // Of many rows at once, because each call costs more than most comparisons.
    func commonStart(_ run: RowRun<Item>) -> Int
    func commonEnd(_ run: RowRun<Item>) -> Int
}

private struct EquatableRows<Item: Equatable>: RowComparing {
    func isEqual(_ one: Item, _ other: Item) -> Bool { one == other }

    func commonStart(_ run: RowRun<Item>) -> Int {
        run.withPointers { old, new in
            var row = 0
            while row < run.count, old[row] == new[row] { row += 1 }
            return row
        }
    }

    func commonEnd(_ run: RowRun<Item>) -> Int {
        run.withPointers { old, new in
            var row = run.count
            while row > 0, old[row - 1] == new[row - 1] { row -= 1 }
            return run.count - row
        }
    }
}

extension RowRun {
    fileprivate func withPointers(
        _ body: (UnsafeBufferPointer<Item>, UnsafeBufferPointer<Item>) -> Int
    ) -> Int {
        old.withUnsafeBufferPointer { old in new.withUnsafeBufferPointer { new in body(old, new) } }
    }
}
