import Streams

/// Pages that are numbered, such as `GET /users?page=3&per_page=30`.
public struct NumberPages<Item: Sendable, Failure: Error>: PageSource {
    private let first: Int
    private let size: Int
    private let end: PageEnd
    private let fetch: @Sendable (Int, Int) async throws(Failure) -> FetchedItems<Item>

    /// Makes a source of pages from a server that tells how many items there are.
    ///
    /// - Parameters:
    ///   - size: How many items make a page; at least one.
    ///   - first: The number of the first page.
    ///   - end: How the last page is known when the total is not.
    ///   - fetch: Gets the items of a page. It runs in a task that is cancelled with the load.
    public init(
        size: Int, first: Int = 1, end: PageEnd = .emptyPage,
        fetch: @escaping @Sendable (_ page: Int, _ size: Int) async throws(Failure) -> FetchedItems<Item>
    ) {
        precondition(size > 0, "A page has room for at least one item.")
        self.size = size
        self.first = first
        self.end = end
        self.fetch = fetch
    }

    /// Makes a source of pages from a server that sends nothing but the items.
    public init(
        size: Int, first: Int = 1, end: PageEnd = .emptyPage,
        fetch: @escaping @Sendable (_ page: Int, _ size: Int) async throws(Failure) -> [Item]
    ) {
        self.init(size: size, first: first, end: end) { (page, size) async throws(Failure) in
            FetchedItems(try await fetch(page, size))
        }
    }

    public func page(for request: PageRequest<PageNumber>)
        -> Publishers.Async<Page<PageNumber, Item>, Failure>
    {
        let key = request.key ?? PageNumber(number: first, itemsBefore: 0)
        return Publishers.Async { () async throws(Failure) in
            let fetched = try await fetch(key.number, size)
            let itemsUpToHere = key.itemsBefore + fetched.items.count
            let isLast = isLast(fetched, key)
            let next = PageNumber(number: key.number + 1, itemsBefore: itemsUpToHere)
            return Page(
                fetched.items, previous: previous(of: key), next: isLast ? nil : next, total: fetched.total)
        }
    }

    private func previous(of key: PageNumber) -> PageNumber? {
        guard key.number > first else { return nil }
        return PageNumber(number: key.number - 1, itemsBefore: max(0, key.itemsBefore - size))
    }

    /// A total is believed to be reached when both the number of the page and the items received say so: a server
    /// may cap the size of pages, or repeat items.
    private func isLast(_ fetched: FetchedItems<Item>, _ key: PageNumber) -> Bool {
        if fetched.items.isEmpty || end.isReached(by: fetched.items.count, of: size) { return true }
        guard let total = fetched.total else { return false }
        let pagesBefore = key.number - first
        let pageSize = pagesBefore > 0 ? min(size, key.itemsBefore / pagesBefore) : size
        return (pagesBefore + 1) * pageSize >= total && key.itemsBefore + fetched.items.count >= total
    }
}

/// The key of a numbered page.
public struct PageNumber: Hashable, Sendable, Codable {
    /// The number of the page.
    public var number: Int

    /// How many items the pages before it had.
    public var itemsBefore: Int

    /// Makes a key.
    public init(number: Int, itemsBefore: Int) {
        self.number = number
        self.itemsBefore = itemsBefore
    }
}
