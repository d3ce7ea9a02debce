import Flux

/// The places in a list at which keys were named, which detect a cycle of any length in bounded memory.
///
/// A page may be loaded again, so that a key which is named twice is repeated only if its page would be at
/// another place. As ``PageSource/pages(prefetch:startingAt:allowsRepeatedKeys:)``, this keeps the first
/// keys, and of later ones a single key, which is replaced whenever their number has doubled (Brent's
/// algorithm).
final class PagePlaces<Key: Hashable & Sendable>: Sendable {
    private struct State: Sendable {
        var first: [Key: Int] = [:]
        var later: (key: Key, place: Int)?
    }

    private let limit: Int
    private let state = Locked(State())

    /// - Parameter limit: The number of keys that are all kept.
    init(limit: Int = 1 << 12) {
        self.limit = limit
    }

    /// Returns whether a page before a place has the key of that place, and keeps the key otherwise.
    ///
    /// - Parameters:
    ///   - key: The key of a page.
    ///   - place: The number of pages before it, at least 1.
    func isRepeated(_ key: Key, at place: Int) -> Bool {
        state.withLock { state in
            if let earlier = state.first[key] { return earlier < place }
            if let later = state.later, later.key == key { return later.place < place }
            if place <= limit {
                state.first[key] = place
            } else if place >= 2 * (state.later?.place ?? 0) {
                state.later = (key, place)
            }
            return false
        }
    }

    /// Removes all keys, because the list begins again.
    func removeAll() {
        state.withLock { $0 = State() }
    }
}
