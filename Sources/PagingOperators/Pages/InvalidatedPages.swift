import Streams

/// A source that is invalidated by another publisher. Made by ``PageSource/invalidated(by:)``.
public struct InvalidatedPages<Base: PageSource>: WrappingPages {
    public typealias Key = Base.Key
    public typealias Item = Base.Item
    public typealias Failure = Base.Failure

    package let base: Base
    public let invalidations: AnyPublisher<Void, Never>?

    init(base: Base, by changes: AnyPublisher<Void, Never>) {
        self.base = base
        invalidations = base.invalidations.map { $0.merge(with: changes).eraseToAnyPublisher() } ?? changes
    }

    public func page(for request: PageRequest<Base.Key>) -> Base.Pages { base.page(for: request) }

    public func key(forRow row: Int) -> Base.Key? { base.key(forRow: row) }

    public var insertions: AnyPublisher<ItemInsertion<Item>, Never>? { base.insertions }
}

extension PageSource {
    /// Reloads the list, around the rows in view, whenever a publisher sends a value.
    ///
    /// The rows stay until the first new page is loaded. A running load ends first, so that a list that
    /// changes faster than it loads still shows new rows. A list without a page is not loaded, as after a
    /// first load that failed, or a `reset`.
    ///
    /// - Parameter changes: Sends a value when loaded pages are out of date, such as a database's
    ///   notification or a push message of the server. Its completion has no effect.
    public func invalidated<Changes: Publisher>(by changes: Changes) -> InvalidatedPages<Self>
    where Changes.Failure == Never {
        InvalidatedPages(base: self, by: changes.map { _ in }.eraseToAnyPublisher())
    }
}
