import Streams

/// A source whose items something else knows to have changed. Made by ``PageSource/invalidated(by:)``.
public struct InvalidatedPages<Base: PageSource>: PageSource {
    public typealias Key = Base.Key
    public typealias Item = Base.Item
    public typealias Failure = Base.Failure

    private let base: Base
    public let invalidations: AnyPublisher<Void, Never>?

    init(base: Base, by changes: AnyPublisher<Void, Never>) {
        self.base = base
        invalidations = base.invalidations.map { $0.merge(with: changes).eraseToAnyPublisher() } ?? changes
    }

    public func page(for request: PageRequest<Base.Key>) -> Base.Pages { base.page(for: request) }

    public func key(forRow row: Int) -> Base.Key? { base.key(forRow: row) }
}

extension PageSource {
    /// Loads the list anew, around the row that was shown last, whenever a publisher says that items have changed.
    ///
    /// The rows stay until the first new page is in; a load that is running begins anew.
    ///
    /// - Parameter changes: Sends a value when pages that are loaded are out of date: a database's notification, a
    ///   push from the server. Its end changes nothing.
    public func invalidated<Changes: Publisher>(by changes: Changes) -> InvalidatedPages<Self>
    where Changes.Failure == Never {
        InvalidatedPages(base: self, by: changes.map { _ in }.eraseToAnyPublisher())
    }
}
