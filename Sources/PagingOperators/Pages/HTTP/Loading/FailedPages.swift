import Streams

/// The pages that were not found, as pages determined that have just been loaded. The next load of such a
/// page fails without a request. Any other requests the page again that did not lead to it.
final class FailedPages: Sendable {
    private static let limit = 16

    private let keys = Locked<[HTTPPageKey]>([])

    /// Records the key of a page that a page leads to.
    func insert(_ key: HTTPPageKey) {
        keys.withLock { keys in
            if keys.contains(key) { return }
            keys.append(key)
            if keys.count > Self.limit { keys.removeFirst() }
        }
    }

    /// Forgets a key.
    ///
    /// - Returns: Whether it was recorded.
    @discardableResult
    func remove(_ key: HTTPPageKey) -> Bool {
        keys.withLock { keys in
            guard let index = keys.firstIndex(of: key) else { return false }
            keys.remove(at: index)
            return true
        }
    }
}
