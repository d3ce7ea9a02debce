/// An item that is used without being copied.
///
/// Code that does not know the type of an item copies it before it compares it, which retains and releases
/// all that the item holds and takes nearly half of the time. What cannot be copied is passed by its address.
struct ItemInPlace<Item>: ~Copyable {
    private let item: Item
}

extension ItemInPlace where Item: Equatable {
    @inline(__always)
    borrowing func isEqual(to other: borrowing ItemInPlace) -> Bool { item == other.item }
}

extension ItemInPlace where Item: Identifiable {
    @inline(__always)
    borrowing func hashIdentity() -> Int { item.id.hashValue }

    @inline(__always)
    borrowing func isSame(as other: borrowing ItemInPlace) -> Bool { item.id == other.item.id }
}

extension UnsafePointer {
    /// The item at the address. A struct begins with its first variable.
    @inline(__always)
    var inPlace: UnsafePointer<ItemInPlace<Pointee>> {
        UnsafeRawPointer(self).assumingMemoryBound(to: ItemInPlace<Pointee>.self)
    }
}

extension UnsafeBufferPointer {
    /// The address of an item.
    @inline(__always)
    func address(of index: Int) -> UnsafePointer<Element> {
        guard let baseAddress else { preconditionFailure("Item \(index) is out of range: there is none.") }
        return baseAddress + index
    }

    /// Some of the items, numbered from zero.
    @inline(__always)
    func rebased(_ items: some RangeExpression<Int>) -> UnsafeBufferPointer {
        UnsafeBufferPointer(rebasing: self[items])
    }
}
