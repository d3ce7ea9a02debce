/// Parses the links of a `Link` header's value (RFC 8288, appendix B.2).
struct LinkHeader: Sequence, IteratorProtocol {
    /// A link of the header.
    struct Link {
        /// The URL of the link, possibly relative.
        let target: String
        fileprivate(set) var parameters: [(name: String, value: String)] = []

        /// The value of the first parameter with a name, in lower case.
        subscript(name: String) -> String? {
            parameters.first { $0.name == name }?.value
        }

        /// The relation types of the link, in lower case.
        var relations: [String] {
            (self["rel"] ?? "").lowercased().split { $0 == " " || $0 == "\t" }.map(String.init)
        }

        /// Whether the page has items, as far as the link says: Sentry's lists always have one to a next
        /// page.
        var hasItems: Bool { self["results"]?.lowercased() != "false" }
    }

    private var rest: Substring.UTF8View
    /// Whether text was skipped that may be a link to the next page.
    private(set) var hasSkipped = false

    init(_ value: String) {
        rest = value[...].utf8
    }

    mutating func next() -> Link? {
        while !rest.isEmpty {
            _ = take { $0.isSpace || $0 == .comma }
            let whole = self
            if let link = nextLink() {
                skipToComma()
                return link
            }
            self = whole
            skipToComma()
        }
        return nil
    }

    private mutating func nextLink() -> Link? {
        guard take(.less) else { return nil }
        let target = take { $0 != .greater }
        guard take(.greater) else { return nil }
        var link = Link(target: target)
        while let parameter = nextParameter() {
            if !parameter.name.isEmpty { link.parameters.append(parameter) }
        }
        return link
    }

    /// Skips malformed text up to the comma before the next link, which is not one within quotes or an
    /// address.
    private mutating func skipToComma() {
        skipSpace()
        let start = rest
        while let byte = rest.first, byte != .comma {
            rest.removeFirst()
            if byte == .quote { _ = quoted() }
            if byte == .less { _ = take { $0 != .greater } }
        }
        let skipped = start[..<rest.startIndex]
        hasSkipped = hasSkipped || String(Substring(skipped)).lowercased().contains("next")
    }

    private mutating func nextParameter() -> (name: String, value: String)? {
        skipSpace()
        guard take(.semicolon) else { return nil }
        skipSpace()
        let name = take { !$0.isSpace && $0 != .equals && $0 != .semicolon && $0 != .comma }
        skipSpace()
        guard take(.equals) else { return (name.lowercased(), "") }
        skipSpace()
        if take(.quote) { return (name.lowercased(), quoted()) }
        // Some servers send relation types within apostrophes.
        if name.lowercased() == "rel", rest.first == .apostrophe, rest.dropFirst().contains(.apostrophe) {
            rest.removeFirst()
            defer { rest.removeFirst() }
            return ("rel", take { $0 != .apostrophe })
        }
        return (name.lowercased(), take { !$0.isSpace && $0 != .semicolon && $0 != .comma })
    }

    /// The text up to the closing quote, unescaped.
    private mutating func quoted() -> String {
        var bytes: [UInt8] = []
        while let byte = rest.popFirst(), byte != .quote {
            guard byte == .backslash else {
                bytes.append(byte)
                continue
            }
            if let escaped = rest.popFirst() { bytes.append(escaped) }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private mutating func skipSpace() {
        _ = take { $0.isSpace }
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard rest.first == byte else { return false }
        rest.removeFirst()
        return true
    }

    private mutating func take(while condition: (UInt8) -> Bool) -> String {
        let taken = rest.prefix(while: condition)
        rest = rest[taken.endIndex...]
        return String(decoding: taken, as: UTF8.self)
    }
}

extension UInt8 {
    fileprivate static let quote = UInt8(ascii: "\"")
    fileprivate static let backslash = UInt8(ascii: "\\")
    fileprivate static let apostrophe = UInt8(ascii: "'")
    fileprivate static let less = UInt8(ascii: "<")
    fileprivate static let greater = UInt8(ascii: ">")
    fileprivate static let comma = UInt8(ascii: ",")
    fileprivate static let semicolon = UInt8(ascii: ";")
    fileprivate static let equals = UInt8(ascii: "=")

    fileprivate var isSpace: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }
}
