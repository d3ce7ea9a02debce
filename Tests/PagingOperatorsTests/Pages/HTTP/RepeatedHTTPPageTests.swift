import Foundation
import LoopbackServer
import TestSupport
import Testing

@testable import PagingOperators

/// A list whose pages repeat ends with a failure, whatever their keys are.
@Suite(.prompt, .timeLimit(.minutes(1)))
struct RepeatedHTTPPageTests {
    private func isRepetition(_ failure: HTTPPageError.Reason?) -> Bool {
        if case .nextPage(.repeated)? = failure { true } else { false }
    }

    @Test func lastPageThatAlwaysNamesANextOneIsReadOnce() async throws {
        let list = try await LoadedList { request in
            let page = request.number("page")
            return .text(
                "{\"results\":\(array((min(page, 5) - 1) * 20)),\"next\":\"/list?page=\(page + 1)\"}")
        }
        #expect(list.ids == Array(0..<95))
        #expect(isRepetition(list.failure))
        #expect(list.targets.count == 6)
    }

    /// The part of an address after a number sign is not sent.
    @Test func addressesThatDifferInTheirFragmentAreOne() async throws {
        let count = Box(0)
        let list = try await LoadedList { _ in
            count.value += 1
            let items = array(count.value * 2, of: 1_000_000, size: 2)
            return .text("{\"items\":\(items),\"next\":\"/list?from=a#\(count.value)\"}")
        }
        #expect(list.ids == [2, 3, 4, 5])
        #expect(isRepetition(list.failure))
        #expect(list.targets == ["/list", "/list?from=a"])
    }

    @Test(arguments: [1, 2, 3, 7, 40])
    func circleOfPagesUnderNewNumbersIsFound(length: Int) async throws {
        let list = try await LoadedList { request in
            let page = request.number("page")
            let items = array((page - 1) % length * 2, of: 1_000_000, size: 2)
            return .text("{\"items\":\(items),\"total\":1000000,\"page\":\(page)}")
        }
        #expect(list.ids == Array(0..<length * 2))
        #expect(isRepetition(list.failure))
    }

    @Test func itemsAreComparedByTheirIdentifiers() async throws {
        let list = try await LoadedList { request in
            let stamp = request.query["page"] ?? "0"
            return .text(
                "{\"items\":[{\"id\":1,\"at\":\(stamp)},{\"id\":2,\"at\":\(stamp)}],\"total\":1000,\"page\":1}"
            )
        }
        #expect(list.ids == [1, 2])
        #expect(isRepetition(list.failure))
    }

    private func stamped(_ names: [String], _ key: String, _ stamp: String) -> String {
        let items = names.enumerated().map { index, name in
            "{\"\(key)\":\"\(name)\",\"image\":\"/i?sig=\(stamp)\(index)\"}"
        }
        return "[\(items.joined(separator: ","))]"
    }

    private func stamp(_ request: HTTPRequest) -> String {
        String(request.target.utf8.reduce(0) { $0 &* 31 &+ Int($1) }.magnitude)
    }

    /// What else the items have changes with each response, such as the signature of an address.
    @Test(
        arguments: [
            "key", "slug", "url", "hash", "ID", "itemId", "imdbID", "objectID", "mbid", "product_id", "GUID",
        ])
    func itemsAreComparedByOtherIdentifiers(key: String) async throws {
        for (path, rule) in [
            ("/list?page=1", NextPageRule.detected), ("/list", .page()), ("/list", .offset()),
        ] {
            let server = try EmbeddedServer { request in
                .text(stamped(["a", "b", "c"], key, stamp(request)))
            }
            let source = HTTPPages<Stamped>(
                try #require(URL(string: server.url.absoluteString.dropLast() + path)), next: rule)
            let error = await #expect(throws: HTTPPageError.self) {
                for try await _ in source.items() {}
            }
            #expect(isRepetition(error?.reason))
            #expect(server.requests.count == 2)
        }
    }

    /// What is no identifier of the items may be the same on each page.
    @Test(arguments: [
        ("userId", ["a", "b", "a", "b"]), ("userId", ["a", "b"]), ("day", ["Mon", "Tue", "Wed"]),
    ])
    func valuesOfSomethingElseMayBeEqual(key: String, values: [String]) async throws {
        let server = try EmbeddedServer { request in
            request.number("page") < 4 ? .text(stamped(values, key, stamp(request))) : .text("[]")
        }
        let url = try #require(URL(string: server.url.absoluteString.dropLast() + "/list?page=1"))
        var count = 0
        for try await _ in HTTPPages<Stamped>(url).items() { count += 1 }
        #expect(count == 3 * values.count)
    }

    /// The same things with other numbers, such as the points of teams after each round.
    private func rounds(_ round: Int, _ key: String) -> String {
        let rows = (1...4).map { "{\"\(key)\":\"k\($0)\",\"round\":\(round),\"points\":\($0 * round)}" }
        return round < 4 ? "[\(rows.joined(separator: ","))]" : "[]"
    }

    @Test(arguments: ["team_id", "playerId"], ["/list?page=1", "/list?offset=0"])
    func identifiersOfSomethingElseMayBeTheSame(key: String, path: String) async throws {
        let server = try EmbeddedServer { request in
            let page = request.query["offset"].flatMap { Int($0) }.map { $0 / 4 + 1 }
            return .text(rounds(page ?? request.number("page"), key))
        }
        let url = try #require(URL(string: server.url.absoluteString.dropLast() + path))
        var count = 0
        for try await _ in HTTPPages<Stamped>(url).items() { count += 1 }
        #expect(count == 12)
    }

    /// The server names the next page, so that it does not ignore a parameter.
    @Test(arguments: ["campaign_id", "key", "slug", "href"])
    func pagesThatTheServerNamesMayHaveTheSameKeys(key: String) async throws {
        let server = try EmbeddedServer { request in
            let page = request.number("page")
            let next = page < 3 ? "\"/list?page=\(page + 1)\"" : "null"
            return .text("{\"data\":\(rounds(page, key)),\"next\":\(next)}")
        }
        var count = 0
        for try await _ in HTTPPages<Stamped>(server.url).items() { count += 1 }
        #expect(count == 12)
    }

    /// A few values of all pages may be those of the first item, too.
    @Test(arguments: [
        #"{"id":ID,"state":"open"},{"id":0,"state":"closed"}"#,
        #"{"name":"eID","time":"20:00"},{"name":"z","time":"21:00"}"#,
        #"{"slug":"eID","likes":3},{"slug":"z","likes":0},{"slug":"y","likes":1}"#,
    ])
    func otherValuesOfTheFirstItemMayBeEqualOnPagesThatStayTheFirst(items: String) async throws {
        let server = try EmbeddedServer { request in
            let page = request.number("page")
            let page4 = "{\"number\":1,\"comments\":[]}"
            let list = items.replacing("ID", with: "\(page)")
            return .text(page < 4 ? "{\"number\":1,\"comments\":[\(list)]}" : page4)
        }
        let url = try #require(URL(string: server.url.absoluteString.dropLast() + "/list?page=1"))
        for try await _ in HTTPPages<Stamped>(url).items() {}
        #expect(server.requests.count == 4)
    }

    @Test func parameterIsTriedOnce() async throws {
        let list = try await LoadedList("/list?page=1") { _ in
            .text("{\"items\":\(array(0)),\"number\":1,\"has_more\":true}")
        }
        #expect(isRepetition(list.failure))
        #expect(Set(list.targets).count == list.targets.count)
    }

    @Test(arguments: [true, false])
    func pageThatStaysTheFirstOneIsRepeatedIfItsFirstItemIs(isSame: Bool) async throws {
        let server = try EmbeddedServer { request in
            let page = request.number("page")
            let names = ["x", "y"].map { isSame ? $0 : "\($0)\(page)" }
            let items = page < 4 ? stamped(names, "name", stamp(request)) : "[]"
            return .text("{\"page\":1,\"has_more\":\(page < 3),\"items\":\(items)}")
        }
        let url = try #require(URL(string: server.url.absoluteString.dropLast() + "/list?page=1"))
        var count = 0
        var error: (any Error)?
        do {
            for try await _ in HTTPPages<Stamped>(url).items() { count += 1 }
        } catch let failure {
            error = failure
        }
        #expect(count == (isSame ? 2 : 6))
        #expect(isRepetition((error as? HTTPPageError)?.reason) == isSame)
    }

    /// `number` is the number of items there, and a larger one returns the first item again.
    @Test func parameterThatLeadsToTheFirstItemAgainIsNotThatOfThePage() async throws {
        let list = try await LoadedList { request in
            let count = request.number("currentPage", or: 3)
            return .text("{\"items\":\(array(0, size: count)),\"currentPage\":1,\"total\":95}")
        }
        #expect(list.ids == [0, 1, 2])
        #expect(isRepetition(list.failure))
    }

    /// Rows of one thing at different times have one identifier.
    @Test func identifiersThatAreAllEqualIdentifyNothing() async throws {
        let list = try await LoadedList { request in
            let page = request.number("page")
            let items = "[{\"id\":1,\"at\":\(page)},{\"id\":1,\"at\":\(page + 100)}]"
            return .text("{\"items\":\(items),\"page\":\(page),\"pages\":3}")
        }
        #expect(list.ids == [1, 1, 1, 1, 1, 1])
        #expect(list.failure == nil)
    }

    @Test func endlessPagesWithoutItemsAreAFailure() async throws {
        let list = try await LoadedList { request in
            .text("{\"items\":[],\"next_cursor\":\"\(request.number("cursor", or: 0) + 1)\"}")
        }
        #expect(list.failure == .nextPage(.empty(pages: 5)))
        #expect(list.targets.count == 5)
    }

    @Test(arguments: [1, 3, 20])
    func boundOfPagesWithoutItemsIsThatOfTheSource(bound: Int) async throws {
        let server = try EmbeddedServer { request in
            let page = request.number("cursor", or: 0)
            let items = page == bound ? array(0) : "[]"
            return .text("{\"items\":\(items),\"next_cursor\":\(page < bound ? "\"\(page + 1)\"" : "null")}")
        }
        var source = HTTPPages<Numbered>(try server.url("/list"))
        source.maximumEmptyPages = bound + 1
        var ids: [Int] = []
        for try await item in source.items() { ids.append(item.id) }
        #expect(ids == Array(0..<20))
        source.maximumEmptyPages = bound
        let error = await #expect(throws: HTTPPageError.self) {
            for try await _ in source.items() {}
        }
        #expect(error?.reason == .nextPage(.empty(pages: bound)))
    }

    @Test func trailFindsACircleOfAnyLengthInBoundedMemory() {
        Seeds.forEach(300) { random in
            let (lead, length) = (random.number(below: 200), 1 + random.number(below: 300))
            var trail = PageTrail()
            var steps = 0
            func page(_ index: Int) -> UInt64 {
                UInt64(index < lead ? index : lead + (index - lead) % length)
            }
            while !trail.contains(page(steps)) {
                trail = trail.adding(PageHashes(page: page(steps)), isEmpty: false)
                steps += 1
                try Mismatch.unless(steps <= 3 * (lead + length) + 2, "\(lead) and \(length)")
            }
            try Mismatch.unless(steps >= lead + length, "\(lead) and \(length): found after \(steps)")
            let size = try JSONEncoder().encode(trail).count
            try Mismatch.unless(size < 800, "\(lead) and \(length): a trail of \(size) bytes")
        }
    }

    /// A page that left the window is loaded again from the other side.
    @Test func pagesAreLoadedForthAndBackAndForth() async throws {
        let server = try EmbeddedServer { request in
            let page = request.number("page")
            return .text("{\"items\":\(array((page - 1) * 20)),\"total\":95,\"page\":\(page)}")
        }
        let source = HTTPPages<Numbered>(try server.url("/list"))
        let first = try await source.load(nil)
        let second = try await source.load(first.next)
        let third = try await source.load(second.next)
        let back = try await source.load(third.previous)
        #expect(back.items == second.items)
        let start = try await source.load(back.previous)
        #expect(start.items == first.items)
        #expect(try await source.load(start.next).items == second.items)
        #expect(try await source.load(back.next).items == third.items)
    }
}

/// An item whose members do not matter.
private struct Stamped: Decodable, Sendable {}
