extension ContiguousArray {
    /// Removes everything, and keeps the memory for the next elements unless that is much.
    @inlinable
    mutating func removeAllForReuse() {
        if count > 64 { self = [] } else { removeAll(keepingCapacity: true) }
    }
}
