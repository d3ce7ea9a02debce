import Streams

/// The items of a source, or its pages, as an asynchronous sequence. See
/// `items(prefetch:)` of ``PageSource``.
///
/// Each loop loads the pages anew. It loads a page when it needs an element of it, or ahead of that as far as
/// `prefetch` allows. The load that runs is cancelled when the loop exits or its task is cancelled.
public struct PageSequence<Source: PageSource, Element: Sendable, Failure: Error>: AsyncSequence, Sendable {
    /// The publisher of the elements.
    public typealias Elements = ExtraPublishers.PageElements<Source, Element, Failure>

    /// A publisher of the same elements, which loads pages as they are requested and delivers them where
    /// their loads complete.
    public let publisher: Elements

    @inlinable
    init(_ publisher: Elements) {
        self.publisher = publisher
    }

    @inlinable
    public func makeAsyncIterator() -> AsyncPublisher<Elements>.Iterator {
        publisher.values(buffering: .onDemand).makeAsyncIterator()
    }
}

extension PageSequence {
    /// The same elements, with a failure that has the key of the page and the type of the source's failure.
    ///
    /// A loop throws the errors of its source, and ``PagingError``, as they are. This form has one typed
    /// failure for both, which also has the key of the page that failed.
    ///
    /// ```swift
    /// do {
    ///     for try await user in users.items().withPageErrors() { print(user.login) }
    /// } catch {
    ///     print("The page at \(error.key.map { "\($0)" } ?? "the start") failed: \(error)")
    /// }
    /// ```
    @inlinable
    public func withPageErrors() -> PageSequence<Source, Element, PageError<Source.Key, Source.Failure>> {
        PageSequence<Source, Element, PageError<Source.Key, Source.Failure>>(
            ExtraPublishers.PageElements(
                source: publisher.source, prefetch: publisher.prefetch, first: publisher.first,
                allowsRepeatedKeys: publisher.allowsRepeatedKeys, elements: publisher.elements,
                failure: { $0 }))
    }
}

extension PageSequence where Element == Source.Item {
    /// The same items, the last of each page with the position after that page.
    ///
    /// ```swift
    /// for try await (user, checkpoint) in users.items(prefetch: 1, resumingAt: saved).withCheckpoints() {
    ///     try await table.insert(user)
    ///     if let checkpoint { try save(checkpoint) }
    /// }
    /// ```
    ///
    /// The other items of a page have no checkpoint: a page is loaded as a whole, so that a loop that is
    /// resumed begins with the first item of a page. A page without items has none either. See
    /// ``PageCheckpoint``.
    @inlinable
    public func withCheckpoints()
        -> PageSequence<Source, (item: Source.Item, checkpoint: PageCheckpoint<Source.Key>?), Failure>
    {
        PageSequence<Source, (item: Source.Item, checkpoint: PageCheckpoint<Source.Key>?), Failure>(
            ExtraPublishers.PageElements(
                source: publisher.source, prefetch: publisher.prefetch, first: publisher.first,
                allowsRepeatedKeys: publisher.allowsRepeatedKeys, elements: { $0.itemsWithCheckpoint },
                failure: publisher.failure))
    }
}
