/// A mistake in the rules of a list that does not stop it, but wastes memory or requests:
/// ``ViewState/warning``.
public enum PagingWarning: Sendable, Hashable, CustomStringConvertible {
    /// The rows in view, those within the threshold of them and the rest of their pages exceed
    /// ``PagingRules/maxRows``, and so stay in the list.
    case windowTooSmall(maxRows: Int, needed: Int)

    public var description: String {
        switch self {
        case .windowTooSmall(let maxRows, let needed):
            "maxRows is \(maxRows), but the rows in view and within the threshold of them, with the rest of their pages, are up "
                + "to \(needed) rows, which stay in the list; set maxRows to \(needed) or more."
        }
    }
}
