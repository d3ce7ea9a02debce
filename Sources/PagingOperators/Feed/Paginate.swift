import Streams

extension Publishers {
    /// A list that is loaded page by page as it is scrolled. See `paginate(threshold:from:)`.
    ///
    /// Transforms that are written on it (`map(_:)`, `filter(_:)`, `dedupe(by:)`, `separators(_:)`, `edits(_:)`) become
    /// part of it: they see items, one page at a time, before rows are counted. Operators of streams see its states.
    public struct Paginate<Signals: Publisher, Source: PageSource, Transform: PageTransform>: Publisher
    where Signals.Output == ListSignal, Signals.Failure == Never, Transform.Input == Source.Item {
        public typealias Output = ViewState<Transform.Output>
        public typealias Failure = Never

        /// What the list tells.
        public let signals: Signals

        /// Where pages come from.
        public let source: Source

        /// When pages are loaded, and what is done about failures.
        public let rules: PagingRules

        /// What is done to items before they are rows.
        public let transform: Transform

        /// What the list begins with.
        public var start: PagingStart<Source.Key, Source.Item>

        @usableFromInline var archive: FeedArchive<Source.Key, Source.Item>?

        /// Makes a feed.
        ///
        /// - Parameters:
        ///   - signals: What the list tells.
        ///   - source: Where pages come from.
        ///   - rules: When pages are loaded, and what is done about failures.
        ///   - transform: What is done to items before they are rows.
        ///   - start: What the list begins with; the source's first page, unless told otherwise.
        @inlinable
        public init(
            signals: Signals, source: Source, rules: PagingRules, transform: Transform,
            start: PagingStart<Source.Key, Source.Item> = PagingStart()
        ) {
            self.signals = signals
            self.source = source
            self.rules = rules
            self.transform = transform
            self.start = start
        }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
            receive(subscriber: subscriber, onHint: nil)
        }

        /// Attaches a subscriber, and something that is told which rows are shown.
        @inlinable
        func receive<S: Subscriber>(
            subscriber: S, onHint: (@Sendable (Int) -> Void)?
        ) where S.Input == Output, S.Failure == Never {
            let engine = PagingEngine<Source.Key, Transform>(
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
