import FluxLoading

extension ImageFetchTable {
    /// Counts the bytes of a version as stored.
    ///
    /// - Returns: Whether they are new: they are to be stored. Not if they were replaced or taken back.
    mutating func setStored(version: Int, of id: FetchID) -> Bool {
        guard let entry = self[id], entry.version == version, case .original(var bytes) = entry.content,
            bytes.kind == .new
        else { return false }
        bytes.kind = .stored
        entry.content = .original(bytes)
        return true
    }
}

// Changes of the cache on disk.
extension FetchTable {
    /// A change of an entry on disk.
    struct Write: Sendable {
        let number: Int
        let key: String
        /// What is stored; `nil` if the entry is removed.
        let entry: CacheEntry?
    }

    /// An entry is to be stored or removed. Changes of one entry are made one after the other, in the order
    /// of these calls; one that a later one replaces while it waits is left out.
    ///
    /// - Returns: The change to make; `nil` if it follows another one, which is being made.
    mutating func write(_ entry: CacheEntry?, for key: String) -> Write? {
        let write = Write(number: nextNumber(), key: key, entry: entry)
        return writes.updateValue(write, forKey: key) == nil ? write : nil
    }

    /// A change was made.
    ///
    /// - Returns: The change of the same entry to make next, if there is one.
    mutating func finish(_ write: Write) -> Write? {
        if let last = writes[write.key], last.number != write.number { return last }
        writes[write.key] = nil
        return nil
    }
}
