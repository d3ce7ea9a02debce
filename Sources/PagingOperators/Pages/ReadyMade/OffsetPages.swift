import Streams

/// Pages that begin at an offset, such as `GET /users?offset=60&limit=30`.
///
/// ```swift
/// let users = OffsetPages(limit: 30) { offset, limit in
///     try await api.users(offset: offset, limit: limit)     // [User], FetchedItems<User>, or a publisher of either
/// }
/// ```
///
/// The key of a page is its range in the whole list. A list can begin with any range and is paged both ways from it;
/// the page before `45..<75` is `15..<45`, and the one before that `0..<15`.
///
/// A server may return fewer items than it is asked for. The next page then begins where the items that were received
/// end; a page that goes before others, or that is gone to, is asked for again and again until its range is full, so
/// that no item is missed.
public struct OffsetPages<Item: Sendable, Failure: Error>: PageSource {
    private let limit: Int
    private let end: PageEnd
    private let fetch: @Sendable (Int, Int) -> AnyPublisher<FetchedItems<Item>, Failure>

    /// Makes a source of pages from an asynchronous function, where the server tells how many items there are.
    ///
    /// - Parameters:
    ///   - limit: How many items to ask for; at least one.
    ///   - end: How the last page is known when the total is not.
    ///   - fetch: Gets the items at an offset, from zero. It runs in a task that is cancelled with the load.
    public init(
        limit: Int, end: PageEnd = .emptyPage,
        fetch: @escaping @Sendable (_ offset: Int, _ limit: Int) async throws(Failure) -> FetchedItems<Item>
    ) {
        self.init(limit: limit, end: end) { offset, limit in
            Publishers.Async { () async throws(Failure) in try await fetch(offset, limit) }
        }
    }

    /// Makes a source of pages from an asynchronous function, where the server sends nothing but the items.
    ///
    /// - Parameters:
    ///   - limit: How many items to ask for; at least one.
    ///   - end: How the last page is known.
    ///   - fetch: Gets the items at an offset, from zero. It runs in a task that is cancelled with the load.
    public init(
        limit: Int, end: PageEnd = .emptyPage,
        fetch: @escaping @Sendable (_ offset: Int, _ limit: Int) async throws(Failure) -> [Item]
    ) {
        self.init(limit: limit, end: end) { offset, limit in
            Publishers.Async { () async throws(Failure) in FetchedItems(try await fetch(offset, limit)) }
        }
    }

    /// Makes a source of pages from publishers, where the server tells how many items there are.
    ///
    /// - Parameters:
    ///   - limit: How many items to ask for; at least one.
    ///   - end: How the last page is known when the total is not.
    ///   - fetch: Makes the publisher of the items at an offset, from zero. Its first value is taken; it is cancelled
    ///     with the load.
    public init<Items: Publisher>(
        limit: Int, end: PageEnd = .emptyPage,
        fetch: @escaping @Sendable (_ offset: Int, _ limit: Int) -> Items
    ) where Items.Output == FetchedItems<Item>, Items.Failure == Failure {
        precondition(limit > 0, "A page has room for at least one item.")
        self.limit = limit
        self.end = end
        self.fetch = { fetch($0, $1).eraseToAnyPublisher() }
    }

    /// Makes a source of pages from publishers, where the server sends nothing but the items.
    ///
    /// - Parameters:
    ///   - limit: How many items to ask for; at least one.
    ///   - end: How the last page is known.
    ///   - fetch: Makes the publisher of the items at an offset, from zero. Its first value is taken; it is cancelled
    ///     with the load.
    public init<Items: Publisher>(
        limit: Int, end: PageEnd = .emptyPage,
        fetch: @escaping @Sendable (_ offset: Int, _ limit: Int) -> Items
    ) where Items.Output == [Item], Items.Failure == Failure {
        self.init(limit: limit, end: end) { offset, limit in
            fetch(offset, limit).map { FetchedItems($0) }
        }
    }

    /// Loads the items of a range.
    ///
    /// - Parameter request: A range that is not empty and begins at zero or above; `nil` for the first items.
    public func page(for request: PageRequest<Range<Int>>) -> AnyPublisher<Page<Range<Int>, Item>, Failure> {
        let range = request.key ?? 0..<limit
        precondition(range.lowerBound >= 0 && !range.isEmpty, "A page has a range of items.")
        let fetched = mustBeFull(request) ? fill(range) : fetch(range.lowerBound, range.count)
        return fetched.map { page(of: $0, at: range) }.eraseToAnyPublisher()
    }

    /// The page that has a row; pages are counted from the start of the list.
    ///
    /// - Parameter row: A row of the whole list, counted from zero.
    public func key(forRow row: Int) -> Range<Int>? {
        let start = row / limit * limit
        return start..<start + limit
    }

    /// Whether what is missing from a page would not come with the next one: there is a page after it already, or it is
    /// wanted for a certain row.
    private func mustBeFull(_ request: PageRequest<Range<Int>>) -> Bool {
        switch request.direction {
        case .append: false
        case .prepend: true
        case .refresh: request.key != nil
        }
    }

    /// Gets the items of a range, in as many requests as it takes.
    private func fill(
        _ range: Range<Int>, after received: [Item] = []
    ) -> AnyPublisher<FetchedItems<Item>, Failure> {
        let rest = range.dropFirst(received.count)
        return fetch(rest.lowerBound, rest.count).prefix(1)
            .flatMap { fetched in
                let items = received + fetched.items.prefix(rest.count)
                if items.count == range.count || isLast(fetched, at: rest) {
                    return Just(FetchedItems(items, total: fetched.total))
                        .setFailureType(to: Failure.self).eraseToAnyPublisher()
                }
                return fill(range, after: items)
            }
            .eraseToAnyPublisher()
    }

    private func page(of fetched: FetchedItems<Item>, at range: Range<Int>) -> Page<Range<Int>, Item> {
        let itemsUpToHere = range.lowerBound + fetched.items.count
        return Page(
            fetched.items, previous: previous(of: range, fetched),
            next: isLast(fetched, at: range) ? nil : itemsUpToHere..<itemsUpToHere + limit,
            total: fetched.total, itemsBefore: range.lowerBound)
    }

    private func previous(of range: Range<Int>, _ fetched: FetchedItems<Item>) -> Range<Int>? {
        var upperBound = range.lowerBound
        // Far beyond the end there is nothing to find page by page.
        if fetched.items.isEmpty, let total = fetched.total { upperBound = min(upperBound, total) }
        return upperBound > 0 ? max(0, upperBound - limit)..<upperBound : nil
    }

    private func isLast(_ fetched: FetchedItems<Item>, at range: Range<Int>) -> Bool {
        let count = fetched.items.count
        guard let total = fetched.total else { return end.isReached(by: count, of: range.count) }
        return count == 0 || range.lowerBound + count >= total
    }
}
