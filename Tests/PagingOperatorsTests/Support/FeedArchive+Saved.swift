import Streams

@testable import PagingOperators

extension FeedArchive {
    /// The snapshot of an idle list.
    var saved: Snapshot? {
        let received = Locked<[Snapshot?]>([])
        save { snapshot in received.withLock { $0.append(snapshot) } }
        return received.withLock { $0.first ?? nil }
    }
}
