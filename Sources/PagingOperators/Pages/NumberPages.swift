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

    public func page(for request: PageRequest<Int>) -> Publishers.Async<Page<Int, Item>, Failure> {
        let number = request.key ?? first
        return Publishers.Async { () async throws(Failure) in
            let fetched = try await fetch(number, size)
            let isLast =
                fetched.total.map { (number - first + 1) * size >= $0 || fetched.items.isEmpty }
                ?? end.isReached(by: fetched.items.count, of: size)
            return Page(
                fetched.items,
                previous: number > first ? number - 1 : nil,
                next: isLast ? nil : number + 1,
                total: fetched.total)
        }
    }
}
