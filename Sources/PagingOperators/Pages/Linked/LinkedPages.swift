import Foundation
import Streams

/// A source of pages that link to the adjacent pages, as with a `Link` header.
///
/// ```swift
/// let users = LinkedPages(first: URL(string: "https://api.github.com/users?per_page=30")!) { url in
///     let (data, response) = try await session.data(from: url)
///     let header = (response as? HTTPURLResponse)?.value(forHTTPHeaderField: "Link")
///     return LinkedItems(
///         try decoder.decode([User].self, from: data), links: PageLinks(header: header, relativeTo: url))
/// }
/// ```
///
/// A list is paged both ways where pages link to the previous one, and can then begin with any URL.
public struct LinkedPages<Item: Sendable, Failure: Error>: PageSource {
    private let first: URL
    private let fetch: @Sendable (URL) -> AnyPublisher<LinkedItems<Item>, Failure>

    /// Creates a source of pages from an asynchronous function.
    ///
    /// - Parameters:
    ///   - first: The URL of the first page.
    ///   - fetch: Fetches the page at a URL. It runs in a task that is cancelled with the load.
    public init(
        first: URL, fetch: @escaping @Sendable (_ url: URL) async throws(Failure) -> LinkedItems<Item>
    ) {
        self.init(first: first) { url in
            ExtraPublishers.Async { () async throws(Failure) in try await fetch(url) }
        }
    }

    /// Creates a source of pages from publishers.
    ///
    /// - Parameters:
    ///   - first: The URL of the first page.
    ///   - fetch: Returns a publisher of the page at a URL. Its first value is used; it is cancelled with the
    ///     load.
    public init<Items: Publisher>(
        first: URL, fetch: @escaping @Sendable (_ url: URL) -> Items
    ) where Items.Output == LinkedItems<Item>, Items.Failure == Failure {
        self.first = first
        self.fetch = { fetch($0).eraseToAnyPublisher() }
    }

    public func page(for request: PageRequest<URL>) -> AnyPublisher<Page<URL, Item>, Failure> {
        fetch(request.key ?? first)
            .map { Page($0.items, previous: $0.links.previous, next: $0.links.next, total: $0.total) }
            .eraseToAnyPublisher()
    }
}
