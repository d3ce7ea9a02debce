/// The fetches that are running, and the observers of each: one fetch per key, however many observers.
///
/// A pure state machine: no lock, no I/O. Each method takes an event and returns the action to perform. A fetch that
/// was cancelled or has ended is not in the table any more: it accepts no observers, and events of it are ignored.
struct FetchTable<Key: Hashable & Sendable, Fetch: Sendable, Observer: Sendable>: Sendable {
    /// Identifies one fetch. A later fetch of the same key has another identifier.
    struct FetchID: Hashable, Sendable {
        let key: Key
        let number: Int
    }

    /// Identifies one observer of a fetch.
    struct ObserverID: Hashable, Sendable {
        let fetch: FetchID
        let number: Int
    }

    /// The action for an observer that was added.
    enum Added: Sendable {
        /// Start the fetch, which is new.
        case start(Fetch, ObserverID)
        /// Observe the fetch that is running; its progress so far.
        case share(ImageProgress, ObserverID)
    }

    /// The action for an observer that was removed.
    enum Removed: Sendable {
        /// None: the fetch has other observers, or has ended.
        case none(Observer?)
        /// Cancel the fetch: it has no observers left.
        case cancel(Fetch, Observer?)
    }

    private struct Entry: Sendable {
        let id: FetchID
        let fetch: Fetch
        var progress = ImageProgress()
        /// In the order in which they were added, which is that of their numbers.
        var observers: [(number: Int, observer: Observer)] = []
    }

    private var entries: [Key: Entry] = [:]
    private var lastNumber = 0

    /// The number of running fetches.
    var count: Int { entries.count }

    /// Adds an observer of the fetch of a key.
    ///
    /// - Parameters:
    ///   - observer: Observes the fetch.
    ///   - key: The key of the value to fetch.
    ///   - makeFetch: Makes a fetch; called if none of the key is running.
    mutating func add(_ observer: Observer, for key: Key, makeFetch: (FetchID) -> Fetch) -> Added {
        if let entry = entries[key] {
            return .share(entry.progress, append(observer, to: entry.id))
        }
        let id = FetchID(key: key, number: nextNumber())
        let fetch = makeFetch(id)
        entries[key] = Entry(id: id, fetch: fetch)
        return .start(fetch, append(observer, to: id))
    }

    /// Removes an observer, and its fetch with the last of them.
    mutating func remove(_ id: ObserverID) -> Removed {
        let key = id.fetch.key
        guard entries[key]?.id == id.fetch,
            let index = entries[key]?.observers.firstIndex(where: { $0.number == id.number })
        else { return .none(nil) }
        let observer = entries[key]?.observers.remove(at: index).observer
        guard let entry = entries[key], entry.observers.isEmpty else { return .none(observer) }
        entries[key] = nil
        return .cancel(entry.fetch, observer)
    }

    /// Updates the progress of a fetch.
    ///
    /// - Returns: The observers to notify.
    mutating func advance(_ id: FetchID, to progress: ImageProgress) -> [Observer] {
        guard entries[id.key]?.id == id else { return [] }
        entries[id.key]?.progress = progress
        return entries[id.key]?.observers.map(\.observer) ?? []
    }

    /// Removes a fetch that has succeeded or failed.
    ///
    /// - Returns: The observers to notify.
    mutating func finish(_ id: FetchID) -> [Observer] {
        guard let entry = entries[id.key], entry.id == id else { return [] }
        entries[id.key] = nil
        return entry.observers.map(\.observer)
    }

    private mutating func append(_ observer: Observer, to fetch: FetchID) -> ObserverID {
        let id = ObserverID(fetch: fetch, number: nextNumber())
        entries[fetch.key]?.observers.append((id.number, observer))
        return id
    }

    private mutating func nextNumber() -> Int {
        lastNumber += 1
        return lastNumber
    }
}
