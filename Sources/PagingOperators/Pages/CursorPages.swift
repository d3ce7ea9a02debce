import Streams

/// Pages whose keys the server makes up, such as `GET /users?cursor=b3BhcXVl`.
public struct CursorPages<Cursor: Hashable & Sendable, Item: Sendable, Failure: Error>: PageSource {
    private let perPage: Int
    private let fetch: @Sendable (Cursor?, Int) async throws(Failure) -> Page<Cursor, Item>

    /// Makes a source of pages.
    ///
    /// - Parameters:
    ///   - perPage: How many items to ask for; at least one.
    ///   - fetch: Gets the page at a cursor, or the first page for `nil`; the page names the next cursor, or
    ///     `nil` if it is the last. It runs in a task that is cancelled with the load.
    public init(
        perPage: Int,
        fetch:
            @escaping @Sendable (_ cursor: Cursor?, _ perPage: Int) async throws(Failure) -> Page<
                Cursor, Item
            >
    ) {
        precondition(perPage > 0, "A page has room for at least one item.")
        self.perPage = perPage
        self.fetch = fetch
    }

    public func page(for request: PageRequest<Cursor>) -> Publishers.Async<Page<Cursor, Item>, Failure> {
        Publishers.Async { () async throws(Failure) in try await fetch(request.key, perPage) }
    }
}
