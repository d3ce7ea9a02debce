@testable import FluxLoading
import Foundation
import LoopbackServer
import Streams
import TestSupport
import Testing

@testable import PagingOperators

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Ends that are said, parameters that are tried, and responses that are lists though they do not look like
/// it.
@Suite(.prompt, .timeLimit(.minutes(1)))
struct UncertainEndTests {
    /// The failure of a list with the options that it suggests.
    private func failure(
        _ path: String = "/list", next: NextPageRule = .detected,
        respond: @escaping @Sendable (HTTPRequest) -> HTTPResponse
    ) async throws -> (error: HTTPPageError?, targets: [String], tried: [String]) {
        let server = try EmbeddedServer(handler: respond)
        var source = HTTPPages<Numbered>(try server.url(path), next: next)
        let tried = Locked<[String]>([])
        source.onTrial = { trial in tried.withLock { $0.append("\(trial)") } }
        do {
            for try await _ in source.items() {}
            return (nil, server.requests.map(\.target), tried.withLock { $0 })
        } catch {
            return (error as? HTTPPageError, server.requests.map(\.target), tried.withLock { $0 })
        }
    }

    // MARK: Ends before the total

    /// What stands for no previous page is none, so that the list begins with this page.
    @Test(arguments: ["[]", "{}", "[null]", "null"])
    func emptyValueForThePreviousPageDoesNotHideAnEarlyEnd(previous: String) async throws {
        let found = try await failure { request in
            let start = request.number("offset", or: 0)
            let next = start == 0 ? "[\"/list?offset=20\"]" : "[]"
            return .text(
                "{\"items\":\(array(start)),\"paging\":{\"prev\":\(previous),\"next\":\(next)},\"total\":95}")
        }
        #expect(found.error?.reason == .nextPage(.incomplete(read: 40, total: 95)))
    }

    @Test func arrayOfLinksWithoutThePreviousPageDoesNotHideAnEarlyEnd() async throws {
        let found = try await failure { request in
            let start = request.number("offset", or: 0)
            let relation = start == 0 ? "next" : "self"
            let link = "{\"relation\":\"\(relation)\",\"url\":\"/list?offset=20\"}"
            return .text("{\"entry\":\(array(start)),\"link\":[\(link)],\"total\":95}")
        }
        #expect(found.error?.reason == .nextPage(.incomplete(read: 40, total: 95)))
    }

    // MARK: Ignored parameters

    @Test func otherFormsOfTheNameAreTriedAndTheRestIsSuggested() async throws {
        let found = try await failure { _ in .text("{\"items\":\(array(0)),\"next_page_token\":\"a\"}") }
        #expect(found.error?.reason == .nextPage(.repeated(parameter: "page_token")))
        #expect(
            found.targets == ["/list"]
                + ["page_token", "next_page_token", "page-token", "pagetoken"].map { "/list?\($0)=a" })
        #expect(
            found.tried == [
                "the server ignores 'page_token'; trying 'next_page_token'",
                "the server ignores 'next_page_token'; trying 'page-token'",
                "the server ignores 'page-token'; trying 'pagetoken'",
            ])
        #expect(found.error?.suggestions == [.cursor(at: "next_page_token", as: "NAME")])
    }

    @Test func givenParameterIsNotReplacedAndTheFieldsOwnNameIsSuggested() async throws {
        let found = try await failure(next: .cursor(at: "nextPageToken", as: "cursor")) { _ in
            .text("{\"items\":\(array(0)),\"nextPageToken\":\"a\"}")
        }
        #expect(found.error?.reason == .nextPage(.repeated(parameter: "cursor")))
        #expect(found.error?.suggestions.first == .cursor(at: "nextPageToken", as: "pageToken"))
        #expect(found.targets.count == 2)
        #expect(found.tried.isEmpty)
    }

    @Test(arguments: [400, 422])
    func refusedParameterIsReplaced(status: Int) async throws {
        let found = try await failure { request in
            let start = request.number("after", or: 0)
            if request.query["cursor"] != nil { return .failure(status: status, message: "cursor") }
            return .text(
                "{\"items\":\(array(start)),\"cursor\":\(start < 80 ? "\"\(start + 20)\"" : "null")}")
        }
        #expect(found.error == nil)
        #expect(found.targets.count == 6)
    }

    /// A parameter that filters the list away is not the one of its pages.
    @Test func emptyPageDoesNotProveAnotherParameter() async throws {
        let found = try await failure { request in
            let items = request.query["after"] == nil ? array(0) : "[]"
            return .text("{\"items\":\(items),\"cursor\":\"2026\"}")
        }
        #expect(found.error?.reason == .nextPage(.repeated(parameter: "cursor")))
    }

    @Test func transientFailureOfATrialIsNotAnIgnoredParameter() async throws {
        let found = try await failure { request in
            request.query["after"] == nil
                ? .text("{\"items\":\(array(0)),\"cursor\":\"a\"}") : .failure(status: 503, message: "x")
        }
        #expect(found.error?.isTransient == true)
        #expect(found.targets.count == 3)
    }

    @Test func parameterThatWorksIsKept() async throws {
        let found = try await failure { request in
            let start = request.number("after", or: 0)
            return .text(
                "{\"items\":\(array(start)),\"cursor\":\(start < 80 ? "\"\(start + 20)\"" : "null")}")
        }
        #expect(found.error == nil)
        #expect(found.targets.filter { $0.contains("cursor") }.count == 1)
        #expect(found.targets.count == 6)
    }

    // MARK: Failures with an option

    @Test(arguments: [
        (
            #""LastEvaluatedKey":{"id":"7"}"#,
            NextPageRule.cursor(at: "LastEvaluatedKey", as: .body("ExclusiveStartKey"))
        ),
        (#""has_more":true"#, .page()), (#""total_pages":4"#, .page()), (#""remainingCount":40"#, .offset()),
    ])
    func failureHasTheRuleThatWouldReadTheField(field: String, rule: NextPageRule) async throws {
        let found = try await failure { _ in .text("{\"items\":\(array(0)),\(field)}") }
        let name = try #require(field.split(separator: "\"").first).description
        #expect(found.error?.reason == .nextPage(.missing(nil, candidates: [JSONPath(steps: [name])])))
        #expect(found.error?.suggestions.contains(rule) == true)
    }

    /// The last key of a service on DynamoDB, or the values that a search sorts by.
    @Test(arguments: [
        #""nextToken":{"id":"x"}"#, #""continuationToken":{"pk":{"S":"1"}}"#, #""lastKey":{"pk":{"S":"1"}}"#,
        #""next_cursor":[10,"a"]"#, #""LastEvaluatedKey":["a","b"]"#,
    ])
    func cursorThatIsAnObjectOrAnArrayIsAFailure(field: String) async throws {
        let found = try await failure { _ in .text("{\"items\":\(array(0)),\(field)}") }
        let name = try #require(field.split(separator: "\"").first).description
        #expect(found.error?.reason == .nextPage(.missing(nil, candidates: [JSONPath(steps: [name])])))
    }

    @Test(arguments: [
        #""cursor":{"limit":20,"total":20}"#, #""cursor":{"next":null,"prev":null}"#,
        #""after":{"ref":"x"}"#, #""cursor":[1,2]"#, #""nextStartTime":{"date":"2026"}"#,
        #""pageState":{"loaded":true}"#, #""continuationToken":{"token":null,"range":{"min":""}}"#,
        #""meta":{"cursor":{"current":null,"prev":null,"next":null,"count":20}}"#,
        #""cursor":{"next":null,"prev":"abc"}"#, #""cursor":{"id":"1:0:0","next":null,"hasNext":false}"#,
        ##""resumptionToken":{"#text":"","@expirationDate":"x"}"##,
        #""resumptionToken":{"@completeListSize":"20","@cursor":"0"}"#, #""resultSetSize":20"#,
        #""users_links":[{"rel":"next","href":"/users?p=2"}]"#, #""nextToken":{}"#,
        #""after":{"title":"x","id":1}"#, #""bookmark":{"id":1}"#, #""nextKey":[]"#,
        #""after":[{"id":7}]"#, #""nextIds":[7]"#, #""hyperlinks":[{"href":"/about"}]"#,
    ])
    func otherObjectsWithTheNameOfACursorAreNoFailure(field: String) async throws {
        let found = try await failure { _ in .text("{\"items\":\(array(0)),\(field)}") }
        #expect(found.error == nil)
        #expect(found.targets.count == 1)
    }

    @Test(arguments: [
        ("state", #""hasNextPage":true"#), ("page_data", #""has_more":true"#), ("context", #""has_more":1"#),
        ("additional_data", #""deep":{"isTruncated":true}"#), ("result_meta", #""has_more_items":"true""#),
    ])
    func flagInAnObjectWithoutAUsualNameIsAFailure(object: String, flag: String) async throws {
        for end in ["", #","next":null"#] {
            let found = try await failure { _ in
                .text("{\"items\":\(array(0)),\"\(object)\":{\(flag)}\(end)}")
            }
            guard case .nextPage(.missing(_, let candidates))? = found.error?.reason else {
                Issue.record("\(String(describing: found.error))")
                continue
            }
            #expect(candidates.map { $0.steps[0] } == [object])
        }
    }

    /// It says something of the list only if it cannot mean something else.
    @Test(arguments: [
        #""state":{"has_more":false}"#, #""state":{"more":true,"hasNew":true}"#,
        #""total":20,"state":{"has_more":true}"#, #""has_more":false,"state":{"has_more":true}"#,
        #""users":{"items":[7],"has_more":true}"#, #""tags":{"list":[{"id":7}],"info":{"hasNextPage":true}}"#,
        #""a":{"b":{"c":{"d":{"has_more":true}}}}"#, #""state":[{"has_more":true}]"#,
    ])
    func flagOfSomethingElseIsNoFailure(field: String) async throws {
        let found = try await failure { _ in .text("{\"items\":\(array(0)),\(field)}") }
        #expect(found.error == nil)
        #expect(found.targets.count == 1)
    }

    @Test func flagInAnObjectWithoutAUsualNameDoesNotEndAList() async throws {
        let list = try await LoadedList("/list?page=1") { request in
            .text("{\"items\":\(array((request.number("page") - 1) * 20)),\"state\":{\"has_more\":false}}")
        }
        #expect(list.ids == Array(0..<95))
    }

    @Test func nullAddressDoesNotHideAnotherField() async throws {
        let found = try await failure { _ in
            .text("{\"items\":\(array(0)),\"next\":null,\"LastEvaluatedKey\":{\"id\":\"7\"}}")
        }
        #expect(found.error?.reason == .nextPage(.missing("next", candidates: ["LastEvaluatedKey"])))
    }

    /// A generator's pages, whose links are too many for the second response: MediaWiki continues these
    /// before it names the third one.
    @Test func laterPageThatContinuesWithAnotherFieldIsAFailure() async throws {
        let found = try await failure { request in
            let next = request.query["gapcontinue"] == nil ? "gapcontinue" : "plcontinue"
            return .text(
                "{\"continue\":{\"\(next)\":\"b\",\"continue\":\"||\"},"
                    + "\"query\":{\"pages\":\(array(next == "gapcontinue" ? 0 : 20))}}")
        }
        #expect(
            found.error?.reason
                == .nextPage(.missing("continue.gapcontinue", candidates: ["continue.plcontinue"])))
        #expect(found.targets == ["/list", "/list?gapcontinue=b"])
    }

    @Test func severalContinuationFieldsAreNamed() async throws {
        let found = try await failure { _ in
            .text("{\"items\":\(array(0))}").with("x-ms-continuation-NextPartitionKey", "p")
                .with("x-ms-continuation-NextRowKey", "r")
        }
        guard case .nextPage(.missing(nil, let candidates))? = found.error?.reason else {
            Issue.record("\(String(describing: found.error))")
            return
        }
        #expect(candidates.count == 2)
    }

    @Test func suggestionsSurviveAStoredKey() async throws {
        let server = try EmbeddedServer { _ in .text("{\"items\":\(array(0)),\"has_more\":true}") }
        let source = HTTPPages<Numbered>(server.url)
        let next = try #require(try await source.load(nil).next)
        let key = try JSONDecoder().decode(HTTPPageKey.self, from: JSONEncoder().encode(next))
        let error = await #expect(throws: HTTPPageError.self) { try await source.load(key) }
        #expect(error?.suggestions.first == .page())
    }

    // MARK: Ends

    @Test func givenRuleEndsWithTheFlagBesideItsCursor() async throws {
        let rule = NextPageRule.cursor(at: "a.b.c.d.e.pageInfo.endCursor", as: "after")
        let list = try await LoadedList(items: "a.b.c.d.e.nodes", next: rule) { request in
            let start = request.number("after", or: 0)
            let info = "{\"endCursor\":\"\(start + 50)\",\"hasNextPage\":\(start + 50 < 95)}"
            let end = "{\"nodes\":\(array(start, size: 50)),\"pageInfo\":\(info)}"
            return .text("{\"a\":{\"b\":{\"c\":{\"d\":{\"e\":\(end)}}}}}")
        }
        #expect(list.ids == Array(0..<95))
        #expect(list.failure == nil)
        #expect(list.targets.count == 2)
    }

    @Test func linkWithoutResultsIsTheEnd() async throws {
        let list = try await LoadedList { request in
            let start = request.number("cursor", or: 0)
            let next = "</list?cursor=\(start + 20)>; rel=\"next\"; results=\"\(start + 20 < 95)\""
            return .text(array(start)).with("Link", "</list>; rel=\"previous\"; results=\"false\", \(next)")
        }
        #expect(list.ids == Array(0..<95))
        #expect(list.targets.count == 5)
    }

    // MARK: Responses

    @Test func partOfBytesIsNoList() async throws {
        let list = try await LoadedList { _ in
            HTTPResponse(status: 206, headers: ["Content-Type": "application/json"], body: Data("[]".utf8))
                .with("Content-Range", "bytes 0-1/20")
        }
        guard case .status(206, _, _)? = list.failure else {
            Issue.record("\(String(describing: list.failure))")
            return
        }
    }

    @Test func partOfAnotherTypeIsRefused() async throws {
        let server = try EmbeddedServer { _ in
            HTTPResponse(status: 206, headers: ["Content-Type": "image/png"], body: Data("x".utf8))
        }
        await #expect(throws: LoadingError.self) {
            try await URLSessionDataLoader().body(for: URLRequest(url: server.url))
        }
    }

    @Test func headerFieldOfTheCallerIsReplacedForThePage() async throws {
        let server = try EmbeddedServer { request in
            let start = request.headers["X-Start"].flatMap { Int($0) } ?? 0
            return .text(array(start)).with("X-Next-Start", start < 80 ? "\(start + 20)" : "")
        }
        var request = URLRequest(url: server.url)
        request.setValue("0", forHTTPHeaderField: "X-Start")
        let rule = NextPageRule.header("x-next-start", as: .header("X-Start"))
        var ids: [Int] = []
        for try await item in HTTPPages<Numbered>(request, next: rule).items() { ids.append(item.id) }
        #expect(ids == Array(0..<95))
        #expect(server.requests.map(\.target) == Array(repeating: "/", count: 5))
    }

    @Test func cursorWithALineBreakIsNotSentInAHeaderField() async throws {
        let rule = NextPageRule.cursor(at: "next", as: .header("Range"))
        let found = try await failure(next: rule) { _ in
            .text("{\"items\":\(array(0)),\"next\":\"a\\r\\nX-Evil: 1\"}")
        }
        guard case .nextPage(.malformed)? = found.error?.reason else {
            Issue.record("\(String(describing: found.error))")
            return
        }
        #expect(found.targets.count == 1)
    }

    @Test func rowsThatDoNotFitTheirColumnsAreNamed() async throws {
        let found = try await failure { _ in .text(#"{"columns":["id","n"],"rows":[[1,2],[3]]}"#) }
        #expect(
            found.error?.description.contains("'rows' has arrays that do not fit the columns at 'columns'")
                == true)
    }

    /// The names are repeated for each row: a small body would become a large one.
    @Test func longNamesOfManyRowsAreRefused() async throws {
        let name = String(repeating: "n", count: 50_000)
        let rows = Array(repeating: "[0]", count: 10_000).joined(separator: ",")
        let found = try await failure { _ in .text("{\"columns\":[\"\(name)\"],\"rows\":[\(rows)]}") }
        #expect(found.error?.description.contains("do not fit the columns") == true)
    }

    @Test func credentialsThatAServerRepeatsAreNotInTheError() async throws {
        let server = try EmbeddedServer { _ in .text(#"{"ok":false,"error":"no key s3cr3t here"}"#) }
        let source = HTTPPages<[Int]>(
            server.url.appending(queryItems: [URLQueryItem(name: "api_key", value: "s3cr3t")]))
        do {
            for try await _ in source.items() {}
            Issue.record("no failure")
        } catch {
            #expect("\(error)".contains("no key … here") && !"\(error)".contains("s3cr3t"))
        }
    }

    @Test func rowsThatAreNamedStayArrays() async throws {
        let server = try EmbeddedServer { _ in .text(#"{"columns":["id","n"],"rows":[[1,2],[3,4]]}"#) }
        var rows: [[Int]] = []
        for try await row in HTTPPages<[Int]>(server.url, items: "rows").items() { rows.append(row) }
        #expect(rows == [[1, 2], [3, 4]])
    }

    @Test(arguments: ["br", "zstd", "x-none"])
    func encodingThatWasNotRequestedIsNamed(encoding: String) async throws {
        let found = try await failure { _ in
            HTTPResponse(
                headers: ["Content-Type": "application/json"], body: Data([0x8B, 1, 0x80, 0x5B, 0x5D, 3])
            )
            .with("Content-Encoding", encoding)
        }
        #expect(
            found.error?.description.contains(
                "has the content encoding '\(encoding)', which was not requested") == true,
            "\(String(describing: found.error))")
    }

    // MARK: Messages

    @Test(arguments: [
        (#"[{"id":1,"title":"My first post"}]"#, nil),
        (#"{"id":1,"title":"My first post"}"#, nil), (#"{"data":[{"title":"x"}]}"#, nil),
        (#"{"title":"Gone","status":404}"#, "Gone"), (#"{"errors":[{"title":"Bad"}]}"#, "Bad"),
        (#"[{"message":"Session expired","errorCode":"X"}]"#, "Session expired"),
        (#"{"errors":["Bad"]}"#, "Bad"), (#"{"error":{"reason":"x"}}"#, "x"),
    ])
    func messageIsThatOfAFieldThatSaysSo(body: String, message: String?) {
        #expect(ServerMessage.text(in: Data(body.utf8)) == message)
    }
}
