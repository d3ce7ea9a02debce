import Streams

/// A source of numbered pages, such as `GET /users?page=3&per_page=30`.
///
/// ```swift
/// let users = NumberPages(size: 30) { page, size in
///     try await api.users(page: page, perPage: size)        // [User], FetchedItems<User>, or a publisher of either
/// }
/// ```
///
/// A list can begin with any number and is paged both ways from it. The server may return fewer items than
/// requested; but jumps to a row require full pages, since the page of a row is computed from the size.
public struct NumberPages<Item: Sendable, Failure: Error>: PageSource {
    private let size: Int
    private let first: Int
    private let end: PageEnd
    private let fetch: @Sendable (Int, Int) -> AnyPublisher<FetchedItems<Item>, Failure>

    /// Creates a source of pages from an asynchronous function, where the server returns the number of all
    /// items.
    ///
    /// - Parameters:
    ///   - size: The number of items of a page; at least one.
    ///   - first: The number of the first page.
    ///   - end: Determines whether a page is the last if the total is unknown.
    ///   - fetch: Fetches the items of a page. It runs in a task that is cancelled with the load.
    @_disfavoredOverload  // A closure that only throws, as in a test, fits both.
    public init(
        size: Int, first: Int = 1, end: PageEnd = .emptyPage,
        fetch: @escaping @Sendable (_ page: Int, _ size: Int) async throws(Failure) -> FetchedItems<Item>
    ) {
        self.init(size: size, first: first, end: end) { page, size in
            ExtraPublishers.Async { () async throws(Failure) in try await fetch(page, size) }
        }
    }

    /// Creates a source of pages from an asynchronous function, where the server returns only the items.
    ///
    /// - Parameters:
    ///   - size: The number of items of a page; at least one.
    ///   - first: The number of the first page.
    ///   - end: Determines whether a page is the last.
    ///   - fetch: Fetches the items of a page. It runs in a task that is cancelled with the load.
    public init(
        size: Int, first: Int = 1, end: PageEnd = .emptyPage,
        fetch: @escaping @Sendable (_ page: Int, _ size: Int) async throws(Failure) -> [Item]
    ) {
        self.init(size: size, first: first, end: end) { page, size in
            ExtraPublishers.Async { () async throws(Failure) in FetchedItems(try await fetch(page, size)) }
        }
    }

    /// Creates a source of pages from publishers, where the server returns the number of all items.
    ///
    /// - Parameters:
    ///   - size: The number of items of a page; at least one.
    ///   - first: The number of the first page.
    ///   - end: Determines whether a page is the last if the total is unknown.
    ///   - fetch: Returns a publisher of the items of a page. Its first value is used; it is cancelled with
    ///     the load.
    public init<Items: Publisher>(
        size: Int, first: Int = 1, end: PageEnd = .emptyPage,
        fetch: @escaping @Sendable (_ page: Int, _ size: Int) -> Items
    ) where Items.Output == FetchedItems<Item>, Items.Failure == Failure {
        precondition(size > 0, "A page has at least one item: size must be positive.")
        self.size = size
        self.first = first
        self.end = end
        self.fetch = { fetch($0, $1).eraseToAnyPublisher() }
    }

    /// Creates a source of pages from publishers, where the server returns only the items.
    ///
    /// - Parameters:
    ///   - size: The number of items of a page; at least one.
    ///   - first: The number of the first page.
    ///   - end: Determines whether a page is the last.
    ///   - fetch: Returns a publisher of the items of a page. Its first value is used; it is cancelled with
    ///     the load.
    public init<Items: Publisher>(
        size: Int, first: Int = 1, end: PageEnd = .emptyPage,
        fetch: @escaping @Sendable (_ page: Int, _ size: Int) -> Items
    ) where Items.Output == [Item], Items.Failure == Failure {
        self.init(size: size, first: first, end: end) { page, size in
            fetch(page, size).map { FetchedItems($0) }
        }
    }

    public func page(for request: PageRequest<PageNumber>) -> AnyPublisher<Page<PageNumber, Item>, Failure> {
        let key = request.key ?? PageNumber(number: first, itemsBefore: 0)
        return fetch(key.number, size).map { page(of: $0, at: key) }.eraseToAnyPublisher()
    }

    /// Returns the page that contains a row, provided that the server returns full pages.
    ///
    /// - Parameter row: A row of the whole list, counted from zero.
    /// - Returns: `nil` for a row that no list has, such as `Int.max`: a jump there loads page by page, up to
    ///   the last row.
    public func key(forRow row: Int) -> PageNumber? {
        guard row.isItemCount else { return nil }
        let pagesBefore = row / size
        return PageNumber(number: first + pagesBefore, itemsBefore: pagesBefore * size)
    }

    private func page(of fetched: FetchedItems<Item>, at key: PageNumber) -> Page<PageNumber, Item> {
        let next = PageNumber(
            number: key.number + 1, itemsBefore: key.itemsBefore + fetched.items.count)
        return Page(
            fetched.items, previous: previous(of: key, fetched), next: isLast(fetched, key) ? nil : next,
            total: fetched.knownTotal, itemsBefore: key.itemsBefore)
    }

    private func previous(of key: PageNumber, _ fetched: FetchedItems<Item>) -> PageNumber? {
        let pagesBefore = key.number - first
        guard pagesBefore > 0 else { return nil }
        var index = pagesBefore - 1
        // Far beyond the end the pages in between are empty.
        if fetched.items.isEmpty, let total = fetched.knownTotal {
            index = min(index, (max(1, total) - 1) / sizeOfPages(before: key))
        }
        // The product may be greater than any `Int`.
        let product = key.itemsBefore.multipliedFullWidth(by: index)
        return PageNumber(
            number: first + index, itemsBefore: pagesBefore.dividingFullWidth(product).quotient)
    }

    /// The total counts as reached only if both the number of the page and the number of received items reach
    /// it: a server may limit the size of pages, or repeat items. Where a short page is the end, it is if the
    /// number of the page reaches the total.
    private func isLast(_ fetched: FetchedItems<Item>, _ key: PageNumber) -> Bool {
        if fetched.items.isEmpty { return true }
        guard let total = fetched.knownTotal else {
            return end.isReached(by: fetched.items.count, of: size)
        }
        let upToHere = Int64(key.number - first + 1) * Int64(sizeOfPages(before: key))
        let count = fetched.items.count
        return upToHere >= Int64(total)
            && (key.itemsBefore + count >= total || end.isReached(by: count, of: size))
    }

    /// The average size of the pages before one, which a server may limit.
    private func sizeOfPages(before key: PageNumber) -> Int {
        let pagesBefore = key.number - first
        return pagesBefore > 0 ? max(1, min(size, key.itemsBefore / pagesBefore)) : size
    }
}
