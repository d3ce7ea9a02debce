/// A word, a literal, an operator or a bracket of Swift source, and where it stands.
struct Token {
    enum Kind {
        case word
        case number
        case string
        case symbol
    }

    var kind: Kind
    var text: String
    /// Offsets of UTF-8 code units.
    var range: Range<Int>
    var startsLine: Bool
    var hasSpaceBefore: Bool
    var hasSpaceAfter = false

    /// Whether it stands between two operands, as this project's format sets it.
    var isInfix: Bool {
        kind == .symbol && hasSpaceBefore && hasSpaceAfter
            && text.allSatisfy { "/=-+!*%<>&|^~?:.".contains($0) }
    }
}
