import Streams

// Rows are transformed before they have images, so that these have the same effect here as before `images`.
extension ExtraPublishers.Images {
    /// Drops items whose identity is in the list already, and keeps the first. The same as before `images`.
    ///
    /// See ``Streams/ExtraPublishers/Paginate/dedupe(by:)``.
    ///
    /// - Parameter identity: Returns the identity of an item.
    public func dedupe<Identity: Hashable & Sendable>(
        by identity: @escaping @Sendable (Item) -> Identity
    ) -> Self {
        with(feed.dedupe(by: identity))
    }

    /// Replaces rows by later items with the same identity, in place. The same as before `images`.
    ///
    /// See ``Streams/ExtraPublishers/Paginate/dedupe(latestBy:)``.
    ///
    /// - Parameter identity: Returns the identity of an item.
    public func dedupe<Identity: Hashable & Sendable>(
        latestBy identity: @escaping @Sendable (Item) -> Identity
    ) -> Self {
        with(feed.dedupe(latestBy: identity))
    }

    /// Identifies rows, so that a refresh changes them by their difference. The same as before `images`.
    ///
    /// See ``Streams/ExtraPublishers/Paginate/identified(by:)``.
    ///
    /// - Parameter identity: Returns the identity of an item.
    public func identified<Identity: Hashable & Sendable>(
        by identity: @escaping @Sendable (Item) -> Identity
    ) -> Self {
        with(feed.identified(by: identity))
    }

    /// Applies edits that are made while the list is shown. The same as before `images`: an edit that changes
    /// the request of an item's image loads the other one.
    ///
    /// See ``FeedEdits``.
    ///
    /// - Parameter edits: The edits of the items.
    public func edits<Identity: Hashable & Sendable>(_ edits: FeedEdits<Item, Identity>) -> Self {
        with(feed.edits(edits))
    }

    private func with(_ feed: ExtraPublishers.Paginate<Signals, Source, Item>) -> Self {
        Self(feed: feed, loader: loader, range: range, request: request)
    }
}
