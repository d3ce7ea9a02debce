import Flux

/// The way to find the next page of an API.
enum NextPage: Sendable, Equatable {
    /// The `Link` header (RFC 8288).
    case link

    /// A field of the body that contains its URL.
    case field(JSONPath)

    /// A field of the body that contains a cursor, sent back in a query parameter.
    case cursor(JSONPath, parameter: String)

    /// The last identifier, sent in a query parameter.
    case since(parameter: String)

    /// The page number, sent in a query parameter.
    case page(parameter: String)

    /// The number of items before the page, sent in a query parameter.
    case offset(parameter: String)

    static let forms = "link, field:PATH, cursor:PATH[=NAME], since[=NAME], page[=NAME], offset[=NAME]"

    /// Parses one of the ``forms``.
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

    /// The usual name of the page size parameter; `nil` where the URL contains it.
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
