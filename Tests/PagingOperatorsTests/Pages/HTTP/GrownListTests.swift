import Foundation
import LoopbackServer
import Streams
import TestSupport
import Testing

@testable import PagingOperators

/// A list that gains as many items at its start as a page has, while it is read by number: the next page is
/// then one that was read before.
@Suite(.prompt, .timeLimit(.minutes(1)))
struct GrownListTests {
    /// A list of 95 items, which gains others before it with one of its requests.
    private func response(
        growth: (request: Int, items: Int), statesNumber: Bool = true, statesTotal: Bool = false,
        _ requests: Box<Int>
    ) -> @Sendable (HTTPRequest) -> HTTPResponse {
        { request in
            let count = requests.increment()
            let gained = count >= growth.request ? growth.items : 0
            let page = request.number("page")
            let first = request.query["offset"].flatMap { Int($0) } ?? (page - 1) * 20
            // Gained items have numbers from 1000.
            let ids = (first..<max(first, min(first + 20, 95 + gained))).map {
                $0 < gained ? 1000 + $0 : $0 - gained
            }
            let items = ids.map { "{\"id\":\($0)}" }.joined(separator: ",")
            let number = statesNumber ? ",\"page\":\(page)" : ""
            let total = statesTotal ? ",\"total\":\(95 + gained)" : ""
            return .text("{\"items\":[\(items)]\(number)\(total)}")
        }
    }

    @Test(arguments: [NextPageRule.page(), .offset()], [false, true])
    func itemsThatWereReadAreReadAgain(rule: NextPageRule, statesTotal: Bool) async throws {
        let respond = response(growth: (3, 20), statesNumber: false, statesTotal: statesTotal, Box(0))
        let list = try await LoadedList(next: rule, respond: respond)
        let read = 40
        #expect(list.ids == Array(0..<read) + Array(read - 20..<95))
        #expect(list.failure == nil)
    }

    @Test(arguments: [false, true])
    func listMayGainSeveralPages(statesTotal: Bool) async throws {
        let list = try await LoadedList(
            next: .page(), respond: response(growth: (4, 60), statesTotal: statesTotal, Box(0)))
        #expect(list.ids == Array(0..<60) + Array(0..<95))
        #expect(list.failure == nil)
    }

    /// The total shows that the server does not ignore the number.
    @Test func secondPageMayBeTheFirstIfTheTotalHasIncreased() async throws {
        let list = try await LoadedList(
            next: .page(total: "total"), respond: response(growth: (2, 20), statesTotal: true, Box(0)))
        #expect(list.ids == Array(0..<20) + Array(0..<95))
        #expect(list.failure == nil)
        let other = try await LoadedList(next: .page(), respond: response(growth: (2, 20), Box(0)))
        #expect(other.ids == Array(0..<20))
        #expect(other.failure == .nextPage(.repeated(parameter: "page")))
    }

    /// As of a server that begins anew after its last page.
    @Test(arguments: [2, 3, 16, 17, 18, 20, 40])
    func circleOfPagesEndsWithAFailure(length: Int) async throws {
        let list = try await LoadedList(next: .page()) { request in
            let items = array((request.number("page") - 1) % length * 2, of: 1_000, size: 2)
            return request.number("page") > 200 ? .text("[]") : .text("{\"items\":\(items)}")
        }
        #expect(list.failure == .nextPage(.repeated(parameter: "page")))
        #expect(list.targets.count <= 2 * length + 1)
    }

    @Test func pageThatComesAgainAndAgainIsAFailure() async throws {
        // As of a server whose pages end with the third.
        let last = try await LoadedList(next: .page()) { request in
            .text("{\"items\":\(array((min(request.number("page"), 3) - 1) * 20))}")
        }
        #expect(last.ids == Array(0..<60) + Array(40..<60))
        #expect(last.failure == .nextPage(.repeated(parameter: "page")))
        #expect(last.targets.count == 5)
        // Its total would be greater otherwise.
        let counted = try await LoadedList(next: .page(total: "total")) { request in
            .text("{\"items\":\(array((min(request.number("page"), 3) - 1) * 20)),\"total\":100}")
        }
        #expect(counted.ids == Array(0..<60))
        #expect(counted.failure == .nextPage(.repeated(parameter: "page")))
        // As of one that has three pages, and begins anew.
        let circle = try await LoadedList(next: .page()) { request in
            .text("{\"items\":\(array((request.number("page") - 1) % 3 * 20))}")
        }
        #expect(circle.ids == Array(0..<60) + Array(0..<60))
        #expect(circle.failure == .nextPage(.repeated(parameter: "page")))
        #expect(circle.targets.count == 7)
    }

    @Test func reloadAroundAPageTakesTheItemsThatAreThereNow() async throws {
        let requests = Box(0)
        let server = try EmbeddedServer(handler: response(growth: (4, 20), requests))
        let source = HTTPPages<Numbered>(server.url, next: .page())
        let second = try #require(try await source.load(nil).next)
        let third = try #require(try await source.load(second).next)
        #expect(try await source.load(third).items.map(\.id) == Array(40..<60))
        let reloaded = try await source.load(third)
        #expect(reloaded.items.map(\.id) == Array(20..<40))
        let next = try #require(reloaded.next)
        #expect(try await source.load(next).items.map(\.id) == Array(40..<60))
    }
}
