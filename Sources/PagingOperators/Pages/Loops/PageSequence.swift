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
