import Flux

extension NextPageRule {
    static let optionForms =
        "link, field:PATH, cursor:PATH[=NAME], since[=NAME], page[=NAME], offset[=NAME], none"

    /// Parses the value of `--next`, one of the ``optionForms``.
    init(option text: String) throws(UsageError) {
        let (rest, name) = text.cut(atLast: "=")
        let (kind, path) = rest.cut(atFirst: ":")
        switch (kind, path.map { JSONPath($0) }, name) {
        case ("none", nil, nil): self = .single
        case ("link", nil, nil): self = .link
        case ("field", let path??, nil): self = .address(at: path)
        case ("cursor", let path??, _) where name != "": self = .cursor(at: path, as: name ?? "cursor")
        case ("since", nil, _) where name != "": self = .keyset(as: name ?? "since")
        case ("page", nil, _) where name != "": self = .page(as: name ?? "page")
        case ("offset", nil, _) where name != "": self = .offset(as: name ?? "offset")
        default: throw UsageError("--next takes one of \(Self.optionForms), not '\(text)'")
        }
    }

    /// The usual name of the page size parameter; `nil` where there is none.
    var usualSizeParameter: String? {
        switch self {
        case .detected, .single, .link, .address: nil
        case .cursor, .keyset, .page: "per_page"
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
