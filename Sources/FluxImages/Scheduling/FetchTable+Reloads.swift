// Bytes that replace those of fetches: those of a reload, which loads them from the server although they are
// cached, and those that are inserted.
extension FetchTable {
    /// The bytes that a reload has received could be decoded. They count as the newest, whichever request the
    /// server has answered last: they replace those of the other fetches of the same image, and end what
    /// these do for theirs. Until the reload ends, they are the bytes of fetches that are added, too: their
    /// look-ups could find older ones.
    ///
    /// - Parameters:
    ///   - bytes: The bytes.
    ///   - version: Their version in the reload.
    ///   - id: The reload.
    ///   - isServed: Whether a key is that of another fetch of the same image.
    /// - Complexity: O(*n*) for *n* fetches.
    mutating func serve(_ bytes: Bytes, version: Int, of id: FetchID, where isServed: (Key) -> Bool) {
        // Once for all variants.
        guard let reload = self[id], reload.version == version, reload.served == nil else { return }
        reload.served = bytes
        replacements += 1
        serve(bytes, where: isServed)
    }

    /// Bytes replace those of fetches, and end what these do for theirs.
    ///
    /// - Parameters:
    ///   - bytes: The bytes.
    ///   - isServed: Whether a key is that of a fetch of the same image.
    /// - Complexity: O(*n*) for *n* fetches.
    mutating func serve(_ bytes: Bytes, where isServed: (Key) -> Bool) {
        removeUnobserved(where: isServed)
        for entry in entries(where: isServed) {
            replaced.append(entry.phase)
            endStep(of: entry)
            settle(entry, with: bytes)
        }
    }

    /// Removes the fetches of an image that were cancelled while it was decoded: observers that are added are
    /// not to get it. There is nothing to stop, and their decodings hold what they have.
    ///
    /// - Complexity: O(*n*) for *n* fetches.
    mutating func removeUnobserved(where isRemoved: (Key) -> Bool) {
        for entry in entries(where: isRemoved) where !entry.isObserved { remove(entry) }
    }

    /// Removes the fetch of a key, if it was cancelled while its image was decoded.
    ///
    /// - Complexity: O(1).
    mutating func removeUnobserved(_ key: Key) {
        guard let place = places[key], let entry = entries[place], !entry.isObserved else { return }
        remove(entry)
    }

    /// Gives a new fetch the bytes of a reload.
    ///
    /// - Returns: Whether there is one that has any.
    mutating func useBytes(ofReload key: Key?, for entry: Entry) -> Bool {
        // Keys are hashed for loaders that reload images only.
        guard replacements > 0, let key, let place = places[key], let bytes = entries[place]?.served else {
            return false
        }
        settle(entry, with: bytes)
        return true
    }

    /// Whether a fetch has not ended, and may receive newer bytes.
    func mayReceive(_ id: FetchID) -> Bool { self[id]?.phase.mayReceive == true }

    private mutating func settle(_ entry: Entry, with bytes: Bytes) {
        entry.phase = .settled
        // That of the bytes which were replaced.
        entry.stored = StoredImage()
        // A reload may be served as well, whose bytes new fetches use.
        if entry.served != nil { entry.served = bytes }
        setBytes(bytes, of: entry)
    }
}
