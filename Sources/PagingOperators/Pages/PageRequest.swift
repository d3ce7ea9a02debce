/// A request for one page of a source.
public struct PageRequest<Key: Hashable & Sendable>: Sendable, Hashable {
    /// The key of the page, or `nil` for the source's first page.
    public var key: Key?

    /// Where the rows of the page go.
    public var direction: LoadDirection

    /// Makes a request.
    ///
    /// - Parameters:
    ///   - key: The key of the page, or `nil` for the source's first page.
    ///   - direction: Where the rows of the page go.
    public init(key: Key?, direction: LoadDirection) {
        self.key = key
        self.direction = direction
    }
}

/// Where the rows of a page go.
public enum LoadDirection: Sendable, Hashable, CaseIterable {
    /// They replace all rows: the first load, or a refresh.
    case refresh

    /// They go before the first row.
    case prepend

    /// They go after the last row.
    case append
}
