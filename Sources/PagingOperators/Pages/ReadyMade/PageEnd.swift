/// How a source without explicit keys knows its last page.
public enum PageEnd: Sendable, Hashable {
    /// The page after it is empty. The default: right for servers that return fewer items than they were asked
    /// for, at the price of one more request.
    case emptyPage

    /// It has fewer items than were asked for. Saves a request where the server always fills its pages.
    case shortPage

    func isReached(by count: Int, of size: Int) -> Bool {
        switch self {
        case .emptyPage: count == 0
        case .shortPage: count < size
        }
    }
}
