import Streams

// In a source whose failure is `any Error`, loops throw what the source throws.
extension PageSource where Failure == any Error {
    /// All items of the source, as an asynchronous sequence or, by its `publisher`, as a publisher.
    ///
    /// ```swift
    /// for try await user in users.items(prefetch: 1) {
    ///     print(user.login)
    /// }
    /// ```
    ///
    /// Pages are loaded one after the other, as their items are consumed. Pages without items are skipped.
    /// The loop ends after a page that names no next one, and throws the error of a page that fails, or a
    /// ``PagingError``. A failed page is retried only by the source: see ``PageSource/retry(_:)``.
    ///
    /// - Parameters:
    ///   - prefetch: The number of pages to load ahead of the one whose items are being consumed. With zero,
    ///     the default, a page is loaded when its first item is needed, so that a loop that exits early loads
    ///     no page that it does not need.
    ///   - key: The key of the page to begin with; `nil` for the source's first page.
    ///   - allowsRepeatedKeys: Whether a page may name its own key as the next one. By default that is a
    ///     failure, ``PagingError/repeatedKey(_:)``, because such a loop usually never ends.
    @inlinable
    public func items(
        prefetch: Int = 0, startingAt key: Key? = nil, allowsRepeatedKeys: Bool = false
    ) -> PageSequence<Self, Item, any Error> {
        PageSequence(
            ExtraPublishers.PageElements(
                source: self, prefetch: prefetch, firstKey: key, allowsRepeatedKeys: allowsRepeatedKeys,
                elements: { $0.items }, failure: { $0.underlyingError }))
    }

    /// All pages of the source, as an asynchronous sequence or, by its `publisher`, as a publisher.
    ///
    /// ```swift
    /// for try await page in users.pages() {
    ///     try await table.insert(page.items)
    /// }
    /// ```
    ///
    /// The same as `items(prefetch:)`, by whole pages, empty ones included. To
    /// continue later, start with the key `next` of the last page.
    ///
    /// - Parameters:
    ///   - prefetch: The number of pages to load ahead of the one whose items are being consumed. With zero,
    ///     the default, a page is loaded when it is needed, so that a loop that exits early loads no page
    ///     that it does not need.
    ///   - key: The key of the page to begin with; `nil` for the source's first page.
    ///   - allowsRepeatedKeys: Whether a page may name its own key as the next one. By default that is a
    ///     failure, ``PagingError/repeatedKey(_:)``, because such a loop usually never ends.
    @inlinable
    public func pages(
        prefetch: Int = 0, startingAt key: Key? = nil, allowsRepeatedKeys: Bool = false
    ) -> PageSequence<Self, Page<Key, Item>, any Error> {
        PageSequence(
            ExtraPublishers.PageElements(
                source: self, prefetch: prefetch, firstKey: key, allowsRepeatedKeys: allowsRepeatedKeys,
                elements: { [$0] }, failure: { $0.underlyingError }))
    }
}

// A violation of the rules of paging is no failure of the source, so that a typed failure needs a type that
// has both.
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
    /// The loop ends after a page that names no next one, and throws a ``PageError``: the failure of a page,
    /// with the source's type, or a ``PagingError``. A failed page is retried only by the source: see
    /// ``PageSource/retry(_:)``.
    ///
    /// - Parameters:
    ///   - prefetch: The number of pages to load ahead of the one whose items are being consumed. With zero,
    ///     the default, a page is loaded when its first item is needed, so that a loop that exits early loads
    ///     no page that it does not need.
    ///   - key: The key of the page to begin with; `nil` for the source's first page.
    ///   - allowsRepeatedKeys: Whether a page may name its own key as the next one. By default that is a
    ///     failure, ``PagingError/repeatedKey(_:)``, because such a loop usually never ends.
    @inlinable
    public func items(
        prefetch: Int = 0, startingAt key: Key? = nil, allowsRepeatedKeys: Bool = false
    ) -> PageSequence<Self, Item, PageError<Failure>> {
        PageSequence(
            ExtraPublishers.PageElements(
                source: self, prefetch: prefetch, firstKey: key, allowsRepeatedKeys: allowsRepeatedKeys,
                elements: { $0.items }, failure: { $0 }))
    }

    /// All pages of the source, as an asynchronous sequence or, by its `publisher`, as a publisher.
    ///
    /// ```swift
    /// for try await page in users.pages() {
    ///     try await table.insert(page.items)
    /// }
    /// ```
    ///
    /// The same as `items(prefetch:)`, by whole pages, empty ones included. To
    /// continue later, start with the key `next` of the last page.
    ///
    /// - Parameters:
    ///   - prefetch: The number of pages to load ahead of the one whose items are being consumed. With zero,
    ///     the default, a page is loaded when it is needed, so that a loop that exits early loads no page
    ///     that it does not need.
    ///   - key: The key of the page to begin with; `nil` for the source's first page.
    ///   - allowsRepeatedKeys: Whether a page may name its own key as the next one. By default that is a
    ///     failure, ``PagingError/repeatedKey(_:)``, because such a loop usually never ends.
    @inlinable
    public func pages(
        prefetch: Int = 0, startingAt key: Key? = nil, allowsRepeatedKeys: Bool = false
    ) -> PageSequence<Self, Page<Key, Item>, PageError<Failure>> {
        PageSequence(
            ExtraPublishers.PageElements(
                source: self, prefetch: prefetch, firstKey: key, allowsRepeatedKeys: allowsRepeatedKeys,
                elements: { [$0] }, failure: { $0 }))
    }
}
