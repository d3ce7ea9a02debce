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

@Suite(.prompt, .timeLimit(.minutes(1)))
struct HTTPPagesTests {
    private struct Book: Decodable, Sendable, Equatable {
        let id: String
    }

    /// Loads all items.
    private func ids<Item>(of source: HTTPPages<Item>) async -> (items: [Item], error: (any Error)?) {
        var items: [Item] = []
        do {
            for try await item in source.items() { items.append(item) }
            return (items, nil)
        } catch {
            return (items, error)
        }
    }

    private func failure<Item>(of source: HTTPPages<Item>) async -> HTTPPageError? {
        await ids(of: source).error as? HTTPPageError
    }

    // MARK: Rules

    @Test func keysetSendsTheLastIdentifierExactly() async throws {
        let ids = ["9007199254740993", "1000000000000000001", "123456789012345678901234567890"]
        let server = try EmbeddedServer { request in
            let index = request.query["since"].flatMap { ids.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
            let items = ids.dropFirst(index).prefix(1).map { "{\"id\":\($0)}" }
            return .text("[\(items.joined())]")
        }
        let source = HTTPPages<JSONText>(
            URLRequest(url: try server.url("/list?per_page=1")), next: .keyset()
        ) { (text, _) throws(JSONMismatch) in text }
        let found = await self.ids(of: source)
        #expect(found.error == nil)
        #expect(found.items.map { $0["id"]?.number?.literal } == ids)
        #expect(
            server.requests.map(\.target)
                == ["/list?per_page=1"] + ids.map { "/list?per_page=1&since=\($0)" })
    }

    @Test func numbersWithoutACountEndWithAnEmptyPageOrWith404() async throws {
        for status in [200, 404] {
            let server = try EmbeddedServer { request in
                let page = Int(request.query["page"] ?? "1") ?? 1
                return page <= 2 ? .text("[{\"id\":\"\(page)\"}]") : .text(status: status, "[]")
            }
            let found = await ids(of: HTTPPages<Book>(server.url, next: .page()))
            #expect(found.error == nil)
            #expect(found.items.map(\.id) == ["1", "2"])
            #expect(server.requests.count == 3)
        }
    }

    @Test(arguments: [200, 204, 404])
    func listThatHasBecomeShorterLeadsBackToItsLastPage(status: Int) async throws {
        let pageCount = Locked(5)
        let server = try EmbeddedServer { request in
            let page = request.number("page")
            if page <= pageCount.withLock({ $0 }) { return .text("[{\"id\":\"\(page)\"}]") }
            return status == 204 ? HTTPResponse(status: 204, body: Data()) : .text(status: status, "[]")
        }
        let source = HTTPPages<Book>(server.url, next: .page())
        var last = try #require(try await source.load(nil).next)
        for _ in 2..<5 { last = try #require(try await source.load(last).next) }
        pageCount.withLock { $0 = 2 }
        var page = try await source.load(last)
        #expect(page.next == nil)
        while page.items.isEmpty {
            let previous = try #require(page.previous)
            page = try await source.load(previous)
        }
        #expect(page.items.map(\.id) == ["2"])
        #expect(page.previous == HTTPPageKey.page(1))
        #expect(server.requests.count == 8)
    }

    /// The parameter of the key is that of the server, and not one that the server ignores.
    @Test(arguments: ["startAt", "skip", "offset"])
    func listThatStartsAtAnOffsetDetectsItsParameter(name: String) async throws {
        let server = try EmbeddedServer { request in
            let offset = request.number(name, or: 0)
            let items = (offset..<min(offset + 20, 95)).map { "{\"id\":\"\($0)\"}" }.joined(separator: ",")
            return .text("{\"\(name)\":\(offset),\"maxResults\":20,\"total\":95,\"issues\":[\(items)]}")
        }
        var ids: [String] = []
        let books = HTTPPages<Book>(server.url)
        for try await book in books.items(startingAt: .offset(40)) { ids.append(book.id) }
        #expect(ids == (40..<95).map { "\($0)" })
        #expect(server.requests.count == 4)
        let error = await #expect(throws: HTTPPageError.self) { try await books.load(HTTPPageKey.page(3)) }
        #expect("\(error!)".contains("the list has no page 3"))
    }

    /// The page that the rule is detected in is the one with the key.
    @Test(arguments: [("/list", 0), ("/list?startAt=20", 20)])
    func listThatStartsAtItsFirstPageRequestsThatOnce(path: String, start: Int) async throws {
        let server = try EmbeddedServer { request in
            let offset = request.number("startAt", or: 0)
            let items = (offset..<min(offset + 20, 95)).map { "{\"id\":\"\($0)\"}" }.joined(separator: ",")
            return .text("{\"startAt\":\(offset),\"maxResults\":20,\"total\":95,\"issues\":[\(items)]}")
        }
        var ids: [String] = []
        let books = HTTPPages<Book>(try server.url(path))
        for try await book in books.items(startingAt: .offset(start)) { ids.append(book.id) }
        #expect(ids == (start..<95).map { "\($0)" })
        #expect(server.requests.count == (95 - start + 19) / 20)
    }

    @Test func listThatStartsAtAPageUsesAFieldOfTheNextNumber() async throws {
        let server = try EmbeddedServer { request in
            let page = request.number("page")
            let next = page < 5 ? "\(page + 1)" : "null"
            return .text("{\"items\":[{\"id\":\"\(page)\"}],\"page\":\(page),\"next_page\":\(next)}")
        }
        var ids: [String] = []
        let books = HTTPPages<Book>(server.url)
        for try await book in books.items(startingAt: .page(3)) { ids.append(book.id) }
        #expect(ids == ["3", "4", "5"])
    }

    /// The first parameter that is tried is ignored: the first page comes again.
    @Test func listThatStartsAtACursorTriesOtherParameters() async throws {
        let server = try EmbeddedServer { request in
            let page = request.query["after"].flatMap { Int($0.dropFirst(2)) } ?? 1
            let next = page < 5 ? "\"c-\(page + 1)\"" : "null"
            return .text("{\"data\":[{\"id\":\"\(page)\"}],\"next_cursor\":\(next)}")
        }
        var ids: [String] = []
        let books = HTTPPages<Book>(server.url)
        for try await book in books.items(startingAt: .cursor("c-3")) { ids.append(book.id) }
        #expect(ids == ["3", "4", "5"])
    }

    @Test func listThatStartsBeyondItsEndHasNoRows() async throws {
        let server = try EmbeddedServer { request in
            let offset = request.number("startAt", or: 0)
            let items = (min(offset, 15)..<15).map { "{\"id\":\"\($0)\"}" }.joined(separator: ",")
            return .text("{\"startAt\":\(offset),\"maxResults\":20,\"total\":15,\"issues\":[\(items)]}")
        }
        var ids: [String] = []
        let books = HTTPPages<Book>(server.url)
        for try await book in books.items(startingAt: .offset(40)) { ids.append(book.id) }
        #expect(ids.isEmpty)
    }

    @Test(arguments: [200, 204, 404])
    func listThatHasBecomeShorterByManyPagesFails(status: Int) async throws {
        let pageCount = Locked(40)
        let server = try EmbeddedServer { request in
            let page = request.number("page")
            if page <= pageCount.withLock({ $0 }) { return .text("[{\"id\":\"\(page)\"}]") }
            return status == 204 ? HTTPResponse(status: 204, body: Data()) : .text(status: status, "[]")
        }
        let source = HTTPPages<Book>(server.url, next: .page())
        var key = try #require(try await source.load(nil).next)
        for _ in 2..<40 { key = try #require(try await source.load(key).next) }
        pageCount.withLock { $0 = 1 }
        for _ in 0..<30 { key = try #require(try await source.load(key).previous) }
        let error = await #expect(throws: HTTPPageError.self) { try await source.load(key) }
        #expect(error?.reason == .nextPage(.empty(pages: 31)))
    }

    @Test func status404OfAllPagesIsAFailure() async throws {
        let pageCount = Locked(2)
        let server = try EmbeddedServer { request in
            let page = request.number("page")
            return page <= pageCount.withLock { $0 }
                ? .text("[{\"id\":\"\(page)\"}]") : .failure(status: 404, message: "gone")
        }
        let source = HTTPPages<Book>(server.url, next: .page())
        let second = try #require(try await source.load(nil).next)
        pageCount.withLock { $0 = 0 }
        let first = try #require(try await source.load(second).previous)
        let error = await #expect(throws: HTTPPageError.self) { try await source.load(first) }
        #expect(error?.reason == .status(404, message: "gone", retryAfter: nil))
    }

    @Test func status404OfTheFirstPageOrOfAStrictSourceIsAFailure() async throws {
        let server = try EmbeddedServer { request in
            request.query["page"] == nil && request.path == "/list"
                ? .text("[{\"id\":\"1\"}]") : .failure(status: 404, message: "Invalid page.")
        }
        #expect(
            await failure(of: HTTPPages<Book>(try server.url("/other"), next: .page()))?.reason
                == .status(404, message: "Invalid page.", retryAfter: nil))
        var strict = HTTPPages<Book>(try server.url("/list"), next: .page())
        strict.isStrict = true
        #expect(await failure(of: strict)?.reason == .status(404, message: "Invalid page.", retryAfter: nil))
    }

    @Test func zeroBasedNumbersAreCountedFromZero() async throws {
        let server = try EmbeddedServer { request in
            let page = Int(request.query["page"] ?? "0") ?? 0
            return .text("{\"content\":[{\"id\":\"\(page)\"}],\"number\":\(page),\"totalPages\":3}")
        }
        let found = await ids(of: HTTPPages<Book>(server.url))
        #expect(found.items.map(\.id) == ["0", "1", "2"])
        #expect(server.requests.count == 3)
    }

    @Test func methodBodyAndFieldsAreSentForEachPage() async throws {
        let server = try EmbeddedServer { request in
            let key = request.headers["X-Key"] ?? "none"
            let next = request.query["a"] == nil ? "\"/?a=1\"" : "null"
            return .text("{\"d\":[{\"id\":\"\(key)\"}],\"next\":\(next)}")
        }
        var request = URLRequest(url: server.url)
        request.setValue("k", forHTTPHeaderField: "X-Key")
        let found = await ids(of: HTTPPages<Book>(request, items: "d", next: .address(at: "next")))
        #expect(found.items.map(\.id) == ["k", "k"])
        #expect(server.requests.allSatisfy { $0.headers["Accept"] == Self.accepted })
    }

    private static let accepted = "application/json, application/*+json;q=0.9, */*;q=0.1"

    @Test func typesThatTheCallerAcceptsAreSent() async throws {
        let server = try EmbeddedServer { _ in .text("[]") }
        var request = URLRequest(url: server.url)
        request.setValue("application/vnd.github+json", forHTTPHeaderField: "Accept")
        #expect(await ids(of: HTTPPages<Book>(request)).error == nil)
        #expect(server.requests.map { $0.headers["Accept"] } == ["application/vnd.github+json"])
    }

    @Test(arguments: [
        "application/x-ndjson", "application/nd-json", "application/x-ldjson", "application/x-json-stream",
    ])
    func linesAreItems(type: String) async throws {
        let server = try EmbeddedServer { request in
            let lines = request.path == "/two" ? "{\"id\":\"a\"}\n{\"id\":\"b\"}\n" : "{\"id\":\"a\"}\n"
            return HTTPResponse(headers: ["Content-Type": type], body: Data(lines.utf8))
        }
        #expect(await ids(of: HTTPPages<Book>(try server.url("/two"))).items.map(\.id) == ["a", "b"])
        #expect(await ids(of: HTTPPages<Book>(try server.url("/one"))).items.map(\.id) == ["a"])
    }

    @Test func scalarsAndArraysAreItems() async throws {
        let server = try EmbeddedServer { request in
            .text(request.path == "/a" ? "[[1,2],[3]]" : "{\"n\":[1,2]}")
        }
        #expect(await ids(of: HTTPPages<[Int]>(try server.url("/a"))).items == [[1, 2], [3]])
        #expect(await ids(of: HTTPPages<Int>(try server.url("/b"))).items == [1, 2])
    }

    // MARK: Errors

    @Test func decodingErrorNamesThePathAmongManyItems() async throws {
        let items = (0..<20_000).map { $0 == 15_000 ? "{\"id\":7}" : "{\"id\":\"\($0)\"}" }
        let body = "{\"data\":[\(items.joined(separator: ","))]}"
        let server = try EmbeddedServer { _ in .text(body) }
        let error = await failure(of: HTTPPages<Book>(server.url, next: .single))
        #expect(error?.reason == .decoding(path: "data[15000].id", description: "expected a string"))
    }

    private struct Stock: Decodable, Sendable {
        let id: Int
        let price: Double?
        let counts: [String: Int]?
    }

    /// Foundation's decoder on Linux reports these without a place.
    @Test(arguments: [
        (#"{"id":123456789012345678901234567890}"#, "[2].id", "123456789012345678901234567890"),
        (#"{"id":1.5}"#, "[2].id", "1.5"), (#"{"id":1,"x":7,"price":1E400,"y":[8]}"#, "[2].price", "1E400"),
        (#"{"id":1,"counts":{"a":1,"b":-1e30}}"#, "[2].counts.b", "-1e30"),
    ])
    func numberThatFitsNoTypeIsNamedWithItsPath(item: String, path: String, number: String) async throws {
        let server = try EmbeddedServer { _ in
            .text("{\"data\":[{\"id\":1},{\"id\":2},\(item),{\"id\":0.5}]}")
        }
        let error = await failure(of: HTTPPages<Stock>(server.url, next: .single))
        let message = "the number \(number) does not fit its type"
        #expect(error?.reason == .decoding(path: "data\(path)", description: message))
    }

    @Test(arguments: [
        (#"{"id":"\ud800"}"#, "[1].id"), (#"{"id":"b","x":{"\udc00":1}}"#, "[1].x"),
    ])
    func loneSurrogateIsNamedWithItsPath(item: String, path: String) async throws {
        let server = try EmbeddedServer { _ in .text("[{\"id\":\"a\"},\(item)]") }
        let error = await failure(of: HTTPPages<Tagged>(server.url, next: .single))
        #expect(error?.reason == .decoding(path: path, description: "a text has a lone surrogate"))
    }

    private struct Tagged: Decodable, Sendable {
        let id: String
        let x: [String: Int]?
    }

    @Test(arguments: [
        ("<p>Sign in", "the body is not JSON: expected a value at byte 0"),
        ("", "the body is not JSON: the body is empty at byte 0"),
        ("[{\"id\":", "the body is not JSON: expected a value, found the end of the body at byte 7"),
    ])
    func bodyThatIsNotJSONIsReported(body: String, message: String) async throws {
        let server = try EmbeddedServer { _ in .text(body) }
        let error = await failure(of: HTTPPages<Book>(server.url))
        #expect(error?.reason == .decoding(path: "", description: message))
        #expect(error?.description == "\(server.url): \(message)")
    }

    /// The body is read before it is decoded.
    @Test func json5IsAFailureWhateverTheDecoderAllows() async throws {
        let decoder = JSONDecoder()
        decoder.allowsJSON5 = true
        let server = try EmbeddedServer { _ in .text("[{id:'a'}]") }
        let error = await failure(of: HTTPPages<Book>(server.url, decoder: decoder))
        #expect(
            error?.reason
                == .decoding(path: "", description: "the body is not JSON: expected a name at byte 2"))
    }

    @Test func statusHasTheServersMessageAndItsTime() async throws {
        let server = try EmbeddedServer { _ in
            .failure(status: 429, message: "Slow down").with("Retry-After", "7")
        }
        let error = await failure(of: HTTPPages<Book>(server.url))
        #expect(error?.reason == .status(429, message: "Slow down", retryAfter: .seconds(7)))
        #expect(error?.retryAfter == .seconds(7))
        #expect(error?.isTransient == true)
    }

    @Test(arguments: [
        (#"{"d":[{}],"next":7}"#, "'next' is a number, not an address"),
        (#"{"d":[{}],"next":"http://h:port/"}"#, "'next' to the next page is not an address"),
        (#"{"d":[{}],"next":{"n":1}}"#, "'next' is an object, not an address"),
    ])
    func malformedAddressIsReported(body: String, message: String) async throws {
        let server = try EmbeddedServer { _ in .text(body) }
        let source = HTTPPages<JSONText>(URLRequest(url: server.url), items: "d", next: .address(at: "next"))
        {
            (text, _) throws(JSONMismatch) in text
        }
        #expect(await failure(of: source)?.reason == .nextPage(.malformed(description: message)))
    }

    @Test func missingFieldIsToldFromTheEnd() async throws {
        let server = try EmbeddedServer { request in
            .text(request.path == "/more" ? #"{"d":[],"nextPage":"/2"}"# : #"{"d":[],"nextPage":null}"#)
        }
        for rule in [
            NextPageRule.address(at: "next"), .cursor(at: "next", as: "cursor"), .header("next"), .link,
        ] {
            let more = await failure(of: HTTPPages<Book>(try server.url("/more"), items: "d", next: rule))
            let path: JSONPath? = rule == .link ? nil : "next"
            #expect(more?.reason == .nextPage(.missing(path, candidates: ["nextPage"])))
            let end = await ids(of: HTTPPages<Book>(try server.url("/end"), items: "d", next: rule))
            #expect(end.error == nil)
        }
    }

    /// The name of a given field may be wrong.
    @Test(
        arguments: [
            (#""meta":{"resume_at":7}"#, ["meta.resume_at"]), (#""total_pages":4"#, ["total_pages"]),
            (#""remainingCount":3"#, ["remainingCount"]), (#""num_results":90"#, ["num_results"]),
        ] as [(String, [JSONPath])])
    func missingFieldOfAGivenRuleIsAFailureIfThereIsMore(field: String, candidates: [JSONPath]) async throws {
        let server = try EmbeddedServer { _ in .text("{\"d\":[{\"id\":\"a\"}],\(field)}") }
        for rule in [NextPageRule.address(at: "meta.resumeAt"), .cursor(at: "meta.resumeAt", as: "cursor")] {
            let found = await ids(of: HTTPPages<Book>(server.url, next: rule))
            #expect(found.items.map(\.id) == ["a"])
            let reason = HTTPPageError.Reason.nextPage(.missing("meta.resumeAt", candidates: candidates))
            #expect((found.error as? HTTPPageError)?.reason == reason)
        }
    }

    @Test func missingHeaderFieldOfAGivenRuleIsAFailureBesideALink() async throws {
        let server = try EmbeddedServer { _ in
            .text(#"[{"id":"a"}]"#).with("Link", "</2>; rel=\"next\"")
        }
        let found = await ids(of: HTTPPages<Book>(server.url, next: .header("X-Resume")))
        let error = try #require(found.error as? HTTPPageError)
        #expect(error.reason == .nextPage(.missing("X-Resume", candidates: ["Link"])))
        #expect(error.suggestions == [.link])
    }

    /// As APIs answer that leave the field out on the last page.
    @Test(arguments: [
        #"{"d":[{"id":"a"}]}"#, #"{"d":[{"id":"a"}],"meta":{}}"#, #"{"d":[{"id":"a"}],"total":1,"pages":1}"#,
        #"{"d":[{"id":"a"}],"meta":{"resume_at":null}}"#, #"{"d":[{"id":"a"}],"has_more":false,"pages":4}"#,
        #"{"d":[]}"#,
    ])
    func onlyPageMayLackTheFieldOfAGivenRule(body: String) async throws {
        let server = try EmbeddedServer { _ in .text(body) }
        for rule in [
            NextPageRule.address(at: "meta.resumeAt"), .cursor(at: "meta.resumeAt", as: "cursor"),
            .header("X-Resume"), .link,
        ] {
            #expect(await ids(of: HTTPPages<Book>(server.url, items: "d", next: rule)).error == nil)
        }
    }

    /// A list does not end without an error where the body states that there is more.
    @Test(arguments: [#""count":100"#, #""has_more":true"#, #""total_pages":4"#])
    func endIsAFailureIfTheBodySaysThatThereIsMore(field: String) async throws {
        let server = try EmbeddedServer { _ in .text("{\"d\":[{\"id\":\"a\"}],\(field)}") }
        let found = await ids(of: HTTPPages<Book>(server.url))
        #expect(found.items.map(\.id) == ["a"])
        let path = try #require(field.split(separator: "\"").first).description
        let missing = HTTPPageError.Reason.nextPage(.missing(nil, candidates: [JSONPath(steps: [path])]))
        #expect(
            found.error as? HTTPPageError == HTTPPageError(url: server.url, reason: missing))
        #expect(await ids(of: HTTPPages<Book>(server.url, next: .single)).error == nil)
    }

    // MARK: Repetition

    @Test(arguments: [NextPageRule.page(), .offset(), .keyset()])
    func ignoredParameterFailsAfterOneRepetition(rule: NextPageRule) async throws {
        let server = try EmbeddedServer { _ in .text(#"[{"id":"a"},{"id":"b"}]"#) }
        let source = HTTPPages<Book>(server.url, next: rule)
        let found = await ids(of: source)
        #expect(found.items.map(\.id) == ["a", "b"])
        #expect(server.requests.count == 2)
        let error = try #require(found.error as? HTTPPageError)
        let url = try server.url(try #require(server.requests.last).target)
        let reason = HTTPPageError.Reason.nextPage(.repeated(parameter: rule.parameter?.name))
        #expect(error == HTTPPageError(url: url, reason: reason))
    }

    @Test(arguments: [1, 2, 3, 10])
    func circularAddressesEndAfterOneRound(length: Int) async throws {
        let server = try EmbeddedServer { request in
            let page = Int(request.query["p"] ?? "0") ?? 0
            return .text("{\"d\":[{\"id\":\"\(page)\"}],\"next\":\"/?p=\((page + 1) % length)\"}")
        }
        let found = await ids(of: HTTPPages<Book>(server.url, items: "d", next: .address(at: "next")))
        #expect(found.error != nil)
        #expect(server.requests.count <= length + 1)
        #expect(found.items.map(\.id) == (0..<length).map { "\($0)" })
    }

    // MARK: Origins

    @Test func credentialsAreSentToTheFirstOriginOnly() async throws {
        let other = try EmbeddedServer { request in
            .text("{\"d\":[{\"id\":\"\(request.headers["Authorization"] ?? "none")\"}],\"next\":null}")
        }
        let server = try EmbeddedServer { request in
            let near = "http://\(request.headers["Host"] ?? "")/?p=2"
            let next = request.query["p"] == nil ? near : other.url.absoluteString
            let field = request.headers["Authorization"] ?? "none"
            return .text("{\"d\":[{\"id\":\"\(field)\"}],\"next\":\"\(next)\"}")
        }
        var address = try #require(URLComponents(url: server.url, resolvingAgainstBaseURL: true))
        (address.user, address.password) = ("me", "x")
        let url = try #require(address.url)
        let refused = await ids(of: HTTPPages<Book>(url, items: "d", next: .address(at: "next")))
        #expect(refused.items.map(\.id) == ["Basic bWU6eA==", "Basic bWU6eA=="])
        #expect(other.requests.isEmpty)
        let error = try #require(refused.error as? HTTPPageError)
        #expect(error.reason == .nextPage(.otherOrigin(other.url)))
        #expect(!"\(error)".contains("me:x"))
        let allowed = await ids(
            of: HTTPPages<Book>(url, items: "d", next: .address(at: "next"), allowedOrigins: [other.url]))
        #expect(allowed.error == nil)
        #expect(allowed.items.map(\.id) == ["Basic bWU6eA==", "Basic bWU6eA==", "none"])
    }

    @Test func tokensAreNotPrinted() async throws {
        let server = try EmbeddedServer { _ in .failure(status: 401, message: "Bad credentials") }
        let error = await failure(of: HTTPPages<Book>(try server.url("/list?access_token=s3cret&page=1")))
        #expect(error?.description.contains("s3cret") == false)
        #expect(error.map { String(reflecting: $0).contains("s3cret") } == false)
    }

    @Test func sourceIsDescribedWithoutSecrets() throws {
        let url = try #require(URL(string: "https://me:s3cret@example.org/list?access_token=s3cret&page=1"))
        var request = URLRequest(url: url)
        request.setValue("Bearer s3cret", forHTTPHeaderField: "X-Token")
        let source = HTTPPages<Book>(request)
        #expect("\(source)" == "GET https://example.org/list?access_token=…&page=1")
        var dumped = ""
        dump(source, to: &dumped)
        let retrying = source.retry(.immediate(attempts: 1))
        for text in ["\(source)", String(reflecting: source), dumped, "\(retrying)"] {
            #expect(!text.contains("s3cret"))
        }
    }
}
