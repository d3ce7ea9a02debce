import Streams

/// Pages that begin at an offset, such as `GET /users?offset=60&limit=30`.
///
/// The next page begins where the items that were received end, however many were asked for.
public struct OffsetPages<Item: Sendable, Failure: Error>: PageSource {
    private let limit: Int
    private let end: PageEnd
    private let fetch: @Sendable (Int, Int) async throws(Failure) -> FetchedItems<Item>

    /// Makes a source of pages from a server that tells how many items there are.
    ///
    /// - Parameters:
    ///   - limit: How many items to ask for; at least one.
    ///   - end: How the last page is known when the total is not.
    ///   - fetch: Gets the items at an offset, from zero. It runs in a task that is cancelled with the load.
    public init(
        limit: Int, end: PageEnd = .emptyPage,
        fetch: @escaping @Sendable (_ offset: Int, _ limit: Int) async throws(Failure) -> FetchedItems<Item>
    ) {
        precondition(limit > 0, "A page has room for at least one item.")
        self.limit = limit
        self.end = end
        self.fetch = fetch
    }

    /// Makes a source of pages from a server that sends nothing but the items.
    public init(
        limit: Int, end: PageEnd = .emptyPage,
        fetch: @escaping @Sendable (_ offset: Int, _ limit: Int) async throws(Failure) -> [Item]
    ) {
        self.init(limit: limit, end: end) { (offset, limit) async throws(Failure) in
            FetchedItems(try await fetch(offset, limit))
        }
    }

    public func page(for request: PageRequest<Int>) -> Publishers.Async<Page<Int, Item>, Failure> {
        let offset = request.key ?? 0
        return Publishers.Async { () async throws(Failure) in
            let fetched = try await fetch(offset, limit)
            let next = offset + fetched.items.count
            let isLast =
                fetched.total.map { next >= $0 || fetched.items.isEmpty }
                ?? end.isReached(by: fetched.items.count, of: limit)
            return Page(fetched.items, next: isLast ? nil : next, total: fetched.total)
        }
    }
}
