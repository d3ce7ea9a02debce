import Testing

@testable import LoopbackServer

struct PageQueryTests {
    private let users = UserDirectory(count: 95)

    private func query(_ text: String) throws -> PageQuery {
        try PageQuery(HTTPRequest(target: "/users?\(text)").query, in: users)
    }

    @Test(arguments: [
        ("", PageQuery.Style.keyset, 0, 30), ("per_page=7", .keyset, 0, 7), ("since=5", .keyset, 3, 30),
        ("since=&per_page=", .keyset, 0, 30), ("since=9223372036854775807", .keyset, 95, 30),
        ("per_page=1000", .keyset, 0, 100), ("offset=3&limit=4", .offset, 3, 4), ("limit=4", .offset, 0, 4),
        ("page=3&per_page=10", .numbered(page: 3), 20, 10), ("cursor=&per_page=5", .cursor, 0, 5),
        ("page=9223372036854775807", .numbered(page: .max), 95, 30),
        ("cursor=\(PageCursor(start: 60).text)", .cursor, 60, 30),
    ])
    func parametersGiveStyleStartAndSize(text: String, style: PageQuery.Style, start: Int, size: Int) throws {
        let query = try query(text)
        #expect(query.style == style)
        #expect(query.start == start)
        #expect(query.size == size)
    }

    @Test(arguments: [
        ("before=19&per_page=5", 2, 7), ("before=4", 0, 2), ("before=0", 0, 0), ("before=1", 0, 0),
        // No user has 18.
        ("before=18&per_page=5", 2, 7),
        ("before=&per_page=5", 90, 95), ("before=9223372036854775807&per_page=5", 90, 95),
    ])
    func parameterBeforeGivesARangeOfRows(text: String, start: Int, end: Int) throws {
        let query = try query(text)
        #expect(query.style == .keysetBefore)
        #expect(query.start == start)
        #expect(query.end == end)
    }

    @Test func otherStylesHaveNoEnd() throws {
        for text in ["since=19", "offset=3", "page=2", "cursor="] { #expect(try query(text).end == nil) }
    }

    @Test(arguments: [
        "since=x", "since=-1", "since=1.5", "since=99999999999999999999", "per_page=0", "per_page=x",
        "offset=-1", "offset=1&per_page=3", "limit=0", "page=0", "page=+1", "cursor=x", "cursor=c3RhcnQ6LTE",
        "since=1&page=2", "since=1&before=9", "before=-1", "offset=1&cursor=", "since=1&limit=2",
    ])
    func badParametersAreRejected(text: String) {
        #expect(throws: BadParameter.self) { try query(text) }
    }

    @Test func cursorsAreOpaqueAndReadBack() throws {
        for start in 0..<300 {
            let text = PageCursor(start: start).text
            #expect(text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" })
            #expect(PageCursor(text: text)?.start == start)
        }
    }
}
