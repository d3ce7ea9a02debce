import Streams

/// A source of pages that begin after the last item of the previous page, such as
/// `GET /users?since=46&per_page=30`.
///
/// ```swift
/// let users = KeysetPages(by: \User.id, perPage: 30) { since, perPage in
///     try await github.users(since: since, perPage: perPage)            // [User], or a publisher of it
/// }
/// ```
///
/// Where the server also returns the items before one, the list can begin in the middle and is paged both
/// ways:
///
/// ```swift
/// let messages = KeysetPages(by: \Message.id, perPage: 50) { id, perPage in
///     try await chat.messages(after: id, limit: perPage)
/// } before: { id, perPage in
///     try await chat.messages(before: id, limit: perPage)
/// }
/// let feed = signals.paginate(threshold: 10, from: messages, startingAt: .after(lastRead))
/// ```
public struct KeysetPages<Item: Sendable, ID: Hashable & Sendable, Failure: Error>: PageSource {
    private let id: @Sendable (Item) -> ID
    private let perPage: Int
    private let end: PageEnd
    private let fetchAfter: @Sendable (ID?, Int) -> AnyPublisher<[Item], Failure>
    private let fetchBefore: (@Sendable (ID, Int) -> AnyPublisher<[Item], Failure>)?

    /// Creates a source of pages from an asynchronous function.
    ///
    /// - Parameters:
    ///   - id: The property that identifies an item for the server.
    ///   - perPage: The number of items to request; at least one.
    ///   - end: Determines whether a page is the last.
    ///   - fetch: Fetches the items after an identifier, or the first ones for `nil`. It runs in a task that
    ///     is cancelled with the load.
    public init(
        by id: KeyPath<Item, ID> & Sendable, perPage: Int, end: PageEnd = .emptyPage,
        fetch: @escaping @Sendable (_ since: ID?, _ perPage: Int) async throws(Failure) -> [Item]
    ) {
        self.init(by: id, perPage: perPage, end: end) { since, perPage in
            ExtraPublishers.Async { () async throws(Failure) in try await fetch(since, perPage) }
        }
    }

    /// Creates a source of pages both ways from asynchronous functions.
    ///
    /// - Parameters:
    ///   - id: The property that identifies an item for the server.
    ///   - perPage: The number of items to request; at least one.
    ///   - end: Determines whether a page is the last on its side.
    ///   - fetch: Fetches the items after an identifier, or the first ones for `nil`. It runs in a task that
    ///     is cancelled with the load.
    ///   - before: Fetches the items directly before the one with an identifier, in the order of the list. It
    ///     runs in a task, too.
    public init(
        by id: KeyPath<Item, ID> & Sendable, perPage: Int, end: PageEnd = .emptyPage,
        fetch: @escaping @Sendable (_ since: ID?, _ perPage: Int) async throws(Failure) -> [Item],
        before: @escaping @Sendable (_ id: ID, _ perPage: Int) async throws(Failure) -> [Item]
    ) {
        self.init(by: id, perPage: perPage, end: end) { since, perPage in
            ExtraPublishers.Async { () async throws(Failure) in try await fetch(since, perPage) }
        } before: { id, perPage in
            ExtraPublishers.Async { () async throws(Failure) in try await before(id, perPage) }
        }
    }

    /// Creates a source of pages from publishers.
    ///
    /// - Parameters:
    ///   - id: The property that identifies an item for the server.
    ///   - perPage: The number of items to request; at least one.
    ///   - end: Determines whether a page is the last.
    ///   - fetch: Returns a publisher of the items after an identifier, or of the first ones for `nil`. Its
    ///     first value is used; it is cancelled with the load.
    public init<Items: Publisher>(
        by id: KeyPath<Item, ID> & Sendable, perPage: Int, end: PageEnd = .emptyPage,
        fetch: @escaping @Sendable (_ since: ID?, _ perPage: Int) -> Items
    ) where Items.Output == [Item], Items.Failure == Failure {
        precondition(perPage > 0, "A page has at least one item: perPage must be positive.")
        self.id = { $0[keyPath: id] }
        self.perPage = perPage
        self.end = end
        fetchAfter = { fetch($0, $1).eraseToAnyPublisher() }
        fetchBefore = nil
    }

    /// Creates a source of pages both ways from publishers.
    ///
    /// - Parameters:
    ///   - id: The property that identifies an item for the server.
    ///   - perPage: The number of items to request; at least one.
    ///   - end: Determines whether a page is the last on its side.
    ///   - fetch: Returns a publisher of the items after an identifier, or of the first ones for `nil`. Its
    ///     first value is used; it is cancelled with the load.
    ///   - before: Returns a publisher of the items directly before the one with an identifier, in the order
    ///     of the list.
    public init<Items: Publisher, ItemsBefore: Publisher>(
        by id: KeyPath<Item, ID> & Sendable, perPage: Int, end: PageEnd = .emptyPage,
        fetch: @escaping @Sendable (_ since: ID?, _ perPage: Int) -> Items,
        before: @escaping @Sendable (_ id: ID, _ perPage: Int) -> ItemsBefore
    )
    where
        Items.Output == [Item], Items.Failure == Failure,
        ItemsBefore.Output == [Item], ItemsBefore.Failure == Failure
    {
        precondition(perPage > 0, "A page has at least one item: perPage must be positive.")
        self.id = { $0[keyPath: id] }
        self.perPage = perPage
        self.end = end
        fetchAfter = { fetch($0, $1).eraseToAnyPublisher() }
        fetchBefore = { before($0, $1).eraseToAnyPublisher() }
    }

    /// Loads the items before or after one.
    ///
    /// Where a list would begin with an empty page, it begins with the items before that page, if there are
    /// any. If no items are before the one at which a list or a loop begins, it begins with its first page.
    ///
    /// - Parameter request: The page to load; a key of `nil` is the first page. Without a `before` closure a
    ///   page before an item fails with ``PagingError/noPage``.
    public func page(for request: PageRequest<KeysetKey<ID>>) -> AnyPublisher<
        Page<KeysetKey<ID>, Item>, Failure
    > {
        switch (request.direction, request.key) {
        // What follows an empty page before an item is the first page, for which there is no key.
        case (.refresh, _), (.append, .some(.before)): firstPage(at: request.key)
        case (.append, _), (.prepend, _): page(at: request.key)
        }
    }

    private func firstPage(at key: KeysetKey<ID>?) -> AnyPublisher<Page<KeysetKey<ID>, Item>, Failure> {
        guard fetchBefore != nil, let key else { return page(at: key) }
        return page(at: key).prefix(1)
            .flatMap { page in
                if page.items.isEmpty {
                    return firstPage(at: neighbor(of: key))
                        .map { page in
                            var page = page
                            // What follows the key has just been empty.
                            if page.next == key { page.next = nil }
                            return page
                        }
                        .eraseToAnyPublisher()
                }
                return Just(page).setFailureType(to: Failure.self).eraseToAnyPublisher()
            }
            .eraseToAnyPublisher()
    }

    /// The key on the other side of the same item, to load if a page is empty.
    private func neighbor(of key: KeysetKey<ID>) -> KeysetKey<ID>? {
        switch key {
        case .after(let id): .before(id)
        case .before: nil
        }
    }

    private func page(at key: KeysetKey<ID>?) -> AnyPublisher<Page<KeysetKey<ID>, Item>, Failure> {
        switch key {
        case nil: page(after: nil)
        case .after(let id): page(after: id)
        case .before(let id): page(before: id)
        }
    }

    private func page(after since: ID?) -> AnyPublisher<Page<KeysetKey<ID>, Item>, Failure> {
        let isTwoWay = fetchBefore != nil
        return fetchAfter(since, perPage)
            .map { items in
                let isLast = end.isReached(by: items.count, of: perPage)
                let isFirst = since == nil || !isTwoWay
                return Page(
                    items, previous: isFirst ? nil : items.first.map { .before(id($0)) },
                    next: isLast ? nil : items.last.map { .after(id($0)) })
            }
            .eraseToAnyPublisher()
    }

    private func page(before key: ID) -> AnyPublisher<Page<KeysetKey<ID>, Item>, Failure> {
        guard let fetchBefore else { return Empty().eraseToAnyPublisher() }
        return fetchBefore(key, perPage)
            .map { items in
                let isFirst = end.isReached(by: items.count, of: perPage)
                return Page(
                    items, previous: isFirst ? nil : items.first.map { .before(id($0)) },
                    next: items.last.map { .after(id($0)) })
            }
            .eraseToAnyPublisher()
    }
}
