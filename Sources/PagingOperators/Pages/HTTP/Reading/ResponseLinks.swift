import FluxLoading
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The information of a response's header fields about the pages of the list.
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
    /// The number of the page, as in `X-Page`.
    private(set) var number: Int?
    /// Whether there is a page number, as in `X-Next-Page`.
    private(set) var hasPageNumbers = false
    /// Whether there is a field for the number of the next page, without one.
    private(set) var isLast = false
    /// The name of a field that indicates a next page.
    private(set) var more: String?

    /// The range of a list, as PostgREST has it: `0-24/3573458`.
    private var range: (start: Int, end: Int)?
    /// The number of the first item of such a range.
    var firstIndex: Int? { range?.start }
    private var response: HTTPURLResponse?

    init(_ header: String?, relativeTo url: URL) {
        var links = LinkHeader(header ?? "")
        while let link = links.next() {
            if link["anchor"] != nil { continue }
            let hasItems = link.hasItems
            for relation in link.relations {
                switch relation {
                case "next": if hasItems { next = next ?? link.target }
                case "prev", "previous": if hasItems { previous = previous ?? link.target }
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
        self.response = response
        for (name, value) in Self.fields(of: response) { read(name.plain, value, name) }
        hasPageNumbers = hasPageNumbers || pages != nil
    }

    private mutating func read(_ plain: String, _ text: String, _ name: String) {
        // Most fields say nothing about pages.
        guard Self.names.contains(plain) else { return }
        let value = text.trimmingCharacters(in: .whitespaces)
        if plain == "contentrange" { return readRange(value) }
        if plain == "xpagination" { return readPagination(value) }
        let number = Self.number(value)
        switch PageSign.headerMeanings[plain] {
        case .total: total = number ?? total
        case .pages: pages = number ?? pages
        case .number:
            self.number = number ?? self.number
            hasPageNumbers = hasPageNumbers || number != nil
        case .more(let isMore): if value.lowercased() == "\(isMore)" { more = name }
        default:
            guard PageSign.numberHeaders.contains(plain) else { return }
            hasPageNumbers = hasPageNumbers || number != nil
            isLast = value.isEndOfList
        }
    }

    /// The names of the fields that are read.
    private static let names = PageSign.numberHeaders.union(PageSign.headerMeanings.keys)
        .union(["contentrange", "xpagination"])

    private mutating func readRange(_ value: String) {
        let parts = value.split(separator: "/")
        total = total ?? parts.last.flatMap { Self.number($0) }
        let ends = parts.first?.split(separator: "-").map { Self.number($0) } ?? []
        if ends.count == 2, let start = ends[0], let end = ends[1], start <= end { range = (start, end) }
    }

    /// A count, or the number of an item; `nil` if it is none that a list may have.
    private static func number(_ text: some StringProtocol) -> Int? {
        Int(text).flatMap { URL.queryNumbers ~= $0 ? $0 : nil }
    }

    /// Reads the object of counts that ASP.NET services have.
    private mutating func readPagination(_ value: String) {
        guard let object = try? JSONText(Data(value.utf8)) else { return }
        for (name, value) in object.members {
            if PageSign.names(.total).contains(name.plain) { total = total ?? value.count }
            if PageSign.names(.pages).contains(name.plain) { pages = pages ?? value.count }
        }
    }

    private static func fields(of response: HTTPURLResponse?) -> [(name: String, value: String)] {
        (response?.allHeaderFields ?? [:]).compactMap { name, value in
            guard let name = name as? String, let value = value as? String else { return nil }
            return (name, value)
        }
    }

    // MARK: Next pages

    /// The fields for the next page, the likeliest first. `X-Next-Page` is none beside counts, by which pages
    /// are numbered.
    var nextFields: [NextHeader] {
        let fields = NextHeader.fields(Self.fields(of: response).sorted { $0.name < $1.name })
        let isCounted = total != nil || pages != nil
        return fields.filter { $0.parameter != .named("page") || !isCounted }
    }

    /// Returns whether there is a field, with any value.
    func hasField(_ name: String) -> Bool { response?.value(forHTTPHeaderField: name) != nil }

    /// Returns the value of a field for the next page, unless it means that there is none.
    func value(of name: String) -> String? {
        response?.value(forHTTPHeaderField: name).flatMap { $0.isEndOfList ? nil : $0 }
    }

    /// Whether the range of the page's items is a part of the list, or may be one as it has as many items as
    /// it may have.
    func isPartial(of count: Int, whereSizeIs size: Int?) -> Bool {
        guard let range, count == range.end - range.start + 1 else { return false }
        return total.map { $0 > range.end + 1 } ?? (size == count)
    }
}
