import Streams

extension Publishers {
    /// A list that is loaded page by page as it is scrolled. See `paginate(threshold:from:)`.
    ///
    /// Transforms that are written on it (`map(_:)`, `filter(_:)`, `dedupe(by:)`, `separators(_:)`, `edits(_:)`) become
    /// part of it: they see items, one page at a time, before rows are counted. Operators of streams see its states.
    public struct Paginate<Signals: Publisher, Source: PageSource, Item: Sendable>: Publisher
    where Signals.Output == ListSignal, Signals.Failure == Never {
        public typealias Output = ViewState<Item>
        public typealias Failure = Never

        /// The publisher of the list's signals.
        public let signals: Signals

        /// The source of the pages.
        public let source: Source

        /// The rules that say when pages are loaded, and what a failure does.
        public let rules: PagingRules

        @usableFromInline package let transform: any PageTransform<Source.Item, Item>
        @usableFromInline var start: PagingStart<Source.Key, Source.Item>
        @usableFromInline var archive: FeedArchive<Source.Key, Source.Item>?

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
            receive(subscriber: subscriber, onHint: nil)
        }

        /// Attaches a subscriber, and a closure that is called with each row that is shown.
        @inlinable
        func receive<S: Subscriber>(
            subscriber: S, onHint: (@Sendable (Int) -> Void)?
        ) where S.Input == Output, S.Failure == Never {
            let engine = PagingEngine<Source.Key, Source.Item, Item>(
                rules: rules, transform: transform, start: start,
                keyForRow: { [source] in source.key(forRow: $0) })
            let session = PagingSession(
                engine: engine, source: source, downstream: subscriber, onHint: onHint)
            archive?.follow { [weak session] receive in
                if let session { session.submit(.save(receive)) } else { receive(nil) }
            }
            session.start(with: signals)
        }
    }
}
