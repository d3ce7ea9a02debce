import Foundation
import LoopbackServer
import TestSupport
import Testing

@testable import PagingOperators

/// Items without identifiers that are equal on two pages, as where a request selects a field such as `state`.
@Suite(.prompt, .timeLimit(.minutes(1)))
struct EqualItemsTests {
    private static let states = #"[{"state":"open"},{"state":"closed"},{"state":"open"}]"#

    /// The number of items of a list, and its failure.
    private func load(
        _ path: String = "/list", next: NextPageRule = .detected,
        respond: @escaping @Sendable (HTTPRequest) -> HTTPResponse
    ) async throws -> (count: Int, failure: HTTPPageError.Reason?, requests: Int) {
        let server = try EmbeddedServer(handler: respond)
        var count = 0
        do {
            for try await _ in HTTPPages<State>(try server.url(path), next: next).items() { count += 1 }
            return (count, nil, server.requests.count)
        } catch let error as HTTPPageError {
            return (count, error.reason, server.requests.count)
        }
    }

    private func isRepetition(_ failure: HTTPPageError.Reason?) -> Bool {
        if case .nextPage(.repeated)? = failure { true } else { false }
    }

    @Test(arguments: [states, #"[{"state":"open"}]"#, "[1,2,3]"])
    func pagesWithFurtherCursorsAreRead(items: String) async throws {
        let list = try await load { request in
            let page = request.number("cursor")
            return .text("{\"nodes\":\(items),\"next_cursor\":\(page < 3 ? "\"\(page + 1)\"" : "null")}")
        }
        #expect(list.requests == 3)
        #expect(list.failure == nil)
    }

    @Test func pagesWithFurtherAddressesAreRead() async throws {
        let list = try await load { request in
            let page = request.number("page")
            let next = page < 3 ? ",\"@odata.nextLink\":\"/list?page=\(page + 1)\"" : ""
            return .text("{\"value\":\(Self.states)\(next)}")
        }
        #expect(list.count == 9)
        #expect(list.failure == nil)
    }

    @Test(arguments: [states, #"[{"state":"open"}]"#])
    func pagesWithFurtherLinksAreRead(items: String) async throws {
        let list = try await load { request in
            let page = request.number("page")
            let link = page < 3 ? "</list?page=\(page + 1)>; rel=\"next\"" : "</list>; rel=\"first\""
            return .text(items).with("Link", link)
        }
        #expect(list.requests == 3)
        #expect(list.failure == nil)
    }

    @Test func pagesWithFurtherHeaderFieldsAreRead() async throws {
        let list = try await load(next: .header("X-Next", as: "cursor")) { request in
            let page = request.number("cursor")
            return .text(Self.states).with("X-Next", page < 3 ? "\(page + 1)" : "")
        }
        #expect(list.count == 9)
        #expect(list.failure == nil)
    }

    @Test(arguments: ["/list?page=1", "/list?offset=0"])
    func pagesThatAreStatedAsRequestedAreReadUpToTheTotal(path: String) async throws {
        let list = try await load(path) { request in
            let position =
                request.query["offset"].map { "\"offset\":\($0)" } ?? "\"page\":\(request.number("page"))"
            return .text("{\(position),\"total\":9,\"results\":\(Self.states)}")
        }
        #expect(list.count == 9)
        #expect(list.failure == nil)
        #expect(list.requests == 3)
    }

    @Test func pagesAreReadUpToTheTotalHoweverManyAreEqual() async throws {
        let list = try await load { request in
            let page = request.number("cursor")
            let next = page < 120 ? "\"\(page + 1)\"" : "null"
            return .text("{\"nodes\":\(Self.states),\"total\":360,\"next_cursor\":\(next)}")
        }
        #expect(list.count == 360)
        #expect(list.failure == nil)
    }

    @Test func pagesThatAHeaderFieldStatesAsRequestedAreReadUpToTheTotal() async throws {
        let ranges = try await load("/list?offset=0") { request in
            let offset = request.number("offset")
            return .text(Self.states).with("Content-Range", "\(offset)-\(offset + 2)/9")
        }
        let pages = try await load("/list?page=1") { request in
            .text(Self.states).with("X-Page", "\(request.number("page"))").with("X-Total", "9")
        }
        for list in [ranges, pages] {
            #expect(list.count == 9)
            #expect(list.failure == nil)
            #expect(list.requests == 3)
        }
    }

    // MARK: Repetitions

    @Test(arguments: ["Content-Range", "X-Page"])
    func pageThatAHeaderFieldStatesAsTheFirstOneIsARepetition(name: String) async throws {
        let list = try await load(name == "X-Page" ? "/list?page=1" : "/list?offset=0") { _ in
            .text(Self.states).with("X-Total", "9").with(name, name == "X-Page" ? "1" : "0-2/9")
        }
        #expect(list.count == 3)
        #expect(isRepetition(list.failure))
    }

    /// A server that ignores the cursor may name a new one in each response, encrypted or with the time.
    @Test func newCursorOfTheSameItemsEndsTheListAtItsTotal() async throws {
        let count = Box(0)
        let list = try await load(next: .cursor(at: "next_cursor", as: "cursor")) { _ in
            count.value += 1
            return .text("{\"nodes\":\(Self.states),\"total\":9,\"next_cursor\":\"c\(count.value)\"}")
        }
        #expect(list.count == 9)
        #expect(isRepetition(list.failure))
        #expect(list.requests == 4)
    }

    @Test(arguments: [states, #"[{"state":"open"}]"#, "[1,2,3]"])
    func newCursorOfTheSameItemsEndsAListWithoutATotal(items: String) async throws {
        let count = Box(0)
        let list = try await load(next: .cursor(at: "next_cursor", as: "cursor")) { _ in
            count.value += 1
            return .text("{\"nodes\":\(items),\"next_cursor\":\"c\(count.value)\"}")
        }
        #expect(isRepetition(list.failure))
        #expect(list.requests == EqualPages.maximum + 1)
    }

    @Test func newLinkToTheSameItemsEndsTheList() async throws {
        let count = Box(0)
        let list = try await load { _ in
            count.value += 1
            return .text(Self.states).with("Link", "</list?at=\(count.value)>; rel=\"next\"")
        }
        #expect(isRepetition(list.failure))
        #expect(list.requests == EqualPages.maximum + 1)
    }

    /// The rest of the body may change.
    @Test(arguments: ["id", "_id", "uuid"], ["", ",\"total\":1000"])
    func singleItemThatComesAgainIsARepetition(key: String, total: String) async throws {
        let count = Box(0)
        let list = try await load(next: .cursor(at: "next_cursor", as: "cursor")) { _ in
            count.value += 1
            let item = "{\"\(key)\":1,\"image\":\"/i?sig=\(count.value)\"}"
            return .text("{\"nodes\":[\(item)],\"next_cursor\":\"c\(count.value)\"\(total)}")
        }
        #expect(list.count == EqualPages.maximumOfIdentified)
        #expect(isRepetition(list.failure))
        #expect(list.requests == EqualPages.maximumOfIdentified + 1)
    }

    @Test func singleItemsThatDifferAreRead() async throws {
        let list = try await load { request in
            let page = request.number("cursor")
            let next = page < 4 ? "\"\(page + 1)\"" : "null"
            return .text("{\"nodes\":[{\"id\":7,\"year\":\(page)}],\"next_cursor\":\(next)}")
        }
        #expect(list.count == 4)
        #expect(list.failure == nil)
    }

    @Test func ignoredCursorOfPlainValuesIsReplaced() async throws {
        let list = try await load { request in
            request.query["after"] == nil
                ? .text(#"{"values":[1,2,3],"next_cursor":"a"}"#)
                : .text(#"{"values":[4,5,6],"next_cursor":null}"#)
        }
        #expect(list.count == 6)
        #expect(list.failure == nil)
        #expect(list.requests == 3)
    }

    @Test func ignoredCursorOfPlainValuesIsARepetition() async throws {
        let list = try await load(next: .cursor(at: "next_cursor", as: "cursor")) { _ in
            .text(#"{"values":[1,2,3],"next_cursor":"a"}"#)
        }
        #expect(list.count == 3)
        #expect(isRepetition(list.failure))
        #expect(list.requests == 2)
    }

    @Test func ignoredCursorIsARepetition() async throws {
        let list = try await load(next: .cursor(at: "next_cursor", as: "cursor")) { request in
            .text("{\"took\":\(request.target.count),\"nodes\":\(Self.states),\"next_cursor\":\"a\"}")
        }
        #expect(list.count == 3)
        #expect(isRepetition(list.failure))
        #expect(list.requests == 2)
    }

    @Test(arguments: ["/list?page=1", "/list?offset=0"])
    func pageThatStaysTheFirstOneIsARepetition(path: String) async throws {
        let list = try await load(path) { request in
            .text("{\"page\":1,\"offset\":0,\"total\":9,\"results\":\(Self.states)}")
        }
        #expect(list.count == 3)
        #expect(isRepetition(list.failure))
    }

    /// A server that repeats its last page may state any number, and no total ends such a list.
    @Test func pagesWithoutATotalAreARepetition() async throws {
        let list = try await load("/list?page=1") { request in
            .text("{\"page\":\(request.number("page")),\"results\":\(Self.states)}")
        }
        #expect(list.count == 3)
        #expect(isRepetition(list.failure))
    }

    /// Many different items are not equal by coincidence, also without identifiers.
    @Test func differentItemsThatComeAgainAreARepetition() async throws {
        let items = (1...9).map { "{\"state\":\"s\($0)\"}" }.joined(separator: ",")
        for path in ["/list", "/list?page=1"] {
            let list = try await load(path) { request in
                let page = request.number("page")
                let next = path == "/list" ? ",\"next\":\"/list?page=\(page + 1)\"" : ""
                return .text("{\"page\":\(page),\"total\":1000,\"results\":[\(items)]\(next)}")
            }
            #expect(list.count == 9)
            #expect(isRepetition(list.failure))
        }
    }
}

private struct State: Decodable, Sendable {}
