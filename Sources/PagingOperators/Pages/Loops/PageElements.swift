import Streams

extension ExtraPublishers {
    /// Sends the items of a source, or its pages, and loads pages as they are requested. See
    /// `items(prefetch:)` of ``PageSource``.
    ///
    /// Each subscriber loads the pages anew. The next page is loaded when more is requested than was loaded,
    /// or ahead of that as far as `prefetch` allows. The publisher finishes together with the last element; a
    /// failure follows the elements that were loaded before it.
    public struct PageElements<Source: PageSource, Output: Sendable, Failure: Error>: Publisher {
        /// The source of the pages.
        public let source: Source

        /// The number of pages that are loaded beyond the one whose elements are being delivered.
        public let prefetch: Int

        /// The first page to load; `nil` if none is left.
        @usableFromInline let first: PageRequest<Source.Key>?
        @usableFromInline let allowsRepeatedKeys: Bool
        @usableFromInline let elements: @Sendable (Page<Source.Key, Source.Item>) -> [Output]
        @usableFromInline let failure: @Sendable (PageError<Source.Key, Source.Failure>) -> Failure

        @inlinable
        init(
            source: Source, prefetch: Int, first: PageRequest<Source.Key>?, allowsRepeatedKeys: Bool,
            elements: @escaping @Sendable (Page<Source.Key, Source.Item>) -> [Output],
            failure: @escaping @Sendable (PageError<Source.Key, Source.Failure>) -> Failure
        ) {
            precondition(
                prefetch >= 0, "prefetch is negative: \(prefetch). It is a number of pages, zero or more.")
            self.source = source
            self.prefetch = prefetch
            self.first = first
            self.allowsRepeatedKeys = allowsRepeatedKeys
            self.elements = elements
            self.failure = failure
        }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            subscriber.flowControl?.addSource()
            PageWalkStage(self, downstream: subscriber).begin()
        }

        @inlinable
        func makeWalk<SourceFailure: Error>() -> PageWalk<Source.Key, Output, SourceFailure> {
            PageWalk(startingWith: first, prefetch: prefetch, allowsRepeatedKeys: allowsRepeatedKeys)
        }
    }
}
