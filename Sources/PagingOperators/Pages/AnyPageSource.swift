import Streams

/// A source of pages whose type is not known: for a view model that receives its source, and for tests that
/// pass another one.
///
/// ```swift
/// @MainActor final class UsersModel {
///     let list: PagingModel<User>
///
///     init(source: any PageSource<KeysetKey<Int>, User, any Error>) {
///         list = PagingModel(threshold: 5, from: source)
///     }
/// }
/// ```
public struct AnyPageSource<Key: Hashable & Sendable, Item: Sendable, Failure: Error>: PageSource {
    let base: any PageSource<Key, Item, Failure>
    private let load: @Sendable (PageRequest<Key>) -> AnyPublisher<Page<Key, Item>, Failure>

    /// Creates a source that erases the type of another.
    ///
    /// - Parameter source: The source.
    public init(_ source: any PageSource<Key, Item, Failure>) {
        func erase<Source: PageSource<Key, Item, Failure>>(_ source: Source) -> Self {
            Self(base: source) { source.page(for: $0).eraseToAnyPublisher() }
        }
        self = (source as? Self) ?? erase(source)
    }

    private init(
        base: any PageSource<Key, Item, Failure>,
        load: @escaping @Sendable (PageRequest<Key>) -> AnyPublisher<Page<Key, Item>, Failure>
    ) {
        self.base = base
        self.load = load
    }

    public func page(for request: PageRequest<Key>) -> AnyPublisher<Page<Key, Item>, Failure> {
        load(request)
    }

    public func key(forRow row: Int) -> Key? { base.key(forRow: row) }

    public var invalidations: AnyPublisher<Void, Never>? { base.invalidations }

    public var insertions: AnyPublisher<ItemInsertion<Item>, Never>? { base.insertions }
}

extension PageSource {
    /// Erases the type of this source.
    public func eraseToAnyPageSource() -> AnyPageSource<Key, Item, Failure> { AnyPageSource(self) }
}
