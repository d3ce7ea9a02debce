/// A request for one page of a source.
public struct PageRequest<Key: Hashable & Sendable>: Sendable, Hashable {
    /// The key of the page, or `nil` for the source's first page.
    public var key: Key?

    /// The position of the page's rows in the list.
    public var direction: LoadDirection

    /// Observes the load; `nil` unless its events have a subscriber. A source that wraps another one
    /// passes the request on with it.
    @usableFromInline package var observer: PageLoadObserver?

    /// Lets the requests of a source that makes several for a page begin; `nil` unless they are limited.
    @usableFromInline var permits: RequestPermits?

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - key: The key of the page, or `nil` for the source's first page.
    ///   - direction: The position of the page's rows in the list.
    @inlinable
    public init(key: Key?, direction: LoadDirection) {
        self.key = key
        self.direction = direction
    }

    /// Creates a request for the wrapped source, in a source that wraps one with other keys. The events of
    /// its load, such as retries, are reported as those of the original request, whose limit applies to it.
    ///
    /// - Parameters:
    ///   - key: The key of the page, or `nil` for the source's first page.
    ///   - request: The request of the list, which determines the position of the rows.
    public init<OtherKey>(key: Key?, for request: PageRequest<OtherKey>) {
        self.init(key: key, direction: request.direction)
        observer = request.observer
        permits = request.permits
    }

    /// Whether two requests are for the same page, at the same place of the list.
    public static func == (left: Self, right: Self) -> Bool {
        left.key == right.key && left.direction == right.direction
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(key)
        hasher.combine(direction)
    }
}

extension PageRequest: CustomStringConvertible {
    /// The direction and the key.
    public var description: String { "\(direction) \(key.map { "\($0)" } ?? "first page")" }
}

/// The position of a page's rows in the list.
public enum LoadDirection: Sendable, Hashable, CaseIterable {
    /// The page replaces all rows: the first load, or a refresh.
    case refresh

    /// The page is inserted before the first row.
    case prepend

    /// The page is inserted after the last row. The first page of a loop that begins at a key has this
    /// direction, too.
    case append
}
