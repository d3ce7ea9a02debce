import Streams

/// Loads the pages of a list.
///
/// Use a ready-made source (``KeysetPages``, ``OffsetPages``, ``NumberPages``, ``CursorPages``,
/// ``LinkedPages``), pass a closure to `paginate(threshold:_:)`, or conform a type of your own:
///
/// ```swift
/// struct Numbers: PageSource {
///     typealias Item = Int
///     typealias Failure = Never
///
///     func page(for request: PageRequest<Int>) -> Just<Page<Int, Int>> {
///         let first = request.key ?? 0
///         return Just(Page(Array(first..<first + 10), next: first + 10))
///     }
/// }
/// ```
///
/// Name `Item` and `Failure`, which the compiler does not infer. See <doc:Writing-a-page-source>.
///
/// A key alone identifies a page. A page may be requested again with the same key: when the list scrolls back
/// to it after it was dropped from the window, or when the source invalidates its items.
public protocol PageSource<Key, Item, Failure>: Sendable {
    /// The type that identifies a page: an offset, a number, a cursor, an identifier, a link.
    associatedtype Key: Hashable & Sendable

    /// The type of an item of a page.
    associatedtype Item: Sendable

    /// The error of a failed load. A failure is a state of the list, and does not end it.
    associatedtype Failure: Error

    /// The publisher of one page.
    associatedtype Pages: Publisher<Page<Key, Item>, Failure>

    /// Loads a page.
    ///
    /// May be called on any thread.
    ///
    /// - Parameter request: The page to load.
    /// - Returns: A publisher of one page. It has one subscriber, with a demand of one; cancelling the
    ///   subscription cancels the load. Values after the first are ignored. If it finishes without a value,
    ///   the load fails with ``PagingError/noPage``.
    func page(for request: PageRequest<Key>) -> Pages

    /// Returns the key of the page that contains a row, for jumps.
    ///
    /// - Parameter row: A row of the whole list, counted from zero.
    /// - Returns: The key, or `nil` if it cannot be computed: jumps then load page by page. The default is
    ///   `nil`.
    func key(forRow row: Int) -> Key?

    /// Sends a value whenever loaded pages are out of date. The default is `nil`: pages stay valid.
    var invalidations: AnyPublisher<Void, Never>? { get }

    /// Sends items that are added to the list without a page. The default is `nil`: there are none.
    var insertions: AnyPublisher<ItemInsertion<Item>, Never>? { get }

    /// Loads a page, and erases the type of its publisher.
    ///
    /// An optimization, with a default: a source whose type is not known loads its pages by code that is
    /// specialized for it.
    func _erasedPage(for request: PageRequest<Key>) -> AnyPublisher<Page<Key, Item>, Failure>
}

extension PageSource {
    public func key(forRow row: Int) -> Key? { nil }

    public var invalidations: AnyPublisher<Void, Never>? { nil }

    public var insertions: AnyPublisher<ItemInsertion<Item>, Never>? { nil }

    @export(implementation)
    public func _erasedPage(for request: PageRequest<Key>) -> AnyPublisher<Page<Key, Item>, Failure> {
        page(for: request).eraseToAnyPublisher()
    }
}
