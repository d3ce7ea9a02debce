import Streams

/// A source of pages with opaque cursors, such as `GET /users?cursor=b3BhcXVl`.
///
/// ```swift
/// let users = CursorPages(perPage: 30) { cursor, perPage in
///     let body = try await api.users(cursor: cursor, perPage: perPage)
///     return Page(body.users, previous: body.previousCursor, next: body.nextCursor)
/// }
/// ```
///
/// A list is paged both ways where pages have the cursor of the previous page, and can then begin with any
/// cursor.
public struct CursorPages<Cursor: Hashable & Sendable, Item: Sendable, Failure: Error>: PageSource {
    private let perPage: Int
    private let fetch: @Sendable (Cursor?, Int) -> AnyPublisher<Page<Cursor, Item>, Failure>

    /// Creates a source of pages from an asynchronous function.
    ///
    /// - Parameters:
    ///   - perPage: The number of items to request; at least one.
    ///   - fetch: Fetches the page at a cursor, or the first page for `nil`; the page has the cursors of the
    ///     adjacent pages, `nil` where the list ends. It runs in a task that is cancelled with the load.
    public init(
        perPage: Int,
        fetch:
            @escaping @Sendable (_ cursor: Cursor?, _ perPage: Int) async throws(Failure) -> Page<
                Cursor, Item
            >
    ) {
        self.init(perPage: perPage) { cursor, perPage in
            ExtraPublishers.Async { () async throws(Failure) in try await fetch(cursor, perPage) }
        }
    }

    /// Creates a source of pages from publishers.
    ///
    /// - Parameters:
    ///   - perPage: The number of items to request; at least one.
    ///   - fetch: Returns a publisher of the page at a cursor, or of the first page for `nil`; the page has
    ///     the cursors of the adjacent pages, `nil` where the list ends. Its first value is used; it is
    ///     cancelled with the load.
    public init<Fetched: Publisher>(
        perPage: Int, fetch: @escaping @Sendable (_ cursor: Cursor?, _ perPage: Int) -> Fetched
    ) where Fetched.Output == Page<Cursor, Item>, Fetched.Failure == Failure {
        precondition(perPage > 0, "A page has at least one item: perPage must be positive.")
        self.perPage = perPage
        self.fetch = { fetch($0, $1).eraseToAnyPublisher() }
    }

    public func page(for request: PageRequest<Cursor>) -> AnyPublisher<Page<Cursor, Item>, Failure> {
        fetch(request.key, perPage)
    }
}

extension CursorPages where Cursor == String {
    /// Creates a source of pages with cursors that are strings, as most are: the type of the cursor need not
    /// be stated in a closure that does not show it.
    ///
    /// - Parameters:
    ///   - perPage: The number of items to request; at least one.
    ///   - fetch: Fetches the page at a cursor, or the first page for `nil`; the page has the cursors of the
    ///     adjacent pages, `nil` where the list ends. It runs in a task that is cancelled with the load.
    public init(
        perPage: Int,
        fetch:
            @escaping @Sendable (_ cursor: String?, _ perPage: Int) async throws(Failure) -> Page<
                String, Item
            >
    ) {
        self.init(perPage: perPage) { cursor, perPage in
            ExtraPublishers.Async { () async throws(Failure) in try await fetch(cursor, perPage) }
        }
    }
}
