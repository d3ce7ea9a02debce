/// A request for one page of a source.
public struct PageRequest<Key: Hashable & Sendable>: Sendable, Hashable {
    /// The key of the page, or `nil` for the source's first page.
    public var key: Key?

    /// The position of the page's rows in the list.
    public var direction: LoadDirection

    /// Makes a request.
    ///
    /// - Parameters:
    ///   - key: The key of the page, or `nil` for the source's first page.
    ///   - direction: The position of the page's rows in the list.
    public init(key: Key?, direction: LoadDirection) {
        self.key = key
        self.direction = direction
    }
}

/// The position of a page's rows in the list.
public enum LoadDirection: Sendable, Hashable, CaseIterable {
    /// They replace all rows: the first load, or a refresh.
    case refresh

    /// They are inserted before the first row.
    case prepend

    /// They are inserted after the last row.
    case append
}
