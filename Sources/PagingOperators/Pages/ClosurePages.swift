import Streams

/// A source of pages that calls a closure. Made by `paginate(threshold:_:)`.
public struct ClosurePages<Key: Hashable & Sendable, Item: Sendable, Pages: Publisher>: PageSource
where Pages.Output == Page<Key, Item> {
    public typealias Failure = Pages.Failure

    private let fetch: @Sendable (PageRequest<Key>) -> Pages

    /// Creates a source of pages.
    ///
    /// - Parameter fetch: Returns a publisher of the requested page.
    public init(fetch: @escaping @Sendable (PageRequest<Key>) -> Pages) {
        self.fetch = fetch
    }

    public func page(for request: PageRequest<Key>) -> Pages {
        fetch(request)
    }
}
