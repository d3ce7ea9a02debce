extension ContiguousArray {
    /// Removes all elements and keeps the storage for reuse, unless it is large.
    @inlinable
    mutating func removeAllForReuse() {
        if count > 64 { self = [] } else { removeAll(keepingCapacity: true) }
    }
}
