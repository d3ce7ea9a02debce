import Foundation
import LoopbackServer
import Streams
import TestSupport
import Testing

@testable import FluxLoading
@testable import PagingOperators

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Pages that a member of the request's body addresses.
@Suite(.prompt, .timeLimit(.minutes(1)))
struct BodyParameterTests {
    private static let query = #"{ "query": "{ a(after: \"\") }", "variables": {"first":2.0,"after":null} }"#
    private static let connection = NextPageRule.cursor(
        at: "data.list.pageInfo.endCursor", as: .body("variables.after"))

    /// What a list of a server loaded.
    private struct Found {
        var ids: [Int] = []
        var failure: HTTPPageError.Reason?
        var bodies: [String] = []
        var methods: [String] = []
    }

    /// Loads all items of a list.
    private func load(
        _ next: NextPageRule, _ body: String = Self.query, items: JSONPath? = nil, retries: Int = 0,
        startingAt key: HTTPPageKey? = nil,
        respond: @escaping @Sendable (HTTPRequest, JSONText) -> HTTPResponse
    ) async throws -> Found {
        let server = try EmbeddedServer(methods: ["GET", "POST"]) { request in
            (try? JSONText(request.body.isEmpty ? Data("{}".utf8) : request.body))
                .map { respond(request, $0) } ?? .failure(status: 400, message: "no JSON")
        }
        var request = URLRequest(url: try server.url("/graphql?v=1"))
        request.httpMethod = "POST"
        request.httpBody = Data(body.utf8)
        var found = Found()
        let source = HTTPPages<Numbered>(request, items: items, next: next)
        do {
            for try await item in source.retry(.immediate(attempts: retries)).items(startingAt: key) {
                found.ids.append(item.id)
            }
        } catch {
            found.failure = (error as? HTTPPageError)?.reason
        }
        found.bodies = server.requests.map { String(decoding: $0.body, as: UTF8.self) }
        found.methods = server.requests.map(\.method)
        #expect(server.requests.allSatisfy { $0.query == ["v": "1"] })
        return found
    }

    /// Returns the page of five items after a cursor, as GraphQL servers do.
    ///
    /// - Parameter end: The fields of the last page.
    @Sendable private static func page(
        _ body: JSONText, end: String = #""endCursor":"YTo0","hasNextPage":false"#
    ) -> HTTPResponse {
        let cursor = (try? body.value(at: "variables.after"))?.flatMap { $0.string }
        let start = cursor.flatMap { Int($0.dropFirst(3)) }.map { $0 + 1 } ?? 0
        let info = start < 4 ? "\"endCursor\":\"YTo\(start + 1)\",\"hasNextPage\":true" : end
        return .json(
            text: "{\"data\":{\"list\":{\"nodes\":\(array(start, of: 5, size: 2)),\"pageInfo\":{\(info)}}}}")
    }

    @Test(arguments: [
        #""endCursor":"YTo4","hasNextPage":false"#, #""endCursor":null,"hasNextPage":false"#,
        #""endCursor":null"#, #""endCursor":"""#,
    ])
    func connectionIsReadToItsEnd(end: String) async throws {
        let found = try await load(Self.connection) { Self.page($1, end: end) }
        #expect(found.failure == nil)
        #expect(found.ids == Array(0..<5))
        #expect(
            found.bodies == [
                Self.query, Self.query.replacing("null", with: "\"YTo1\""),
                Self.query.replacing("null", with: "\"YTo3\""),
            ])
    }

    @Test func endIsAFailureIfTheFlagSaysThatThereIsMore() async throws {
        let found = try await load(Self.connection) {
            Self.page($1, end: #""endCursor":null,"hasNextPage":true"#)
        }
        #expect(found.ids == Array(0..<5))
        #expect(
            found.failure
                == .nextPage(
                    .missing("data.list.pageInfo.endCursor", candidates: ["data.list.pageInfo.hasNextPage"])))
    }

    @Test func ignoredMemberIsAFailure() async throws {
        let found = try await load(.cursor(at: "data.list.pageInfo.endCursor", as: .body("variables.aftr"))) {
            Self.page($1)
        }
        #expect(found.ids == [0, 1])
        #expect(found.failure == .nextPage(.repeated(parameter: "variables.aftr")))
        #expect(found.bodies.count == 2)
    }

    @Test func retriesSendTheSameBody() async throws {
        let script = FaultScript([nil, .unavailable, .cutBody, nil, .tooManyRequests])
        let found = try await load(Self.connection, retries: 2) { script.apply(to: Self.page($1)) }
        #expect(found.failure == nil)
        #expect(found.ids == Array(0..<5))
        let cursors = [nil, 1, 1, 1, 3, 3]
        #expect(
            found.bodies
                == cursors.map { number in
                    number.map { Self.query.replacing("null", with: "\"YTo\($0)\"") } ?? Self.query
                })
    }

    // MARK: Redirects

    @Test(arguments: [307, 308])
    func redirectKeepsTheBody(status: Int) async throws {
        let found = try await load(Self.connection) { request, body in
            request.path == "/moved"
                ? Self.page(body) : .redirect(status: status, to: "/moved?v=1")
        }
        #expect(found.failure == nil)
        #expect(found.ids == Array(0..<5))
        #expect(found.methods == Array(repeating: "POST", count: 6))
        #expect(Set(found.bodies).count == 3)
        for index in [0, 2, 4] { #expect(found.bodies[index] == found.bodies[index + 1]) }
    }

    /// Such a redirect requires a request without the body, and so for the same page again (RFC 9110 §15.4).
    @Test(arguments: [301, 302, 303])
    func redirectThatDropsTheBodyIsAFailure(status: Int) async throws {
        let found = try await load(Self.connection) { request, body in
            request.path == "/moved"
                ? Self.page(body) : .redirect(status: status, to: "/moved?v=1")
        }
        #expect(found.ids == [0, 1])
        #expect(found.failure == .nextPage(.repeated(parameter: "variables.after")))
        #expect(found.methods == ["POST", "GET", "POST", "GET"])
    }

    // MARK: Values

    @Test(arguments: [
        (#""a\u0022/é""#, #""a\"/é""#), ("12345678901234567890", "12345678901234567890"), ("1.50", "1.50"),
        (#"{"id":{"S":"x"},"n":[1, 2]}"#, #"{"id":{"S":"x"},"n":[1, 2]}"#), ("[1,\"b\"]", "[1,\"b\"]"),
    ])
    func cursorIsSentAsTheJSONThatWasReceived(cursor: String, sent: String) async throws {
        let rule = NextPageRule.cursor(at: "last", as: .body("start"))
        let found = try await load(rule, #"{"size":1}"#, items: "items") { _, body in
            .json(text: "{\"items\":\(body["start"] == nil ? "[{\"id\":1}],\"last\":\(cursor)" : "[]")}")
        }
        #expect(found.ids == [1])
        #expect(found.failure == nil)
        #expect(found.bodies == [#"{"size":1}"#, "{\"start\":\(sent),\"size\":1}"])
    }

    @Test func objectIsNoCursorOfAQuery() async throws {
        let found = try await load(.cursor(at: "last", as: "start"), "{}", items: "items") { _, _ in
            .json(text: #"{"items":[{"id":1}],"last":{"k":1}}"#)
        }
        #expect(found.failure == .nextPage(.malformed(description: "'last' is an object, not a cursor")))
    }

    @Test func pageNumberContinuesThatOfTheBody() async throws {
        let found = try await load(.page(as: .body("paging.page")), #"{"paging":{"page":2}}"#) { _, body in
            let page = (try? body.value(at: "paging.page"))??.number?.integer ?? -1
            return .json(text: "{\"data\":\(array((page - 1) * 2, of: 5, size: 2))}")
        }
        #expect(found.failure == nil)
        #expect(found.ids == [2, 3, 4])
        #expect(found.bodies == [2, 3, 4].map { "{\"paging\":{\"page\":\($0)}}" })
    }

    @Test func offsetContinuesThatOfTheBodyUpToTheTotal() async throws {
        let rule = NextPageRule.offset(as: .body("from"), total: "hits.total.value")
        let found = try await load(rule, #"{"from":1,"size":2}"#, items: "hits.hits") { _, body in
            let hits = array(body["from"]?.number?.integer ?? 0, of: 5, size: 2)
            return .json(text: "{\"hits\":{\"total\":{\"value\":5},\"hits\":\(hits)}}")
        }
        #expect(found.failure == nil)
        #expect(found.ids == [1, 2, 3, 4])
        #expect(found.bodies == [#"{"from":1,"size":2}"#, #"{"from":3,"size":2}"#])
    }

    @Test func keysetSendsOneOfItsParameters() async throws {
        let rule = NextPageRule.keyset(as: .body("after"), before: .body("before"))
        for (key, body) in [
            (HTTPPageKey.after("7"), #"{"after":"7"}"#), (.before("3"), #"{"before":"3","after":null}"#),
        ] {
            let found = try await load(rule, #"{"after":null}"#, startingAt: key) { _, _ in .json(text: "[]")
            }
            #expect(found.bodies == [body])
        }
    }

    @Test func identifiersThatAreNumbersAreSentAsNumbers() async throws {
        let found = try await load(.keyset(as: .body("after")), "{}") { _, body in
            .json(text: array((body["after"]?.number?.integer ?? -1) + 1, of: 3, size: 2))
        }
        #expect(found.ids == [0, 1, 2])
        #expect(found.bodies == ["{}", #"{"after":1}"#, #"{"after":2}"#])
    }

    /// Elasticsearch's `search_after`.
    @Test func identifiersThatAreArraysAreSentAsTheyAre() async throws {
        @Sendable func hit(_ id: Int) -> String { #"{"id":\#(id),"sort":[1.50,"\#(id)",null]}"# }
        let rule = NextPageRule.keyset(by: "sort", as: .body("search_after"))
        let query = #"{"size":2,"sort":["score","id"]}"#
        let found = try await load(rule, query) { _, body in
            let last = body["search_after"]?.elements[1].string.flatMap { Int($0) } ?? -1
            let hits = (last + 1..<3).prefix(2).map(hit).joined(separator: ",")
            return .json(text: #"{"hits":{"total":{"value":3,"relation":"gte"},"hits":[\#(hits)]}}"#)
        }
        #expect(found.failure == nil)
        #expect(found.ids == [0, 1, 2])
        let bodies = [#"[1.50,"1",null]"#, #"[1.50,"2",null]"#].map {
            #"{"search_after":\#($0),"size":2,"sort":["score","id"]}"#
        }
        #expect(found.bodies == [query] + bodies)
    }

    @Test func identifierThatIsAnArrayIsAFailureInAQuery() async throws {
        let found = try await load(.keyset(by: "sort", as: "after"), "{}") { _, _ in
            .json(text: #"{"items":[{"id":1,"sort":[1]}]}"#)
        }
        #expect(
            found.failure
                == .nextPage(.malformed(description: "an item has no identifier at 'sort'")))
    }

    // MARK: Keys and names

    @Test func storedKeyContinuesTheList() async throws {
        let url = URL(filePath: "/list")
        let first = try PageReader(
            JSONText(Data(#"{"items":[{"id":1}],"next":{"n":7}}"#.utf8)),
            ResponseLinks(nil as String?, relativeTo: url), url: url, start: url, key: nil, items: nil,
            next: .cursor(at: "next", as: .body("after")), startBody: Data("{}".utf8))
        let next = try #require(try first.keys().next)
        let key = try JSONDecoder().decode(HTTPPageKey.self, from: try JSONEncoder().encode(next))
        let found = try await load(.cursor(at: "next", as: .body("after")), "{}", startingAt: key) { _, _ in
            .json(text: #"{"items":[],"next":null}"#)
        }
        #expect(found.bodies == [#"{"after":{"n":7}}"#])
        #expect(found.failure == nil)

        let foreign = try await load(.link, "[]", startingAt: key) { _, _ in .text("[]") }
        #expect(
            foreign.failure
                == .nextPage(.malformed(description: "the request's body is not a JSON object")))
        #expect(foreign.bodies.isEmpty)
    }

    @Test func listsOfDifferentBodiesAndRulesHaveDifferentNames() {
        func name(_ body: String, _ next: NextPageRule) -> String? {
            var request = URLRequest(url: URL(filePath: "/list"))
            request.httpBody = Data(body.utf8)
            return HTTPPages<Int>(request, next: next).listName
        }
        let names = [
            name("{}", .page()), name("{\"a\":1}", .page()), name("{}", .page(as: .body("page"))),
            name("{}", .page(as: .body("a.page"))),
        ]
        #expect(Set(names).count == 4)
        #expect(name("{}", .page(as: .body("page"))) == names[2])
        #expect(Set(["[1,2]", "[2,1]", #"{"a":[]}"#, #"{"a":{}}"#, "x"].map { name($0, .link) }).count == 5)
    }

    /// `JSONEncoder` writes the members of an object in another order each time.
    @Test func orderOfMembersDoesNotChangeTheName() {
        func name(_ body: String) -> String? {
            var request = URLRequest(url: URL(filePath: "/list"))
            request.httpBody = Data(body.utf8)
            return HTTPPages<Int>(request, next: .page(as: .body("page"))).listName
        }
        let text = #"{"query":"q","variables":{"a":[1,{"x":1.50,"y":null}],"b":"é"}}"#
        #expect(name(text) == name(#"{"variables":{ "b":"é","a":[1,{"y":null,"x":1.50}]},"query":"q"}"#))
        #expect(name(text) != name(#"{"variables":{"b":"é","a":[{"y":null,"x":1.50},1]},"query":"q"}"#))
    }

    /// Users have lists of their own also if the session adds their credentials.
    @Test func listsWithDifferentFieldsOfASessionHaveDifferentNames() {
        func name(
            _ token: String?, own: String? = nil, agent: String = "App/1.0",
            as field: String = "Authorization"
        ) -> String? {
            let configuration = URLSessionConfiguration.ephemeral
            configuration.httpAdditionalHeaders = token.map { [field: $0, "User-Agent": agent] }
            var request = URLRequest(url: URL(filePath: "/list"))
            if let own { request.setValue(own, forHTTPHeaderField: "Authorization") }
            let loader = URLSessionDataLoader(configuration: configuration)
            return HTTPPages<Int>(request, loader: loader.preparing { $0 }).listName
        }
        #expect(Set([name(nil), name("Ada"), name("Bob")]).count == 3)
        #expect(name("Ada") == name("Ada", agent: "App/1.1"))
        #expect(name("Ada", own: "Bob") == name("Bob"))
        for field in ["X-Session-Id", "X-Auth", "Accept-Language"] {
            #expect(name("Ada", as: field) != name("Bob", as: field))
        }
    }

    @Test func fieldsThatSelectNothingDoNotChangeTheName() {
        func name(_ id: String) -> String? {
            var request = URLRequest(url: URL(filePath: "/list"))
            request.setValue(id, forHTTPHeaderField: "X-Request-ID")
            return HTTPPages<Int>(request).listName
        }
        #expect(name("1") == name("2"))
    }

    @Test func bodyThatIsNoObjectIsAProgrammingError() async {
        await #expect(processExitsWith: .failure) {
            var request = URLRequest(url: URL(filePath: "/list"))
            request.httpBody = Data("[1]".utf8)
            _ = HTTPPages<Int>(request, next: .page(as: .body("page")))
        }
        await #expect(processExitsWith: .failure) {
            _ = HTTPPages<Int>(URL(filePath: "/list"), next: .page(as: .body("page")))
        }
        await #expect(processExitsWith: .failure) {
            var request = URLRequest(url: URL(filePath: "/list"))
            request.httpBody = Data(#"{"variables":[]}"#.utf8)
            _ = HTTPPages<Int>(request, next: .keyset(before: .body("variables.before")))
        }
    }

    @Test func ruleNamesItsPlace() {
        #expect(
            "\(Self.connection)"
                == "'data.list.pageInfo.endCursor' sent as 'variables.after' of the request's body")
        #expect("\(NextPageRule.page())" == "page number in 'page', up to an empty page")
    }
}
