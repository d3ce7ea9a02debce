/// What goes wrong between the engine and a source that does not keep to the rules.
public enum PagingError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The source named the key that had just been loaded as the next one, which would load it for ever.
    case repeatedKey(String)

    /// The source finished without sending a page.
    case noPage

    public var description: String {
        switch self {
        case .repeatedKey(let key):
            "The page at key \(key) names itself as the next page; loading it again would never end."
        case .noPage:
            "The source finished without sending a page."
        }
    }
}
