/// The key of a page of items that are next to one whose identifier is known.
public enum KeysetKey<ID: Hashable & Sendable>: Hashable, Sendable {
    /// The items after the one with an identifier.
    case after(ID)

    /// The items before the one with an identifier.
    case before(ID)
}

extension KeysetKey: Codable where ID: Codable {}
