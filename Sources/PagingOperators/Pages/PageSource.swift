import Streams

/// Where pages come from.
///
/// Use a ready-made source (``KeysetPages``, ``OffsetPages``, ``NumberPages``, ``CursorPages``, ``LinkedPages``), give
/// a closure to `paginate(threshold:_:)`, or conform a type of your own:
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
/// A key says by itself which page is meant. A page that was loaded once may be asked for again with the same key:
/// when it has left the list's window and is scrolled back to, or when the source says that its items have changed.
public protocol PageSource<Key, Item, Failure>: Sendable {
    /// What identifies a page: an offset, a number, a cursor, the last identifier, a link.
    associatedtype Key: Hashable & Sendable

    /// What a page consists of.
    associatedtype Item: Sendable

    /// What loading a page may fail with. A failure is a state of the list, never its end.
    associatedtype Failure: Error

    /// The publisher of one page.
    associatedtype Pages: Publisher<Page<Key, Item>, Failure>

    /// Loads a page.
    ///
    /// - Parameter request: Which page, and why. May be called on any thread.
    /// - Returns: A publisher of one page. It is subscribed once and asked for one value; cancelling it cancels
    ///   the load. What it sends after that page is ignored; if it finishes without one, the load has failed with
    ///   ``PagingError/noPage``.
    func page(for request: PageRequest<Key>) -> Pages

    /// The key of the page that has a row, for lists that jump.
    ///
    /// - Parameter row: A row of the whole list, counted from zero.
    /// - Returns: `nil`, unless the source implements it: then lists load page by page instead of jumping.
    func key(forRow row: Int) -> Key?

    /// Sends a value whenever the items have changed, so that pages that are loaded are out of date. `nil` for a source
    /// that never tells, which is what it is unless the source implements it.
    var invalidations: AnyPublisher<Void, Never>? { get }
}

extension PageSource {
    public func key(forRow row: Int) -> Key? { nil }

    public var invalidations: AnyPublisher<Void, Never>? { nil }
}
