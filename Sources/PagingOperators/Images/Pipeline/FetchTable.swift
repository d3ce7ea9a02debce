/// Who waits for which fetch: one fetch per key, however many observers.
///
/// A pure state machine: no lock, no I/O. Each method takes an event and returns what is to be done about it. A
/// fetch that was abandoned or has ended is not in the table any more: nobody can join it, and whatever it still
/// reports is addressed to nobody.
struct FetchTable<Key: Hashable & Sendable, Fetch: Sendable, Observer: Sendable>: Sendable {
    /// One fetch. A later fetch of the same key has another identity.
    struct FetchID: Hashable, Sendable {
        let key: Key
        let number: Int
    }

    /// One observer's place in a fetch.
    struct Ticket: Hashable, Sendable {
        let fetch: FetchID
        let number: Int
    }

    /// What an observer that joined has to do.
    enum Joined: Sendable {
        /// Start the fetch, which is new.
        case start(Fetch, Ticket)
        /// Wait for the fetch, which has come that far.
        case wait(ImageProgress, Ticket)
    }

    /// What comes of an observer's leaving.
    enum Left: Sendable {
        /// The fetch goes on for others, or has ended before.
        case alone(Observer?)
        /// Nobody waits any more: the fetch is to be cancelled.
        case cancel(Fetch, Observer?)
    }

    private struct Entry: Sendable {
        let id: FetchID
        let fetch: Fetch
        var progress = ImageProgress()
        /// In the order in which they came, which is that of their numbers.
        var observers: [(number: Int, observer: Observer)] = []
    }

    private var entries: [Key: Entry] = [:]
    private var lastNumber = 0

    /// How many fetches are under way.
    var count: Int { entries.count }

    /// An observer wants the value of a key.
    ///
    /// - Parameters:
    ///   - observer: Will be told of the fetch.
    ///   - key: What is wanted.
    ///   - makeFetch: Makes a fetch, if there is none to join.
    mutating func join(_ observer: Observer, for key: Key, makeFetch: (FetchID) -> Fetch) -> Joined {
        if let entry = entries[key] {
            return .wait(entry.progress, add(observer, to: entry.id))
        }
        let id = FetchID(key: key, number: nextNumber())
        let fetch = makeFetch(id)
        entries[key] = Entry(id: id, fetch: fetch)
        return .start(fetch, add(observer, to: id))
    }

    /// An observer does not want the value any more.
    mutating func leave(_ ticket: Ticket) -> Left {
        let key = ticket.fetch.key
        guard entries[key]?.id == ticket.fetch,
            let place = entries[key]?.observers.firstIndex(where: { $0.number == ticket.number })
        else { return .alone(nil) }
        let observer = entries[key]?.observers.remove(at: place).observer
        guard let entry = entries[key], entry.observers.isEmpty else { return .alone(observer) }
        entries[key] = nil
        return .cancel(entry.fetch, observer)
    }

    /// A fetch has come further.
    ///
    /// - Returns: Who is to be told.
    mutating func advance(_ id: FetchID, to progress: ImageProgress) -> [Observer] {
        guard entries[id.key]?.id == id else { return [] }
        entries[id.key]?.progress = progress
        return entries[id.key]?.observers.map(\.observer) ?? []
    }

    /// A fetch has ended, well or not.
    ///
    /// - Returns: Who is to be told.
    mutating func finish(_ id: FetchID) -> [Observer] {
        guard let entry = entries[id.key], entry.id == id else { return [] }
        entries[id.key] = nil
        return entry.observers.map(\.observer)
    }

    private mutating func add(_ observer: Observer, to id: FetchID) -> Ticket {
        let ticket = Ticket(fetch: id, number: nextNumber())
        entries[id.key]?.observers.append((ticket.number, observer))
        return ticket
    }

    private mutating func nextNumber() -> Int {
        lastNumber += 1
        return lastNumber
    }
}
