import Flux

extension NextPageRule {
    static let optionForms =
        "link, field:PATH, cursor:PATH[=NAME], since[=NAME], page[=NAME], offset[=NAME], none"

    /// Parses the value of `--next`, one of the ``optionForms``.
    init(option text: String) throws(UsageError) {
        let (rest, name) = text.cut(atLast: "=")
        let (kind, path) = rest.cut(atFirst: ":")
        let parameter = name.map { PageParameter(option: $0) }
        switch (kind, path.map { JSONPath($0) }, parameter) {
        case ("none", nil, nil): self = .single
        case ("link", nil, nil): self = .link
        case ("field", let path??, nil): self = .address(at: path)
        case ("cursor", let path??, nil): self = .cursor(at: path, as: "cursor")
        case ("cursor", let path??, let parameter??): self = .cursor(at: path, as: parameter)
        case ("since", nil, nil): self = .keyset()
        case ("since", nil, let parameter??): self = .keyset(as: parameter)
        case ("page", nil, nil): self = .page()
        case ("page", nil, let parameter??): self = .page(as: parameter)
        case ("offset", nil, nil): self = .offset()
        case ("offset", nil, let parameter??): self = .offset(as: parameter)
        default: throw UsageError("--next takes one of \(Self.optionForms), not '\(text)'")
        }
    }

    /// The usual name of the page size parameter; `nil` where there is none.
    var usualSizeParameter: String? {
        if parameter?.isInBody == true { return nil }
        return switch self {
        case .detected, .single, .link, .address: nil
        case .cursor, .keyset, .page: "per_page"
        case .offset: "limit"
        }
    }
}

extension PageParameter {
    /// Parses `NAME`, or `body:PATH`; `nil` if that is empty or no path.
    fileprivate init?(option text: String) {
        guard text.hasPrefix("body:") else {
            if text.isEmpty { return nil }
            self = .query(text)
            return
        }
        guard let path = JSONPath(String(text.dropFirst(5))) else { return nil }
        self = .body(path)
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
