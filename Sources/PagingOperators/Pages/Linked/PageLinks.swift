import Foundation

/// The addresses of the pages around one.
public struct PageLinks: Sendable, Hashable {
    /// The page after; `nil` for the last page.
    public var next: URL?

    /// The page before; `nil` for the first page, and where the server does not tell.
    public var previous: URL?

    /// The first page, if the server tells.
    public var first: URL?

    /// The last page, if the server tells.
    public var last: URL?

    /// Makes links, for servers that send them with the items.
    ///
    /// - Parameters:
    ///   - next: The page after; `nil` for the last page.
    ///   - previous: The page before; `nil` for the first page, and where the server does not tell.
    ///   - first: The first page, if the server tells.
    ///   - last: The last page, if the server tells.
    public init(next: URL?, previous: URL? = nil, first: URL? = nil, last: URL? = nil) {
        self.next = next
        self.previous = previous
        self.first = first
        self.last = last
    }

    /// Reads the links of a response's `Link` header, as RFC 8288 has them.
    ///
    /// The relations are `next`, `prev` (or `previous`), `first` and `last`, in any case; of several links with the same
    /// relation the first counts. A link with an `anchor` is about something else than the page and is left out. What
    /// follows a malformed link is not read.
    ///
    /// - Parameters:
    ///   - header: The header's value; several headers of that name are joined by commas. `nil` has no links.
    ///   - base: The address of the page, which the links may be relative to.
    public init(header: String?, relativeTo base: URL) {
        self.init(next: nil)
        for link in LinkHeader(header ?? "") where link["anchor"] == nil {
            guard let url = URL(string: link.target, relativeTo: base)?.absoluteURL else { continue }
            for relation in link.relations { add(url, as: relation) }
        }
    }

    private mutating func add(_ url: URL, as relation: String) {
        switch relation {
        case "next": next = next ?? url
        case "prev", "previous": previous = previous ?? url
        case "first": first = first ?? url
        case "last": last = last ?? url
        default: break
        }
    }
}
