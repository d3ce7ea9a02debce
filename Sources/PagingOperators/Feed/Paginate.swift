import Streams

extension ExtraPublishers {
    /// A publisher of the states of a list that is loaded page by page as it is scrolled. See
    /// `paginate(threshold:from:)`.
    ///
    /// These operators are its own, and apply to the list itself:
    ///
    /// - `map(_:)`, `compactMap(_:)`, `filter(_:)`, `dedupe(by:)`, `dedupe(latestBy:)`, `separators(_:)`,
    ///   `header(_:)`, `footer(_:)` and `edits(_:)` transform items, one page at a time, before rows are
    ///   counted.
    /// - `identified(by:)` identifies rows, `images(from:at:range:)` adds images to them, and `archived(by:)`
    ///   saves and restores the list.
    /// - `log(_:scheduler:to:)` and, on Apple's platforms, `log(_:to:)` and `signposts(_:to:)` report events.
    ///
    /// All other operators receive its states.
    public struct Paginate<Signals: Publisher, Source: PageSource, Item: Sendable>: Publisher
    where Signals.Output == ListSignal, Signals.Failure == Never {
        public typealias Output = ViewState<Item>
        public typealias Failure = Never

        /// The publisher of the list's signals.
        public let signals: Signals

        /// The source of the pages.
        public let source: Source

        /// The rules that determine when pages are loaded, and the effect of a failure.
        public let rules: PagingRules

        @usableFromInline package let transform: any PageTransform<Source.Item, Item>
        @usableFromInline var start: PagingStart<Source.Key, Source.Item>
        @usableFromInline var archive: FeedArchive<Source.Key, Source.Item>?
        /// Finds the difference between two generations; `nil` where rows have no identity.
        @usableFromInline package var difference: RowDifference<Item>?
        /// Sends the events of all sessions, of this feed and of those that are made from it.
        @usableFromInline var hub = PageEventHub.ofNewFeed()

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
            run(makeEngine(), for: AnySubscriber(subscriber)) { source, session, id, request, link in
                source.load(request, id: id, for: session, link: link)
            }
        }
    }
}
