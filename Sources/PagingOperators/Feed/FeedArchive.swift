import Streams

/// Saves a list, and begins a list with what was saved.
///
/// ```swift
/// let archive = FeedArchive<KeysetKey<Int>, User>(restoring: saved)
/// let feed = signals.paginate(threshold: 5, from: users).archived(by: archive).sink { state in render(state) }
///
/// let data = try JSONEncoder().encode(await archive.snapshot())        // when the app goes to the background
/// ```
///
/// It keeps the items of the source as they are besides the rows, which costs memory where transforms make other
/// rows of them. It follows the session that began last; share a feed among subscribers to have just one.
public final class FeedArchive<Key: Hashable & Sendable, Item: Sendable>: Sendable {
    /// What is kept of a list.
    public typealias Snapshot = PagingSnapshot<Key, Item>

    /// What a list that is restored does at first.
    public enum Continuation: Sendable, Hashable {
        /// It goes on to page where it was.
        case paging

        /// It loads anew, around the row that was shown last; the restored rows stay until the first page is in.
        case revalidating
    }

    @usableFromInline typealias Save = @Sendable (_ receive: @escaping @Sendable (Snapshot?) -> Void) -> Void

    let restored: Snapshot?
    let continuation: Continuation
    private let save = Locked<Save?>(nil)

    /// Makes an archive.
    ///
    /// - Parameters:
    ///   - snapshot: What lists begin with; with `nil` or no pages, with the source's first page.
    ///   - continuation: What they do then.
    public init(restoring snapshot: Snapshot? = nil, then continuation: Continuation = .paging) {
        restored = snapshot
        self.continuation = continuation
    }

    /// Gets the list as it is now.
    ///
    /// - Parameter receive: Called once, at once or, while the list is handling something, when it has; on the thread
    ///   that does. `nil` while no page is in, and when no session is running.
    public func save(_ receive: @escaping @Sendable (Snapshot?) -> Void) {
        guard let save = save.withLock({ $0 }) else { return receive(nil) }
        save(receive)
    }

    /// The list as it is now; `nil` while no page is in, and when no session is running.
    public func snapshot() async -> Snapshot? {
        await withCheckedContinuation { continuation in save { continuation.resume(returning: $0) } }
    }

    @usableFromInline
    func follow(_ session: @escaping Save) {
        _ = save.exchange(session)
    }
}

extension Publishers.Paginate {
    /// Lets the list be saved, and begin with what was saved.
    ///
    /// - Parameter archive: Where it is saved and restored from.
    public func archived(by archive: FeedArchive<Source.Key, Source.Item>) -> Self {
        var feed = self
        feed.archive = archive
        feed.start.snapshot = archive.restored
        feed.start.revalidates = archive.continuation == .revalidating
        feed.start.keepsItems = true
        return feed
    }
}
