extension UsersService {
    func usersResponse(to request: HTTPRequest) -> HTTPResponse {
        do throws(BadParameter) {
            var query = try PageQuery(request.query, in: users)
            query.start = startIndex(of: query)
            if failsNow(query) {
                return .failure(status: 503, message: "Service Unavailable").with("Retry-After", "0")
            }
            return page(query, host: request.headers["Host"] ?? "127.0.0.1")
        } catch {
            return .failure(status: 400, message: error.message)
        }
    }

    private func page(_ query: PageQuery, host: String) -> HTTPResponse {
        let end = endIndex(of: query)
        let hasMore = end < users.count
        let items = rows(of: query, upTo: end).map { users.user(at: $0, host: host) }
        let root = "http://\(host)/users"
        switch query.style {
        case .keyset:
            let next = hasMore ? "\(root)?since=\(users.id(at: end - 1))&per_page=\(query.size)" : nil
            return .json(items).linking(to: next)
        case .keysetBefore:
            let hasPrevious = query.start > 0
            let previous = "\(root)?before=\(users.id(at: query.start))&per_page=\(query.size)"
            return .json(items).linking(to: hasPrevious ? previous : nil, as: "prev")
        case .offset:
            return .json(items)
        case .numbered(let page):
            let next = hasMore ? "\(root)?page=\(page + 1)&per_page=\(query.size)" : nil
            return .json(NumberedPage(items: items, page: page, total: users.count)).linking(to: next)
        case .cursor:
            return .json(CursorPage(items: items, nextCursor: hasMore ? PageCursor(start: end).text : nil))
        }
    }

    private func endIndex(of query: PageQuery) -> Int {
        query.end ?? min(query.start + query.size, users.count)
    }

    /// Returns the indices of a page's rows, with a repeated one if that fault is on.
    private func rows(of query: PageQuery, upTo end: Int) -> Range<Int> {
        guard faults.repeatsRow, isPage(withRow: query.size, query) else { return query.start..<end }
        if query.style == .keysetBefore { return query.start..<min(end + 1, users.count) }
        return query.start - 1..<end
    }

    /// Returns whether a page is the one with a row, among the consecutive pages in its direction. Read
    /// forwards, that page starts with the row, unless paging started in the middle.
    private func isPage(withRow row: Int, _ query: PageQuery) -> Bool {
        let end = endIndex(of: query)
        guard query.style == .keysetBefore else { return query.start == row && row < end }
        return query.start <= row && row < end
    }

    /// Returns the start of a page, at most the end of the users.
    ///
    /// A client that adds up the received rows asks for one past each boundary after the repeated row. It
    /// receives the page at the boundary, or a row would be lost.
    private func startIndex(of query: PageQuery) -> Int {
        let isOnePast = query.start > 2 * query.size && query.start % query.size == 1 % query.size
        let isMisled = faults.repeatsRow && query.style == .offset && isOnePast
        return min(isMisled ? query.start - 1 : query.start, users.count)
    }

    /// Returns `true` for the first request for the third page, if that fault is on.
    private func failsNow(_ query: PageQuery) -> Bool {
        guard faults.failsThirdPageOnce, isPage(withRow: 2 * query.size, query) else { return false }
        return hasFailed.withLock { hasFailed in
            defer { hasFailed = true }
            return !hasFailed
        }
    }
}

extension HTTPResponse {
    /// Returns the response with a link to another page, if any (RFC 8288).
    fileprivate func linking(to page: String?, as relation: String = "next") -> Self {
        page.map { with("Link", "<\($0)>; rel=\"\(relation)\"") } ?? self
    }
}
