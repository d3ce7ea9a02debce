import FluxLoading

/// A rule that finds the next page of an API in a response. See ``HTTPPages``.
///
/// Parameters are those of the address's query, or members of the JSON body of a request: see
/// ``PageParameter``. Paths are those of fields of the response's body. The list ends where the field is
/// missing, null, an empty text, array or object, `false`, or a number that is zero or negative, also as a
/// text such as `"null"` or `"0"`. It also ends where a field such as `hasNextPage` is false. Whatever the
/// rule, a page has the number of all items, ``Page/total``, if the body has a field such as `total`, or the
/// response a header field such as `X-Total-Count`.
public enum NextPageRule: Sendable, Hashable, Codable {
    /// The rule is detected in the first response. See ``HTTPPages``.
    case detected

    /// No next page: the list has a single one.
    case single

    /// The links `next` and `prev` of the `Link` header (RFC 8288).
    case link

    /// A field with the address of the next page, absolute or relative to the response's, and optionally one
    /// with that of the previous page. A field may also have the object of a link, with the address in
    /// `href`, `url`, `uri`, `@id` or `id`; or an array of one address, or of links. Of links with relations,
    /// the one whose `rel` or `relation` is `next`, or `prev`, counts.
    case address(at: JSONPath, previous: JSONPath? = nil)

    /// A field with an opaque text or number that is sent back in a parameter, and optionally one for the
    /// previous page. In a body it is sent as the JSON that was received, which may also be an object or an
    /// array.
    case cursor(at: JSONPath, as: PageParameter, previous: JSONPath? = nil)

    /// A header field with the address of the next page, or with an opaque text that is sent back in a
    /// parameter.
    case header(String, as: PageParameter = "cursor")

    /// The identifier of the last item, at a path within the item, is sent in a parameter; optionally that of
    /// the first item in another parameter, for the page before it. In a body it is sent as the JSON that was
    /// received, which may also be an object or an array. An empty page is the end.
    case keyset(by: JSONPath = "id", as: PageParameter = "since", before: PageParameter? = nil)

    /// The page number. The first one is that in the request, or 1. An empty page, or status 404 or 416 after
    /// the first page, is the end, or, without a further request, the page that a field with the number of
    /// all items or of all pages determines.
    case page(as: PageParameter = "page", total: JSONPath? = nil, pages: JSONPath? = nil)

    /// The number of items before the page. The first one is that in the request, or 0. An empty page, or
    /// status 416 after the first page, is the end, or, without a further request, the page that a field with
    /// the number of all items determines.
    case offset(as: PageParameter = "offset", total: JSONPath? = nil)
}

extension NextPageRule: CustomStringConvertible {
    /// The rule in words, such as `address at 'next'`.
    public var description: String {
        switch self {
        case .detected: "detected"
        case .single: "none"
        case .link: "Link header"
        case .address(let path, _): "address at \(path.quoted)"
        case .cursor(let path, let parameter, _): "\(path.quoted) sent as \(parameter)"
        case .header(let name, let parameter): "header field '\(name)' sent as \(parameter)"
        case .keyset(let path, let parameter, _): "\(path.quoted) of the last item sent as \(parameter)"
        case .page(let parameter, let total, let pages):
            "page number in \(parameter)"
                + Self.end(pages.map { ("pages", $0) } ?? total.map { ("items", $0) })
        case .offset(let parameter, let total):
            "offset in \(parameter)" + Self.end(total.map { ("items", $0) })
        }
    }

    private static func end(_ count: (of: String, path: JSONPath)?) -> String {
        count.map { ", number of \($0.of) at \($0.path.quoted)" } ?? ", up to an empty page"
    }

    /// The parameter that addresses a page.
    package var parameter: PageParameter? {
        switch self {
        case .detected, .single, .link, .address: nil
        case .cursor(_, let parameter, _), .header(_, let parameter), .keyset(_, let parameter, _),
            .page(let parameter, _, _), .offset(let parameter, _):
            parameter
        }
    }

    /// The parameters that requests send.
    package var parameters: [PageParameter] {
        if case .keyset(_, let parameter, let before?) = self { return [parameter, before] }
        return parameter.map { [$0] } ?? []
    }

    /// The path of the field for the next page.
    var path: JSONPath? {
        switch self {
        case .address(let path, _), .cursor(let path, _, _): path
        case .detected, .single, .link, .header, .keyset, .page, .offset: nil
        }
    }

    /// The path of the field for the next page; of a header field, its name.
    var field: JSONPath? {
        if case .header(let name, _) = self { JSONPath(steps: [name]) } else { path }
    }

    /// Returns the rule with another parameter.
    func with(_ parameter: PageParameter) -> NextPageRule {
        switch self {
        case .detected, .single, .link, .address: self
        case .cursor(let path, _, let previous): .cursor(at: path, as: parameter, previous: previous)
        case .header(let name, _): .header(name, as: parameter)
        case .keyset(let path, _, let before): .keyset(by: path, as: parameter, before: before)
        case .page(_, let total, let pages): .page(as: parameter, total: total, pages: pages)
        case .offset(_, let total): .offset(as: parameter, total: total)
        }
    }

    /// Whether two rules read the next page at the same place of a response.
    func hasSamePlace(as other: NextPageRule) -> Bool {
        switch (self, other) {
        case (.header(let name, _), .header(let other, _)): name == other
        default: path != nil && path == other.path
        }
    }
}
