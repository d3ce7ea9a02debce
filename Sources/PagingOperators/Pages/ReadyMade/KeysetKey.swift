/// The key of a page of ``KeysetPages``: the items before or after one with a known identifier.
public enum KeysetKey<ID: Hashable & Sendable>: Hashable, Sendable {
    /// The items after the one with an identifier.
    case after(ID)

    /// The items before the one with an identifier.
    case before(ID)
}

extension KeysetKey: Codable where ID: Codable {}
