import Streams

/// A source whose pages pass through operators.
struct TransformedPages<Base: PageSource, Item: Sendable, Pages: Publisher>: WrappingPages
where Pages.Output == Page<Base.Key, Item> {
    typealias Key = Base.Key
    typealias Failure = Pages.Failure

    let base: Base
    let insertions: AnyPublisher<ItemInsertion<Item>, Never>?
    let transform: @Sendable (Base.Pages, PageRequest<Key>) -> Pages

    func page(for request: PageRequest<Key>) -> Pages { transform(base.page(for: request), request) }
}

extension PageSource {
    /// Transforms each item of the source.
    ///
    /// Unlike `map` of a feed, it returns a source: for a view model that takes a source of its own type of
    /// items.
    ///
    /// - Parameter transform: Returns the new item. Called on the thread that delivers the page.
    public func map<NewItem: Sendable>(
        _ transform: @escaping @Sendable (Item) -> NewItem
    ) -> some PageSource<Key, NewItem, Failure> {
        let insertions = insertions?.map { ItemInsertion(transform($0.item), at: $0.edge) }
        return TransformedPages(base: self, insertions: insertions?.eraseToAnyPublisher()) { pages, _ in
            pages.map { $0.withItems($0.items.map(transform)) }
        }
    }

    /// Transforms each item of the source, and drops those for which the result is `nil`. If a page becomes
    /// empty, the next one is loaded. The total and the placeholders count the items of the source.
    ///
    /// - Parameter transform: Returns the new item, or `nil`. Called on the thread that delivers the page.
    public func compactMap<NewItem: Sendable>(
        _ transform: @escaping @Sendable (Item) -> NewItem?
    ) -> some PageSource<Key, NewItem, Failure> {
        let insertions = insertions?.compactMap { insertion in
            transform(insertion.item).map { ItemInsertion($0, at: insertion.edge) }
        }
        return TransformedPages(base: self, insertions: insertions?.eraseToAnyPublisher()) { pages, _ in
            pages.map { $0.countingItemsBeside.withItems($0.items.compactMap(transform)) }
        }
    }

    /// Delays each page, to show in a preview what the list displays while it loads.
    ///
    /// - Parameters:
    ///   - interval: The time between the source's page and its delivery.
    ///   - scheduler: Delivers the page.
    public func delay(
        for interval: Seconds, scheduler: any Scheduler
    ) -> some PageSource<Key, Item, Failure> {
        TransformedPages(base: self, insertions: insertions) { pages, _ in
            pages.delay(for: interval, scheduler: AnyScheduler(scheduler))
        }
    }

    /// Calls closures at the events of each load.
    ///
    /// - Parameters:
    ///   - receiveRequest: Called before a page is loaded, with what the list requests.
    ///   - receivePage: Called with each page, before the list receives it.
    ///   - receiveFailure: Called with the error of a load, before the list receives it.
    ///   - receiveCancel: Called with the request of a load that is cancelled before its page arrives.
    public func handleEvents(
        receiveRequest: (@Sendable (PageRequest<Key>) -> Void)? = nil,
        receivePage: (@Sendable (Page<Key, Item>) -> Void)? = nil,
        receiveFailure: (@Sendable (Failure) -> Void)? = nil,
        receiveCancel: (@Sendable (PageRequest<Key>) -> Void)? = nil
    ) -> some PageSource<Key, Item, Failure> {
        TransformedPages(base: self, insertions: insertions) { pages, request in
            // A list cancels what remains of a load once it has the page.
            let isAnswered = Locked(false)
            return pages.handleEvents(
                receiveSubscription: { _ in receiveRequest?(request) },
                receiveOutput: { page in
                    _ = isAnswered.exchange(true)
                    receivePage?(page)
                },
                receiveCompletion: { if case .failure(let error) = $0 { receiveFailure?(error) } },
                receiveCancel: { if !isAnswered.withLock({ $0 }) { receiveCancel?(request) } })
        }
    }
}

extension Page {
    /// The page with the numbers of items on both sides, as far as the total determines them: it would not
    /// with fewer items.
    fileprivate var countingItemsBeside: Page {
        func rest(beside other: Int?) -> Int? {
            guard let total, let other, total.isItemCount, other.isItemCount else { return nil }
            return max(0, total - other - items.count)
        }
        var page = self
        page.itemsBefore = itemsBefore ?? rest(beside: itemsAfter)
        page.itemsAfter = itemsAfter ?? rest(beside: itemsBefore)
        return page
    }

    /// The page with other items, and the same keys and counts.
    func withItems<NewItem>(_ items: [NewItem]) -> Page<Key, NewItem> {
        Page<Key, NewItem>(
            items, previous: previous, next: next, total: total, itemsBefore: itemsBefore,
            itemsAfter: itemsAfter)
    }
}
