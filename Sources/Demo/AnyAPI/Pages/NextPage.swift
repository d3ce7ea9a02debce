/// How the next page of an API is found.
enum NextPage: Sendable, Equatable {
    /// By the `Link` header (RFC 8288).
    case link

    /// A field of the body has its address.
    case field(JSONPath)

    /// A field of the body has a cursor, which a query parameter takes back.
    case cursor(JSONPath, parameter: String)

    /// A query parameter takes the last identifier.
    case since(parameter: String)

    /// A query parameter takes the number of the page.
    case page(parameter: String)

    /// A query parameter takes the number of items before the page.
    case offset(parameter: String)

    static let forms = "link, field:PATH, cursor:PATH[=NAME], since[=NAME], page[=NAME], offset[=NAME]"

    /// Reads one of the ``forms``.
    init(_ text: String) throws(UsageError) {
        let (rest, name) = text.cut(atLast: "=")
        let (kind, path) = rest.cut(atFirst: ":")
        switch (kind, path.map { JSONPath($0) }, name) {
        case ("link", nil, nil): self = .link
        case ("field", let path??, nil): self = .field(path)
        case ("cursor", let path??, _) where name != "":
            self = .cursor(path, parameter: name ?? "cursor")
        case ("since", nil, _) where name != "": self = .since(parameter: name ?? "since")
        case ("page", nil, _) where name != "": self = .page(parameter: name ?? "page")
        case ("offset", nil, _) where name != "": self = .offset(parameter: name ?? "offset")
        default: throw UsageError("--next takes one of \(Self.forms), not '\(text)'")
        }
    }

    /// What the size of a page is usually called where pages are found this way; `nil` where the address says it.
    var usualSizeParameter: String? {
        switch self {
        case .link, .field: nil
        case .cursor, .since, .page: "per_page"
        case .offset: "limit"
        }
    }
}

extension String {
    fileprivate func cut(atFirst separator: Character) -> (String, String?) {
        guard let index = firstIndex(of: separator) else { return (self, nil) }
        return (String(self[..<index]), String(self[self.index(after: index)...]))
    }

    fileprivate func cut(atLast separator: Character) -> (String, String?) {
        guard let index = lastIndex(of: separator) else { return (self, nil) }
        return (String(self[..<index]), String(self[self.index(after: index)...]))
    }
}
