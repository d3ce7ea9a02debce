import Streams

/// A source whose pages pass through operators.
struct TransformedPages<Base: PageSource, Item: Sendable, Pages: Publisher>: PageSource
where Pages.Output == Page<Base.Key, Item> {
    typealias Key = Base.Key
    typealias Failure = Pages.Failure

    let base: Base
    let insertions: AnyPublisher<ItemInsertion<Item>, Never>?
    let transform: @Sendable (Base.Pages, PageRequest<Key>) -> Pages

    func page(for request: PageRequest<Key>) -> Pages { transform(base.page(for: request), request) }

    func key(forRow row: Int) -> Key? { base.key(forRow: row) }

    var invalidations: AnyPublisher<Void, Never>? { base.invalidations }
}

extension PageSource {
    /// Transforms each item of the source.
    ///
    /// Unlike `map` on the feed, it makes another source: for a model that is given one of its own items.
    ///
    /// - Parameter transform: Returns the new item. It is called where the page is delivered.
    public func map<NewItem: Sendable>(
        _ transform: @escaping @Sendable (Item) -> NewItem
    ) -> some PageSource<Key, NewItem, Failure> {
        let insertions = insertions?.map { ItemInsertion(transform($0.item), at: $0.edge) }
        return TransformedPages(base: self, insertions: insertions?.eraseToAnyPublisher()) { pages, _ in
            pages.map { $0.withItems($0.items.map(transform)) }
        }
    }

    /// Transforms each item of the source, and leaves out those for which there is none. A page may become
    /// empty: the next one is loaded then.
    ///
    /// - Parameter transform: Returns the new item, or `nil`. It is called where the page is delivered.
    public func compactMap<NewItem: Sendable>(
        _ transform: @escaping @Sendable (Item) -> NewItem?
    ) -> some PageSource<Key, NewItem, Failure> {
        let insertions = insertions?.compactMap { insertion in
            transform(insertion.item).map { ItemInsertion($0, at: insertion.edge) }
        }
        return TransformedPages(base: self, insertions: insertions?.eraseToAnyPublisher()) { pages, _ in
            pages.map { $0.withItems($0.items.compactMap(transform)) }
        }
    }

    /// Delivers each page later: to see how a list waits, in previews and by hand.
    ///
    /// - Parameters:
    ///   - interval: The time between the source's page and its delivery, in the scheduler's unit.
    ///   - scheduler: Delivers the page.
    public func delay<Context: Scheduler>(
        for interval: Context.SchedulerTimeType.Stride, scheduler: Context
    ) -> some PageSource<Key, Item, Failure> {
        TransformedPages(base: self, insertions: insertions) { pages, _ in
            pages.delay(for: interval, scheduler: scheduler)
        }
    }

    /// Calls closures at the events of each load.
    ///
    /// - Parameters:
    ///   - receiveRequest: Called before a page is loaded, with what the list requests.
    ///   - receivePage: Called with each page, before the list has it.
    ///   - receiveFailure: Called with the error of a load, before the list has it.
    ///   - receiveCancel: Called with the request of a load that is cancelled before its page.
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
    /// The page with other items, and the same keys and counts.
    func withItems<NewItem>(_ items: [NewItem]) -> Page<Key, NewItem> {
        Page<Key, NewItem>(
            items, previous: previous, next: next, total: total, itemsBefore: itemsBefore,
            itemsAfter: itemsAfter)
    }
}
