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
///
/// Feeds, models and loops take an `any PageSource` as it is. Operators of sources, such as `retry`, follow
/// ``PageSource/eraseToAnyPageSource()``.
public struct AnyPageSource<Key: Hashable & Sendable, Item: Sendable, Failure: Error>: PageSource {
    let base: any PageSource<Key, Item, Failure>

    /// Creates a source that erases the type of another.
    ///
    /// - Parameter source: The source.
    public init(_ source: any PageSource<Key, Item, Failure>) {
        base = (source as? Self)?.base ?? source
    }

    public func page(for request: PageRequest<Key>) -> AnyPublisher<Page<Key, Item>, Failure> {
        base._erasedPage(for: request)
    }

    public func key(forRow row: Int) -> Key? { base.key(forRow: row) }

    public var invalidations: AnyPublisher<Void, Never>? { base.invalidations }

    public var insertions: AnyPublisher<ItemInsertion<Item>, Never>? { base.insertions }
}

extension PageSource {
    /// Erases the type of this source.
    public func eraseToAnyPageSource() -> AnyPageSource<Key, Item, Failure> { AnyPageSource(self) }
}

// Loops over an `any PageSource`, of which methods that return its own type can't be called.
extension PageSource {
    /// All items of a source whose type is not known, in the same order and with the same errors as of one
    /// whose type is known.
    ///
    /// - Parameters:
    ///   - prefetch: The number of pages to load ahead of the one that is being consumed.
    ///   - key: The key of the page to begin with; `nil` for the source's first page.
    ///   - allowsRepeatedKeys: Whether a page may name its own key, or that of an earlier page, as the next
    ///     one.
    @_disfavoredOverload
    public func items(
        prefetch: Int = 0, startingAt key: Key? = nil, allowsRepeatedKeys: Bool = false
    ) -> PageSequence<AnyPageSource<Key, Item, Failure>, Item, any Error> {
        eraseToAnyPageSource()
            .items(prefetch: prefetch, startingAt: key, allowsRepeatedKeys: allowsRepeatedKeys)
    }

    /// All items of a source whose type is not known, from a checkpoint on.
    ///
    /// - Parameters:
    ///   - prefetch: The number of pages to load ahead of the one that is being consumed.
    ///   - checkpoint: The position to continue at; `nil` for the start of the list. At its end nothing is
    ///     loaded.
    ///   - allowsRepeatedKeys: Whether a page may name its own key, or that of an earlier page, as the next
    ///     one.
    @_disfavoredOverload
    public func items(
        prefetch: Int = 0, resumingAt checkpoint: PageCheckpoint<Key>?, allowsRepeatedKeys: Bool = false
    ) -> PageSequence<AnyPageSource<Key, Item, Failure>, Item, any Error> {
        eraseToAnyPageSource()
            .items(prefetch: prefetch, resumingAt: checkpoint, allowsRepeatedKeys: allowsRepeatedKeys)
    }

    /// All pages of a source whose type is not known, in the same order and with the same errors as of one
    /// whose type is known.
    ///
    /// - Parameters:
    ///   - prefetch: The number of pages to load ahead of the one that is being consumed.
    ///   - key: The key of the page to begin with; `nil` for the source's first page.
    ///   - allowsRepeatedKeys: Whether a page may name its own key, or that of an earlier page, as the next
    ///     one.
    @_disfavoredOverload
    public func pages(
        prefetch: Int = 0, startingAt key: Key? = nil, allowsRepeatedKeys: Bool = false
    ) -> PageSequence<AnyPageSource<Key, Item, Failure>, Page<Key, Item>, any Error> {
        eraseToAnyPageSource()
            .pages(prefetch: prefetch, startingAt: key, allowsRepeatedKeys: allowsRepeatedKeys)
    }

    /// All pages of a source whose type is not known, from a checkpoint on.
    ///
    /// - Parameters:
    ///   - prefetch: The number of pages to load ahead of the one that is being consumed.
    ///   - checkpoint: The position to continue at; `nil` for the start of the list. At its end nothing is
    ///     loaded.
    ///   - allowsRepeatedKeys: Whether a page may name its own key, or that of an earlier page, as the next
    ///     one.
    @_disfavoredOverload
    public func pages(
        prefetch: Int = 0, resumingAt checkpoint: PageCheckpoint<Key>?, allowsRepeatedKeys: Bool = false
    ) -> PageSequence<AnyPageSource<Key, Item, Failure>, Page<Key, Item>, any Error> {
        eraseToAnyPageSource()
            .pages(prefetch: prefetch, resumingAt: checkpoint, allowsRepeatedKeys: allowsRepeatedKeys)
    }
}
