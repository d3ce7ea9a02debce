import Streams

// The sequences throw `any Error`: a violation of the rules of paging is no failure of the source, and a
// union of the two types would not match a `catch` of either.
extension PageSource {
    /// All items of the source, as an asynchronous sequence or, by its `publisher`, as a publisher.
    ///
    /// ```swift
    /// for try await user in users.items(prefetch: 1) {
    ///     print(user.login)
    /// }
    /// ```
    ///
    /// Pages are loaded one after the other, as their items are consumed. Pages without items are skipped.
    /// The loop ends after a page that names no next one, and throws the error of a page that fails, as the
    /// source sends it, or a ``PagingError``. A failed page is retried only by the source: see
    /// ``PageSource/retry(_:)``. ``PageSequence/withPageErrors()`` throws the key of the page as well.
    ///
    /// - Parameters:
    ///   - prefetch: The number of pages to load ahead of the one whose items are being consumed. With zero,
    ///     the default, a page is loaded when its first item is needed, so that a loop that exits early loads
    ///     no page that it does not need.
    ///   - key: The key of the page to begin with; `nil` for the source's first page. If the list has no
    ///     items from there on, the loop has none, also where a list on a screen would show those before.
    ///   - allowsRepeatedKeys: Whether a page may name its own key, or that of an earlier page, as the next
    ///     one. By default that is a failure, ``PagingError/repeatedKey(_:)``, because such a loop usually
    ///     never ends.
    @inlinable
    public func items(
        prefetch: Int = 0, startingAt key: Key? = nil, allowsRepeatedKeys: Bool = false
    ) -> PageSequence<Self, Item, any Error> {
        items(request(at: key.map { PageCheckpoint(before: $0) }), prefetch, allowsRepeatedKeys)
    }

    /// All items of the source from a checkpoint on.
    ///
    /// ```swift
    /// for try await (user, checkpoint) in users.items(prefetch: 1, resumingAt: saved).withCheckpoints() {
    ///     try await table.insert(user)
    ///     if let checkpoint { try save(checkpoint) }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - prefetch: The number of pages to load ahead of the one whose items are being consumed.
    ///   - checkpoint: The position to continue at; `nil` for the start of the list. At its end nothing is
    ///     loaded.
    ///   - allowsRepeatedKeys: Whether a page may name its own key, or that of an earlier page, as the next
    ///     one.
    @inlinable
    public func items(
        prefetch: Int = 0, resumingAt checkpoint: PageCheckpoint<Key>?, allowsRepeatedKeys: Bool = false
    ) -> PageSequence<Self, Item, any Error> {
        items(request(at: checkpoint), prefetch, allowsRepeatedKeys)
    }

    /// All pages of the source, as an asynchronous sequence or, by its `publisher`, as a publisher.
    ///
    /// ```swift
    /// for try await page in users.pages() {
    ///     try await table.insert(page.items)
    /// }
    /// ```
    ///
    /// The same as `items(prefetch:)`, by whole pages, empty ones included. To continue later, save the
    /// ``Page/checkpoint`` of each page.
    ///
    /// - Parameters:
    ///   - prefetch: The number of pages to load ahead of the one whose items are being consumed. With zero,
    ///     the default, a page is loaded when it is needed, so that a loop that exits early loads no page
    ///     that it does not need.
    ///   - key: The key of the page to begin with; `nil` for the source's first page. If the list has no
    ///     items from there on, the loop has none, also where a list on a screen would show those before.
    ///   - allowsRepeatedKeys: Whether a page may name its own key, or that of an earlier page, as the next
    ///     one. By default that is a failure, ``PagingError/repeatedKey(_:)``, because such a loop usually
    ///     never ends.
    @inlinable
    public func pages(
        prefetch: Int = 0, startingAt key: Key? = nil, allowsRepeatedKeys: Bool = false
    ) -> PageSequence<Self, Page<Key, Item>, any Error> {
        pages(request(at: key.map { PageCheckpoint(before: $0) }), prefetch, allowsRepeatedKeys)
    }

    /// All pages of the source from a checkpoint on.
    ///
    /// ```swift
    /// for try await page in users.pages(resumingAt: saved) {
    ///     try await table.insert(page.items)
    ///     try save(page.checkpoint)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - prefetch: The number of pages to load ahead of the one that is being consumed.
    ///   - checkpoint: The position to continue at; `nil` for the start of the list. At its end nothing is
    ///     loaded.
    ///   - allowsRepeatedKeys: Whether a page may name its own key, or that of an earlier page, as the next
    ///     one.
    @inlinable
    public func pages(
        prefetch: Int = 0, resumingAt checkpoint: PageCheckpoint<Key>?, allowsRepeatedKeys: Bool = false
    ) -> PageSequence<Self, Page<Key, Item>, any Error> {
        pages(request(at: checkpoint), prefetch, allowsRepeatedKeys)
    }
}

extension PageSource {
    /// The request of the page at a checkpoint; `nil` at the end of the list.
    @usableFromInline
    func request(at checkpoint: PageCheckpoint<Key>?) -> PageRequest<Key>? {
        guard let checkpoint else { return PageRequest(key: nil, direction: .refresh) }
        return checkpoint.request
    }

    @inlinable
    func items(
        _ first: PageRequest<Key>?, _ prefetch: Int, _ allowsRepeatedKeys: Bool
    ) -> PageSequence<Self, Item, any Error> {
        PageSequence(
            ExtraPublishers.PageElements(
                source: self, prefetch: prefetch, first: first, allowsRepeatedKeys: allowsRepeatedKeys,
                elements: { $0.items }, failure: { $0.underlyingError }))
    }

    @inlinable
    func pages(
        _ first: PageRequest<Key>?, _ prefetch: Int, _ allowsRepeatedKeys: Bool
    ) -> PageSequence<Self, Page<Key, Item>, any Error> {
        PageSequence(
            ExtraPublishers.PageElements(
                source: self, prefetch: prefetch, first: first, allowsRepeatedKeys: allowsRepeatedKeys,
                elements: { [$0] }, failure: { $0.underlyingError }))
    }
}
