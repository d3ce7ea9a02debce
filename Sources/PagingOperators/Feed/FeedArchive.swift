import Streams

/// Saves a list, and restores it.
///
/// ```swift
/// let archive = FeedArchive<KeysetKey<Int>, User>(restoring: saved)
/// let feed = signals.paginate(threshold: 5, from: users).archived(by: archive).sink { state in render(state) }
///
/// let data = try JSONEncoder().encode(await archive.snapshot())        // when the app goes to the background
/// ```
///
/// It retains the items of the source besides the rows. Where transforms convert items, both are in memory.
/// It saves the session that began last. If a feed has several subscribers, share it, so that they have one
/// session.
public final class FeedArchive<Key: Hashable & Sendable, Item: Sendable>: Sendable {
    /// A saved list.
    public typealias Snapshot = PagingSnapshot<Key, Item>

    /// The first step of a restored list.
    public enum Continuation: Sendable, Hashable {
        /// Continues to load pages from the saved position.
        case paging

        /// Reloads the list, from the page with the first row that was in view. The restored rows stay until
        /// that page is loaded.
        case revalidating
    }

    @usableFromInline typealias Save = @Sendable (_ receive: @escaping @Sendable (Snapshot?) -> Void) -> Void

    let restored: Snapshot?
    let continuation: Continuation
    private let save = Locked<Save?>(nil)

    /// Creates an archive.
    ///
    /// - Parameters:
    ///   - snapshot: The saved list; with `nil` or no pages, lists begin with the source's first page.
    ///   - continuation: The first step of a restored list.
    public init(restoring snapshot: Snapshot? = nil, then continuation: Continuation = .paging) {
        restored = snapshot
        self.continuation = continuation
    }

    /// Delivers a snapshot of the list as it is now.
    ///
    /// - Parameter receive: Called once: at once or, while the session handles an event, after that, on the
    ///   thread that handles it. The snapshot is `nil` while no page is loaded, and when no session is
    ///   running.
    public func save(_ receive: @escaping @Sendable (Snapshot?) -> Void) {
        guard let save = save.withLock({ $0 }) else { return receive(nil) }
        save(receive)
    }

    /// A snapshot of the list as it is now; `nil` while no page is loaded, and when no session is running.
    public func snapshot() async -> Snapshot? {
        await withCheckedContinuation { continuation in save { continuation.resume(returning: $0) } }
    }

    @usableFromInline
    func follow(_ session: @escaping Save) {
        _ = save.exchange(session)
    }
}

extension ExtraPublishers.Paginate {
    /// Saves the list, and restores it when a session begins.
    ///
    /// - Parameter archive: Saves and restores the list.
    public func archived(by archive: FeedArchive<Source.Key, Source.Item>) -> Self {
        var feed = self
        feed.archive = archive
        feed.start.snapshot = archive.restored
        feed.start.revalidates = archive.continuation == .revalidating
        feed.start.keepsItems = true
        return feed
    }
}
