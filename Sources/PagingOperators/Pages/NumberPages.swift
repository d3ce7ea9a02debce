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
    ///   - end: How the last page is known where the total does not tell.
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
            let count = fetched.items.count
            let isLast =
                end.isReached(by: count, of: size)
                || fetched.total.map { reaches($0, page: number, count: count) } ?? false
            return Page(
                fetched.items,
                previous: number > first ? number - 1 : nil,
                next: isLast ? nil : number + 1,
                total: fetched.total)
        }
    }
    /// Whether a page is the last of a total, which it is if all pages before it were full.
    ///
    /// They were not if it is short and its end is not the total's: such a server sends fewer items than it is
    /// asked for, and counts its pages in those.
    private func reaches(_ total: Int, page number: Int, count: Int) -> Bool {
        let end = (number - first) * size + count
        return count < size ? end == total : end >= total
    }
}
