/// The rule by which a source without explicit keys determines its last page.
public enum PageEnd: Sendable, Hashable {
    /// The next page is empty. The default: correct for servers that return fewer items than requested, at
    /// the cost of one more request.
    case emptyPage

    /// The page has fewer items than requested. Saves a request where the server always returns full pages.
    case shortPage

    func isReached(by count: Int, of size: Int) -> Bool {
        switch self {
        case .emptyPage: count == 0
        case .shortPage: count < size
        }
    }
}
