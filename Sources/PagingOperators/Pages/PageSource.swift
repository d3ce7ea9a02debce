import Streams

/// Where pages come from.
///
/// Use a ready-made source (``KeysetPages``, ``OffsetPages``, ``NumberPages``, ``CursorPages``), give a closure to
/// `paginate(threshold:_:)`, or conform a type of your own:
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
}
