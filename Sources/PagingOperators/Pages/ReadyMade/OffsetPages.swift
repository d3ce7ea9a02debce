import Streams

/// A source of pages that begin at an offset, such as `GET /users?offset=60&limit=30`.
///
/// ```swift
/// let users = OffsetPages(limit: 30) { offset, limit in
///     try await api.users(offset: offset, limit: limit)     // [User], FetchedItems<User>, or a publisher of either
/// }
/// ```
///
/// A list can begin at any offset, `startingAt: 45`, and is paged both ways from it; the page before offset
/// 45 has the 30 items from 15 on, and the one before that those from 0 up to 15.
///
/// A server may return fewer items than requested. The next page then begins after the last received item. If
/// a page is prepended, or is the target of a jump, further requests complete it, so that no item is missing.
public struct OffsetPages<Item: Sendable, Failure: Error>: PageSource {
    private let limit: Int
    private let end: PageEnd
    private let fetch: @Sendable (Int, Int) -> AnyPublisher<FetchedItems<Item>, Failure>

    /// Creates a source of pages from an asynchronous function, where the server returns the number of all
    /// items.
    ///
    /// - Parameters:
    ///   - limit: The number of items to request; at least one.
    ///   - end: Determines whether a page is the last if the total is unknown.
    ///   - fetch: Fetches the items at an offset, from zero. It runs in a task that is cancelled with the
    ///     load.
    @_disfavoredOverload  // A closure that only throws, as in a test, fits both.
    public init(
        limit: Int, end: PageEnd = .emptyPage,
        fetch: @escaping @Sendable (_ offset: Int, _ limit: Int) async throws(Failure) -> FetchedItems<Item>
    ) {
        self.init(limit: limit, end: end) { offset, limit in
            ExtraPublishers.Async { () async throws(Failure) in try await fetch(offset, limit) }
        }
    }

    /// Creates a source of pages from an asynchronous function, where the server returns only the items.
    ///
    /// - Parameters:
    ///   - limit: The number of items to request; at least one.
    ///   - end: Determines whether a page is the last.
    ///   - fetch: Fetches the items at an offset, from zero. It runs in a task that is cancelled with the
    ///     load.
    public init(
        limit: Int, end: PageEnd = .emptyPage,
        fetch: @escaping @Sendable (_ offset: Int, _ limit: Int) async throws(Failure) -> [Item]
    ) {
        self.init(limit: limit, end: end) { offset, limit in
            ExtraPublishers.Async { () async throws(Failure) in FetchedItems(try await fetch(offset, limit)) }
        }
    }

    /// Creates a source of pages from publishers, where the server returns the number of all items.
    ///
    /// - Parameters:
    ///   - limit: The number of items to request; at least one.
    ///   - end: Determines whether a page is the last if the total is unknown.
    ///   - fetch: Returns a publisher of the items at an offset, from zero. Its first value is used; it is
    ///     cancelled with the load.
    public init<Items: Publisher>(
        limit: Int, end: PageEnd = .emptyPage,
        fetch: @escaping @Sendable (_ offset: Int, _ limit: Int) -> Items
    ) where Items.Output == FetchedItems<Item>, Items.Failure == Failure {
        precondition(limit > 0, "A page has at least one item: limit must be positive.")
        self.limit = limit
        self.end = end
        self.fetch = { fetch($0, $1).eraseToAnyPublisher() }
    }

    /// Creates a source of pages from publishers, where the server returns only the items.
    ///
    /// - Parameters:
    ///   - limit: The number of items to request; at least one.
    ///   - end: Determines whether a page is the last.
    ///   - fetch: Returns a publisher of the items at an offset, from zero. Its first value is used; it is
    ///     cancelled with the load.
    public init<Items: Publisher>(
        limit: Int, end: PageEnd = .emptyPage,
        fetch: @escaping @Sendable (_ offset: Int, _ limit: Int) -> Items
    ) where Items.Output == [Item], Items.Failure == Failure {
        self.init(limit: limit, end: end) { offset, limit in
            fetch(offset, limit).map { FetchedItems($0) }
        }
    }

    /// Loads the items at an offset.
    ///
    /// - Parameter request: The page to load; a key of `nil` is the first page.
    public func page(for request: PageRequest<PageOffset>) -> AnyPublisher<Page<PageOffset, Item>, Failure> {
        let key = request.key ?? PageOffset(0)
        let end = key.offset.addingReportingOverflow(key.count ?? limit)
        let range = key.offset..<(end.overflow ? .max : end.partialValue)
        let fetched =
            mustBeFull(request)
            ? fill(range, permits: request.permits) : fetch(range.lowerBound, range.count)
        return fetched.map { page(of: $0, at: range) }.eraseToAnyPublisher()
    }

    /// Returns the page that contains a row; the first page begins at the start of the list.
    ///
    /// - Parameter row: A row of the whole list, counted from zero.
    /// - Returns: `nil` for a row that no list has, such as `Int.max`: a jump there loads page by page, up to
    ///   the last row.
    public func key(forRow row: Int) -> PageOffset? {
        row.isItemCount ? PageOffset(row / limit * limit) : nil
    }

    /// Whether the next page would not load the items that are missing from this one: the next page is loaded
    /// already, or the page is the target of a jump.
    private func mustBeFull(_ request: PageRequest<PageOffset>) -> Bool {
        switch request.direction {
        case .append: false
        case .prepend: true
        case .refresh: request.key != nil
        }
    }

    /// Fetches the items of a range, in as many requests as necessary.
    private func fill(
        _ range: Range<Int>, after received: [Item] = [], permits: RequestPermits?
    ) -> AnyPublisher<FetchedItems<Item>, Failure> {
        let rest = range.dropFirst(received.count)
        return part(rest, permits).prefix(1)
            .flatMap { fetched in
                let items = received + fetched.items.prefix(rest.count)
                if items.count == range.count || isLast(fetched, at: rest) {
                    return Just(FetchedItems(items, total: fetched.total))
                        .setFailureType(to: Failure.self).eraseToAnyPublisher()
                }
                return fill(range, after: items, permits: permits)
            }
            .eraseToAnyPublisher()
    }

    /// Fetches the items of a range as soon as a request may begin.
    private func part(
        _ range: Range<Int>, _ permits: RequestPermits?
    ) -> AnyPublisher<FetchedItems<Item>, Failure> {
        guard let permits else { return fetch(range.lowerBound, range.count) }
        return permits.next()
            .setFailureType(to: Failure.self)
            .flatMap { [fetch] in fetch(range.lowerBound, range.count) }
            .eraseToAnyPublisher()
    }

    private func page(of fetched: FetchedItems<Item>, at range: Range<Int>) -> Page<PageOffset, Item> {
        let itemsUpToHere = range.lowerBound + fetched.items.count
        return Page(
            fetched.items, previous: previous(of: range, fetched),
            next: isLast(fetched, at: range) ? nil : PageOffset(itemsUpToHere),
            total: fetched.knownTotal, itemsBefore: range.lowerBound)
    }

    private func previous(of range: Range<Int>, _ fetched: FetchedItems<Item>) -> PageOffset? {
        var upperBound = range.lowerBound
        // Far beyond the end the pages in between are empty.
        if fetched.items.isEmpty, let total = fetched.knownTotal { upperBound = min(upperBound, total) }
        if upperBound >= limit { return PageOffset(upperBound - limit) }
        return upperBound > 0 ? PageOffset(0, count: upperBound) : nil
    }

    private func isLast(_ fetched: FetchedItems<Item>, at range: Range<Int>) -> Bool {
        let count = fetched.items.count
        guard let total = fetched.knownTotal else { return end.isReached(by: count, of: range.count) }
        return count == 0 || range.lowerBound + count >= total
    }
}
