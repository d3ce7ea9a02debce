import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// What the header fields of a response say about the pages of the list, as it was sent.
struct ResponseLinks: Sendable {
    private(set) var next: String?
    private(set) var previous: String?
    /// Whether there is a link to any page of the list, so that a missing one to the next page is the end.
    private(set) var isPaged = false
    /// Whether a part of the `Link` header could not be read, which may have been the link to the next page.
    private(set) var isMalformed = false

    /// The number of all items, as in `X-Total-Count` and `Content-Range`.
    private(set) var total: Int?
    /// The number of pages, as in `X-Total-Pages`.
    private(set) var pages: Int?
    /// Whether there is a page number, as in `X-Next-Page`.
    private(set) var hasPageNumbers = false

    init(_ header: String?, relativeTo url: URL) {
        var links = LinkHeader(header ?? "")
        while let link = links.next() {
            if link["anchor"] != nil { continue }
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
        isMalformed = links.hasSkipped && next == nil
    }

    init(_ response: HTTPURLResponse?, relativeTo url: URL) {
        self.init(response?.value(forHTTPHeaderField: "Link"), relativeTo: url)
        func number(_ names: [String]) -> Int? {
            names.lazy.compactMap { response?.value(forHTTPHeaderField: $0) }
                .compactMap { Int($0.trimmingCharacters(in: .whitespaces)) }.first { $0 >= 0 }
        }
        let range = response?.value(forHTTPHeaderField: "Content-Range")?.split(separator: "/").last
        total = number(["X-Total-Count", "X-Total", "X-WP-Total"]) ?? range.flatMap { Int($0) }
        pages = number(["X-Total-Pages", "X-WP-TotalPages", "X-Page-Count"])
        hasPageNumbers = pages != nil || number(["X-Next-Page", "X-Page"]) != nil
    }
}
