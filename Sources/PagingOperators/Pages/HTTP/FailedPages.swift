import Streams

/// The pages that were not found, as the pages before them determined. The first load of such a page fails
/// without a request, as the page before it has just been loaded. A later one requests that page again.
final class FailedPages: Sendable {
    private let keys = Locked<Set<HTTPPageKey>>([])

    /// Records the load of a page.
    ///
    /// - Parameter key: Its key. One that was stored is of an earlier session.
    /// - Returns: Whether it is the first one.
    func isFirst(_ key: HTTPPageKey) -> Bool {
        if key.isRestored { return false }
        return keys.withLock { $0.insert(key).inserted }
    }
}
