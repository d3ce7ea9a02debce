import Foundation

/// The links of a response's `Link` header to the adjacent pages, as they were sent.
struct ResponseLinks: Sendable {
    private(set) var next: String?
    private(set) var previous: String?
    /// Whether there is a link to any page of the list, so that a missing one to the next page is the end.
    private(set) var isPaged = false

    init(_ header: String?, relativeTo url: URL) {
        for link in LinkHeader(header ?? "") where link["anchor"] == nil {
            for relation in link.relations {
                switch relation {
                case "next": next = next ?? link.target
                case "prev", "previous": previous = previous ?? link.target
                case "first", "last": break
                default: continue
                }
                isPaged = true
            }
        }
    }
}
