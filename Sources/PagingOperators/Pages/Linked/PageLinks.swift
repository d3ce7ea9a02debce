import Foundation

/// The links of a page to other pages of the list.
public struct PageLinks: Sendable, Hashable {
    /// The URL of the next page; `nil` on the last page.
    public var next: URL?

    /// The URL of the previous page; `nil` on the first page, and if unknown.
    public var previous: URL?

    /// The URL of the first page, if known.
    public var first: URL?

    /// The URL of the last page, if known.
    public var last: URL?

    /// Creates links, for servers that send them in the body.
    ///
    /// - Parameters:
    ///   - next: The URL of the next page; `nil` on the last page.
    ///   - previous: The URL of the previous page; `nil` on the first page, and if unknown.
    ///   - first: The URL of the first page, if known.
    ///   - last: The URL of the last page, if known.
    public init(next: URL?, previous: URL? = nil, first: URL? = nil, last: URL? = nil) {
        self.next = next
        self.previous = previous
        self.first = first
        self.last = last
    }

    /// Parses the links of a response's `Link` header (RFC 8288).
    ///
    /// The relation types are `next`, `prev` (or `previous`), `first` and `last`, in any case; of several
    /// links with the same type the first is used. A link with an `anchor` describes another resource and is
    /// ignored, as are malformed links and links with a scheme other than `http` and `https`. A link to a
    /// next or previous page with the parameter `results="false"` is ignored, too: Sentry states by it that
    /// the page has no items. User names and passwords are removed.
    ///
    /// - Parameters:
    ///   - header: The header's value; several headers of that name are joined by commas. `nil` has no links.
    ///   - base: The URL of the page, which the links may be relative to.
    public init(header: String?, relativeTo base: URL) {
        self.init(next: nil)
        for link in LinkHeader(header ?? "") where link["anchor"] == nil {
            guard let url = base.resolving(link.target) else { continue }
            for relation in link.relations { add(url, as: relation, hasItems: link.hasItems) }
        }
    }

    private mutating func add(_ url: URL, as relation: String, hasItems: Bool) {
        switch relation {
        case "next": if hasItems { next = next ?? url }
        case "prev", "previous": if hasItems { previous = previous ?? url }
        case "first": first = first ?? url
        case "last": last = last ?? url
        default: break
        }
    }
}
