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
        run.withItemsInPlace { old, new in
            ItemInPlace<Item>.checkLayout()
            var row = 0
            while row < old.count, old[row].isEqual(to: new[row]) { row += 1 }
            return row
        }
    }

    func commonEnd(_ run: RowRun<Item>) -> Int {
        run.withItemsInPlace { old, new in
            ItemInPlace<Item>.checkLayout()
            var row = old.count
            while row > 0, old[row - 1].isEqual(to: new[row - 1]) { row -= 1 }
            return old.count - row
        }
    }
}

/// An item that is compared without being copied.
///
/// Code that does not know the type of an item copies it before it compares it, which retains and releases
/// all that the item holds and takes nearly half of the time. What cannot be copied is passed by its address.
private struct ItemInPlace<Item: Equatable>: ~Copyable {
    private let item: Item

    @inline(__always)
    borrowing func isEqual(to other: borrowing ItemInPlace) -> Bool { item == other.item }

    /// Checks that an item in an array can be taken for one of this type. Called before a loop, because the
    /// metadata of this type are then looked up once, and not for each row.
    @inline(__always)
    static func checkLayout() {
        precondition(
            MemoryLayout<ItemInPlace>.stride == MemoryLayout<Item>.stride,
            "A struct has the layout of its only variable.")
    }
}

extension RowRun where Item: Equatable {
    fileprivate func withItemsInPlace(
        _ body: (UnsafeBufferPointer<ItemInPlace<Item>>, UnsafeBufferPointer<ItemInPlace<Item>>) -> Int
    ) -> Int {
        old.withUnsafeBufferPointer { old in
            new.withUnsafeBufferPointer { new in
                let old = UnsafeRawBufferPointer(old).assumingMemoryBound(to: ItemInPlace<Item>.self)
                let new = UnsafeRawBufferPointer(new).assumingMemoryBound(to: ItemInPlace<Item>.self)
                return body(old, new)
            }
        }
    }
}
