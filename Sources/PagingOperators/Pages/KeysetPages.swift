import Streams

/// Pages that begin after the last item of the page before, such as `GET /users?since=46&per_page=30`.
///
/// ```swift
/// let users = KeysetPages(by: \User.id, perPage: 30) { since, perPage in
///     try await github.users(since: since, perPage: perPage)
/// }
/// ```
public struct KeysetPages<Item: Sendable, Key: Hashable & Sendable, Failure: Error>: PageSource {
    private let id: @Sendable (Item) -> Key
    private let perPage: Int
    private let end: PageEnd
    private let fetch: @Sendable (Key?, Int) async throws(Failure) -> [Item]

    /// Makes a source of pages.
    ///
    /// - Parameters:
    ///   - id: What the next page begins after, for an item.
    ///   - perPage: How many items to ask for; at least one.
    ///   - end: How the last page is known.
    ///   - fetch: Gets the items after a key, or the first ones for `nil`. It runs in a task that is cancelled
    ///     with the load.
    public init(
        by id: KeyPath<Item, Key> & Sendable, perPage: Int, end: PageEnd = .emptyPage,
        fetch: @escaping @Sendable (_ since: Key?, _ perPage: Int) async throws(Failure) -> [Item]
    ) {
        precondition(perPage > 0, "A page has room for at least one item.")
        self.id = { $0[keyPath: id] }
        self.perPage = perPage
        self.end = end
        self.fetch = fetch
    }

    public func page(for request: PageRequest<Key>) -> Publishers.Async<Page<Key, Item>, Failure> {
        Publishers.Async { () async throws(Failure) in
            let items = try await fetch(request.key, perPage)
            let isLast = end.isReached(by: items.count, of: perPage)
            return Page(items, next: isLast ? nil : items.last.map(id))
        }
    }
}
