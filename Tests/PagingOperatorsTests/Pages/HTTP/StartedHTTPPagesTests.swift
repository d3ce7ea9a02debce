import Foundation
import LoopbackServer
import TestSupport
import Testing

@testable import PagingOperators

/// Lists without a rule that start at a key, and not at their first page.
@Suite(.prompt, .timeLimit(.minutes(1)))
struct StartedHTTPPagesTests {
    // MARK: Offsets

    /// The items before the start are one fewer than its offset.
    @Test func offsetFromOneReadsTheLastItem() async throws {
        let respond = { @Sendable (request: HTTPRequest) in
            let start = request.number("startIndex")
            return HTTPResponse.text(
                "{\"totalResults\":101,\"itemsPerPage\":20,\"startIndex\":\(start),"
                    + "\"Resources\":\(array(start - 1, of: 101))}")
        }
        let list = try await LoadedList(from: .offset(41), respond: respond)
        #expect(list.ids == Array(40..<101))
        #expect(list.failure == nil)
        let server = try EmbeddedServer(handler: respond)
        let page = try await HTTPPages<Numbered>(server.url).load(.offset(41))
        #expect(page.itemsBefore == 40)
    }

    /// In the middle of a list, its server does not tell whether it counts from 0 or from 1.
    @Test(arguments: [0, 1])
    func givenRuleReadsTheLastItem(first: Int) async throws {
        let rule = NextPageRule.offset(as: "startIndex", total: "totalResults")
        let list = try await LoadedList(from: .offset(40 + first), next: rule) { request in
            let start = request.number("startIndex", or: first)
            return .text(
                "{\"totalResults\":101,\"itemsPerPage\":20,\"startIndex\":\(start),"
                    + "\"Resources\":\(array(start - first, of: 101))}")
        }
        #expect(list.ids == Array(40..<101))
        #expect(list.failure == nil)
    }

    /// There is no item 0: the server sends the first page.
    @Test(arguments: [NextPageRule.detected, .offset(as: "startIndex", total: "totalResults")])
    func offsetZeroIsTheFirstPageOfAListThatIsCountedFromOne(rule: NextPageRule) async throws {
        let list = try await LoadedList(from: .offset(0), next: rule) { request in
            let start = max(1, request.number("startIndex"))
            return .text(
                "{\"totalResults\":101,\"itemsPerPage\":20,\"startIndex\":\(start),"
                    + "\"Resources\":\(array(start - 1, of: 101))}")
        }
        #expect(list.ids == Array(0..<101))
        #expect(list.failure == nil)
        #expect(list.targets.count == 6)
    }

    // MARK: Numbers

    /// The server states how many items there are, and sends 404 for the page after the last.
    @Test(arguments: [(5, ""), (3, ""), (3, "?per_page=50")])
    func totalEndsAListThatStartsAtAPage(start: Int, query: String) async throws {
        let list = try await LoadedList("/list" + query, from: .page(start)) { request in
            let page = request.number("page")
            if page > 5 { return .failure(status: 404, message: "Invalid page.") }
            return .text("{\"data\":\(array((page - 1) * 20)),\"total\":95,\"page\":\(page)}")
        }
        #expect(list.ids == Array((start - 1) * 20..<95))
        #expect(list.failure == nil)
        #expect(list.targets.count == 7 - start)
    }

    /// The first page has two further items, so that fewer than twice as many precede the third one.
    @Test(arguments: [200, 404])
    func totalDoesNotEndAListBeforeItsLastItem(status: Int) async throws {
        let starts = [0, 22, 42, 62, 63]
        let list = try await LoadedList(from: .page(3)) { request in
            let page = min(5, request.number("page"))
            if page == 5, status == 404 { return .failure(status: 404, message: "Invalid page.") }
            let items = array(starts[page - 1], of: 63, size: page == 1 ? 22 : 20)
            return .text("{\"data\":\(items),\"total\":63,\"page\":\(page)}")
        }
        #expect(list.ids == Array(42..<63))
        #expect(list.failure == nil)
    }

    @Test func pageMayBeNamedInAHeaderField() async throws {
        let list = try await LoadedList(from: .page(3)) { request in
            let page = request.number("page")
            let response = HTTPResponse.text(array((page - 1) * 20))
            return page < 5 ? response.with("X-Next-Page", "\(page + 1)") : response
        }
        #expect(list.ids == Array(40..<95))
        #expect(list.failure == nil)
        #expect(list.targets.count == 4)
    }

    /// The rule is detected in the page that the URL leads to, which is among those of the list.
    @Test(arguments: [("total", 2), ("total", 3), ("total", 4), ("next", 2), ("next", 3), ("next", 4)])
    func pageMayPrecedeThatOfTheURL(sign: String, start: Int) async throws {
        let list = try await LoadedList("/list?page=3&per_page=20", from: .page(start)) { request in
            let page = request.number("page")
            let next = page < 5 ? "\(page + 1)" : "null"
            let field = sign == "total" ? "\"total\":95" : "\"next_page\":\(next)"
            return .text("{\"data\":\(array((page - 1) * 20)),\"page\":\(page),\(field)}")
        }
        #expect(list.ids == Array((start - 1) * 20..<95))
        #expect(list.failure == nil)
    }

    @Test(arguments: [0, 20, 40])
    func offsetMayPrecedeThatOfTheURL(start: Int) async throws {
        let list = try await LoadedList("/list?offset=40", from: .offset(start)) { request in
            let offset = request.number("offset", or: 0)
            return .text("{\"data\":\(array(offset)),\"total\":95,\"offset\":\(offset)}")
        }
        #expect(list.ids == Array(start..<95))
        #expect(list.failure == nil)
    }

    // MARK: Cursors

    @Test func listMayStartAtTheCursorOfTheURL() async throws {
        let list = try await LoadedList("/list?cursor=*", from: .cursor("*")) { request in
            let start = request.number("cursor", or: 0)
            let next = start < 80 ? "\"\(start + 20)\"" : "null"
            return .text("{\"items\":\(array(start)),\"next_cursor\":\(next)}")
        }
        #expect(list.ids == Array(0..<95))
        #expect(list.failure == nil)
    }

    /// The cursor is the identifier of the last item, and not the number of a page.
    @Test func pageNumberIsNotSentAsACursor() async throws {
        let server = try EmbeddedServer { request in
            let start = request.number("cursor", or: 0)
            return .text("{\"items\":\(array(start, size: 10)),\"next_cursor\":\(start + 10)}")
        }
        let source = HTTPPages<Numbered>(server.url)
        let error = await #expect(throws: HTTPPageError.self) { try await source.load(.page(3)) }
        #expect("\(String(describing: error))".contains("the list has no page 3"))
        #expect(server.requests.count == 1)
    }

    @Test(arguments: [5, 10, 11])
    func offsetIsSentAsACursorThatIsOne(next: Int) async throws {
        let list = try await LoadedList(from: .offset(40)) { request in
            let start = request.number("cursor", or: 0)
            let cursor = start + 10 < 95 ? "\(start + next)" : "null"
            return .text("{\"items\":\(array(start, size: 10)),\"next_cursor\":\(cursor)}")
        }
        #expect(list.ids == (next == 10 ? Array(40..<95) : []))
        #expect((list.failure == nil) == (next == 10))
    }

    @Test(arguments: ["/list", "/list?page=1"])
    func pagesFromZeroMayBeNamedInAField(path: String) async throws {
        let isFromZero = path == "/list"
        let list = try await LoadedList(path, from: .page(3)) { request in
            let page = request.number("page", or: 0)
            let next = page < 5 ? "\(page + 1)" : "null"
            let items = array((page - (isFromZero ? 0 : 1)) * 20, of: 100)
            return .text("{\"items\":\(items),\"page\":\(page),\"next_page\":\(next)}")
        }
        #expect(list.ids == Array((isFromZero ? 60 : 40)..<100))
        #expect(list.failure == nil)
    }

    /// Only the field with the next page tells that the first one has the number 0.
    @Test func pagesFromZeroMayHaveNoNumber() async throws {
        let list = try await LoadedList(from: .page(3)) { request in
            let page = request.number("page", or: 0)
            let next = page < 4 ? "\(page + 1)" : "null"
            return .text("{\"items\":\(array(page * 20, of: 100)),\"nextPage\":\(next)}")
        }
        #expect(list.ids == Array(60..<100))
        #expect(list.failure == nil)
        #expect(list.targets == ["/list", "/list?page=3", "/list?page=4"])
    }

    /// The server filters the items of a page: each has 18 of 20.
    @Test func offsetOfTheNextPageMayCountItemsThatAreLeftOut() async throws {
        let list = try await LoadedList("/list?limit=20", from: .offset(40)) { request in
            let start = request.number("offset", or: 0)
            let next = start + 20 < 95 ? "\(start + 20)" : "null"
            return .text("{\"items\":\(array(start, size: 18)),\"next_offset\":\(next)}")
        }
        #expect(list.ids == Array(40..<58) + Array(60..<78) + Array(80..<95))
        #expect(list.failure == nil)
    }
}
