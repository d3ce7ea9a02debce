/// The rows that a request for users names, and the style of paging.
struct PageQuery: Sendable, Equatable {
    enum Style: Sendable, Equatable {
        /// `since=&per_page=`; also when no parameter names a style.
        case keyset
        /// `before=&per_page=`: the rows right before a user, in the order of the list.
        case keysetBefore
        /// `offset=&limit=`.
        case offset
        /// `page=&per_page=`, counted from one.
        case numbered(page: Int)
        /// `cursor=&per_page=`; an empty cursor is the first page.
        case cursor
    }

    /// The default of GitHub.
    static let defaultSize = 30

    let style: Style
    /// The index of the first row, which may be beyond the last user.
    var start: Int
    /// The requested number of rows.
    let size: Int
    /// The index after the last row, for ``Style/keysetBefore``.
    private(set) var end: Int?

    /// Reads a query. A parameter without a value has its default, but still selects its style.
    init(_ query: [String: String], in users: UserDirectory) throws(BadParameter) {
        let named = ["since", "before", "offset", "page", "cursor"].filter { query[$0] != nil }
        guard named.count <= 1 else {
            throw BadParameter(message: "\(named.joined(separator: " and ")) cannot be used together")
        }
        let isOffset = named == ["offset"] || (named.isEmpty && query["limit"] != nil)
        let (sizeName, otherName) = isOffset ? ("limit", "per_page") : ("per_page", "limit")
        guard query[otherName] == nil else {
            throw BadParameter(message: "\(otherName) cannot be used here; use \(sizeName)")
        }
        size = min(try query.number(sizeName, atLeast: 1) ?? Self.defaultSize, UsersService.maximumPageSize)
        switch isOffset ? "offset" : named.first {
        case "offset":
            style = .offset
            start = try query.number("offset", atLeast: 0) ?? 0
        case "page":
            let page = try query.number("page", atLeast: 1) ?? 1
            let (start, overflows) = (page - 1).multipliedReportingOverflow(by: size)
            style = .numbered(page: page)
            self.start = overflows ? users.count : start
        case "before":
            style = .keysetBefore
            let id = try query.number("before", atLeast: 0)
            let end = id.map { users.index(after: $0 - 1) } ?? users.count
            start = max(0, end - size)
            self.end = end
        case "cursor":
            style = .cursor
            start = try query.cursor("cursor")?.start ?? 0
        default:
            style = .keyset
            start = users.index(after: try query.number("since", atLeast: 0) ?? 0)
        }
    }
}

extension [String: String] {
    fileprivate func number(_ name: String, atLeast least: Int) throws(BadParameter) -> Int? {
        guard let text = self[name], !text.isEmpty else { return nil }
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(text), number >= least
        else { throw BadParameter(message: "\(name) must be a whole number of at least \(least)") }
        return number
    }

    fileprivate func cursor(_ name: String) throws(BadParameter) -> PageCursor? {
        guard let text = self[name], !text.isEmpty else { return nil }
        guard let cursor = PageCursor(text: text) else {
            throw BadParameter(message: "\(name) is not a cursor of this server")
        }
        return cursor
    }
}
