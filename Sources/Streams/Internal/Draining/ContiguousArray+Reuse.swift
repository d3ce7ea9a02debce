extension ContiguousArray {
    /// Removes all elements and keeps the storage for reuse, unless it is large.
    @export(implementation)
    mutating func removeAllForReuse() {
        if count > 64 { self = [] } else { removeAll(keepingCapacity: true) }
    }
}
