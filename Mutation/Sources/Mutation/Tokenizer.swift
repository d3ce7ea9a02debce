/// Splits Swift source into tokens; leaves out comments and what stands between `#if` and `#endif`.
struct Tokenizer {
    private let source: [UInt8]
    private var position = 0
    private var tokens: [Token] = []
    private var startsLine = true
    private var conditionalDepth = 0

    static func tokens(of source: [UInt8]) -> [Token] {
        var tokenizer = Tokenizer(source: source)
        tokenizer.run()
        return tokenizer.tokens
    }

    private init(source: [UInt8]) {
        self.source = source
    }

    private func byte(_ offset: Int = 0) -> UInt8 {
        position + offset < source.count ? source[position + offset] : 0
    }

    private func isAt(_ text: String) -> Bool {
        text.utf8.enumerated().allSatisfy { byte($0.offset) == $0.element }
    }

    private mutating func run() {
        while position < source.count {
            switch byte() {
            case UInt8(ascii: "\n"):
                startsLine = true
                position += 1
            case UInt8(ascii: " "): position += 1
            case UInt8(ascii: "/") where isAt("//"): skipLine()
            case UInt8(ascii: "/") where isAt("/*"): skipComment()
            case UInt8(ascii: "#") where isAt("#if"):
                conditionalDepth += 1
                skipLine()
            case UInt8(ascii: "#") where isAt("#endif"):
                conditionalDepth -= 1
                skipLine()
            case UInt8(ascii: "#") where isAt("#else"): skipLine()
            case let first: readToken(first)
            }
        }
    }

    private mutating func skipLine() {
        while position < source.count, byte() != UInt8(ascii: "\n") { position += 1 }
    }

    private mutating func skipComment() {
        while position < source.count, !isAt("*/") { position += 1 }
        position += 2
    }

    private mutating func readToken(_ first: UInt8) {
        let start = position
        let kind: Token.Kind
        switch first {
        case UInt8(ascii: "\""):
            kind = .string
            skipString()
        case _ where first.isDigit:
            kind = .number
            while byte().isWord || (byte() == UInt8(ascii: ".") && byte(1).isDigit) { position += 1 }
        case _ where first.isWord:
            kind = .word
            while byte().isWord { position += 1 }
        default:
            kind = .symbol
            position += symbolLength(first)
        }
        if conditionalDepth == 0 { append(kind, start..<position) }
    }

    private mutating func append(_ kind: Token.Kind, _ range: Range<Int>) {
        let before = range.lowerBound > 0 ? source[range.lowerBound - 1] : UInt8(ascii: "\n")
        var token = Token(
            kind: kind, text: String(decoding: source[range], as: UTF8.self), range: range,
            startsLine: startsLine, hasSpaceBefore: before.isSpace)
        token.hasSpaceAfter = byte().isSpace
        tokens.append(token)
        startsLine = false
    }

    /// Skips a string with what is interpolated into it.
    private mutating func skipString() {
        let quote = isAt("\"\"\"") ? "\"\"\"" : "\""
        position += quote.utf8.count
        var depth = 0
        while position < source.count {
            if isAt("\\(") {
                depth += 1
                position += 2
            } else if depth > 0 {
                if byte() == UInt8(ascii: "(") { depth += 1 }
                if byte() == UInt8(ascii: ")") { depth -= 1 }
                if byte() == UInt8(ascii: "\"") { skipString() } else { position += 1 }
            } else if isAt("\\") {
                position += 2
            } else if isAt(quote) {
                position += quote.utf8.count
                return
            } else {
                position += 1
            }
        }
    }

    private func symbolLength(_ first: UInt8) -> Int {
        let known = [
            "...", "..<", "===", "!==", "==", "!=", "<=", ">=", "&&", "||", "->", "+=", "-=", "*=", "??",
        ]
        if let symbol = known.first(where: isAt) { return symbol.utf8.count }
        return 1
    }
}

extension UInt8 {
    fileprivate var isDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }
    fileprivate var isSpace: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\n") }

    /// Whether a name may have it: letters, digits, `_`, `$`, backticks and all that is not ASCII.
    fileprivate var isWord: Bool {
        isDigit || self >= 0x80 || (self | 0x20) >= UInt8(ascii: "a") && (self | 0x20) <= UInt8(ascii: "z")
            || self == UInt8(ascii: "_") || self == UInt8(ascii: "$") || self == UInt8(ascii: "`")
    }
}
