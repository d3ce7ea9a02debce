/// The key of a page of ``KeysetPages``: the items before or after one with a known identifier.
///
/// A literal is the identifier of the item before the page: `startingAt: 500` is `startingAt: .after(500)`.
public enum KeysetKey<ID: Hashable & Sendable>: Hashable, Sendable {
    /// The items after the one with an identifier.
    case after(ID)

    /// The items before the one with an identifier.
    case before(ID)
}

extension KeysetKey: Codable where ID: Codable {}

extension KeysetKey: ExpressibleByIntegerLiteral where ID: ExpressibleByIntegerLiteral {
    public init(integerLiteral id: ID.IntegerLiteralType) { self = .after(ID(integerLiteral: id)) }
}

extension KeysetKey: ExpressibleByUnicodeScalarLiteral where ID: ExpressibleByUnicodeScalarLiteral {
    public init(unicodeScalarLiteral id: ID.UnicodeScalarLiteralType) {
        self = .after(ID(unicodeScalarLiteral: id))
    }
}

extension KeysetKey: ExpressibleByExtendedGraphemeClusterLiteral
where ID: ExpressibleByExtendedGraphemeClusterLiteral {
    public init(extendedGraphemeClusterLiteral id: ID.ExtendedGraphemeClusterLiteralType) {
        self = .after(ID(extendedGraphemeClusterLiteral: id))
    }
}

extension KeysetKey: ExpressibleByStringLiteral where ID: ExpressibleByStringLiteral {
    public init(stringLiteral id: ID.StringLiteralType) { self = .after(ID(stringLiteral: id)) }
}
