import Flux

extension NextPageRule {
    static let optionForms =
        "link, field:PATH, cursor:PATH[=NAME], header:FIELD[=NAME], since[:PATH][=NAME], page[=NAME], offset[=NAME], none"

    /// Parses the value of `--next`, one of the ``optionForms``.
    init(option text: String) throws(UsageError) {
        let (rest, name) = text.cut(atLast: "=")
        let (kind, path) = rest.cut(atFirst: ":")
        let parameter = name.map { PageParameter(option: $0) }
        if kind == "header", let field = path, field.isFieldName, parameter.map({ $0 != nil }) ?? true {
            self = .header(field, as: (parameter ?? nil) ?? "cursor")
            return
        }
        switch (kind, path.map { JSONPath($0) }, parameter) {
        case ("none", nil, nil): self = .single
        case ("link", nil, nil): self = .link
        case ("field", let path??, nil): self = .address(at: path)
        case ("cursor", let path??, nil): self = .cursor(at: path, as: "cursor")
        case ("cursor", let path??, let parameter??): self = .cursor(at: path, as: parameter)
        case ("since", nil, nil): self = .keyset()
        case ("since", nil, let parameter??): self = .keyset(as: parameter)
        case ("since", let path??, nil): self = .keyset(by: path)
        case ("since", let path??, let parameter??): self = .keyset(by: path, as: parameter)
        case ("page", nil, nil): self = .page()
        case ("page", nil, let parameter??): self = .page(as: parameter)
        case ("offset", nil, nil): self = .offset()
        case ("offset", nil, let parameter??): self = .offset(as: parameter)
        default: throw UsageError("--next takes one of \(Self.optionForms), not '\(text)'")
        }
    }

    /// The option for the rule, as it is typed in a shell; `nil` where there is none.
    var option: String? {
        let text: String? =
            switch self {
            case .detected: nil
            case .single: "none"
            case .link: "link"
            case .address(let path, _): "field:\(path)"
            case .cursor(let path, let parameter, _): "cursor:\(path)=\(parameter.option)"
            case .header(let name, let parameter): "header:\(name)=\(parameter.option)"
            case .keyset("id", let parameter, _): "since=\(parameter.option)"
            case .keyset(let path, let parameter, _): "since:\(path)=\(parameter.option)"
            case .page("page", _, _): "page"
            case .page(let parameter, _, _): "page=\(parameter.option)"
            case .offset("offset", _): "offset"
            case .offset(let parameter, _): "offset=\(parameter.option)"
            }
        return text.map { "--next \($0.quotedForShell)" }
    }

    /// The usual name of the page size parameter; `nil` where there is none.
    var usualSizeParameter: String? {
        if parameter?.isInBody == true { return nil }
        return switch self {
        case .detected, .single, .link, .address, .header: nil
        case .cursor, .keyset, .page: "per_page"
        case .offset: "limit"
        }
    }
}

extension PageParameter {
    /// The parameter as it is parsed.
    fileprivate var option: String {
        switch self {
        case .query(let name): name
        case .body(let path): "body:\(path)"
        case .header(let name): "header:\(name)"
        }
    }

    /// Parses `NAME`, `body:PATH` or `header:NAME`; `nil` if that is empty or no path.
    fileprivate init?(option text: String) {
        if text.hasPrefix("header:") {
            let name = String(text.dropFirst(7))
            guard name.isFieldName else { return nil }
            self = .header(name)
            return
        }
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
    /// Whether this may be the name of a header field (RFC 9110 §5.1).
    var isFieldName: Bool { isToken }

    /// Whether this is a token, as methods and the names of header fields are (RFC 9110 §5.6.2).
    var isToken: Bool { wholeMatch(of: /[!#$%&'*+.^_`|~0-9A-Za-z-]+/) != nil }

    /// The text in single quotes if a shell would not take it as it is.
    var quotedForShell: String {
        if wholeMatch(of: /[A-Za-z0-9_.:=@%+,\/-]+/) != nil { return self }
        return "'" + replacing("'", with: "'\\''") + "'"
    }

    fileprivate func cut(atFirst separator: Character) -> (String, String?) {
        guard let index = firstIndex(of: separator) else { return (self, nil) }
        return (String(self[..<index]), String(self[self.index(after: index)...]))
    }

    fileprivate func cut(atLast separator: Character) -> (String, String?) {
        guard let index = lastIndex(of: separator) else { return (self, nil) }
        return (String(self[..<index]), String(self[self.index(after: index)...]))
    }
}
