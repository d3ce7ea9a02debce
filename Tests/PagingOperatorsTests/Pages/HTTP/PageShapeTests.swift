import FluxLoading
import Foundation
import LoopbackServer
import TestSupport
import Testing

@testable import PagingOperators

/// Later pages without an array of items: they are the end of the list if their bodies are like those of the
/// pages before, and a failure otherwise, so that nothing is lost.
@Suite(.prompt, .timeLimit(.minutes(1)))
struct PageShapeTests {
    /// A list of two pages.
    private func list(
        _ path: String = "/list", items: JSONPath? = nil, next: NextPageRule = .detected, first: String,
        last: String
    ) async throws -> LoadedList {
        try await LoadedList(path, items: items, next: next) { request in
            let isFirst = request.target == path || request.target.hasSuffix("page=1")
            return .text(isFirst ? first.replacing("ITEMS", with: array(0)) : last)
        }
    }

    // MARK: Pages

    /// Google Ads sends its summary with the last page, Protocol Buffers only flags that are true.
    @Test(arguments: [
        #"{"summaryRow":{"metrics":{"clicks":"7"}},"fieldMask":"id","requestId":"b"}"#, #"{"finished":true}"#,
        #"{"batchcomplete":""}"#,
        #"{"fieldMask":"id","cacheHit":true,"jobReference":{"jobId":"j"}}"#, #"{"items":null,"took":3}"#,
        #"{"items":null,"facets":null,"suggestions":[]}"#,
    ])
    func lastPageMayHaveWhatThePagesBeforeLack(body: String) async throws {
        let list = try await list(
            first: #"{"items":ITEMS,"fieldMask":"id","requestId":"a","next_cursor":"a"}"#, last: body)
        #expect(list.ids == Array(0..<20))
        #expect(list.failure == nil)
    }

    /// A code of the server's own, which each page has, is no failure of the last one.
    @Test func codeThatEachPageHasIsNoFailure() async throws {
        let first = #"{"responseCode":600,"responseMsg":"Consulta exitosa","items":ITEMS,"next_cursor":"a"}"#
        let last = #"{"responseCode":600,"responseMsg":"Consulta exitosa","items":[]}"#
        #expect(try await list(first: first, last: last).failure == nil)
        let failed = last.replacing("600", with: "601").replacing("exitosa", with: "rechazada")
        #expect(try await list(first: first, last: failed).failure != nil)
    }

    @Test func nullBesideAMessageIsAFailure() async throws {
        let list = try await list(
            first: #"{"items":ITEMS,"next_cursor":"a"}"#,
            last: #"{"items":null,"fault":{"faultstring":"Rate limit"}}"#)
        #expect(list.failure != nil)
    }

    // MARK: Failures

    /// Apigee, GeoNames, Genius, Alpha Vantage, data.go.kr, Bybit, Okta, ASP.NET, DynamoDB, Foursquare.
    @Test(arguments: [
        (#"{"fault":{"faultstring":"Rate limit","detail":{"errorcode":"policies.Quota"}}}"#, "Rate limit"),
        (
            #"{"status":{"message":"the hourly limit of 1000 credits","value":19}}"#,
            "the hourly limit of 1000 credits"
        ),
        (#"{"meta":{"status":429,"message":"Slow down"}}"#, "Slow down"),
        (
            #"{"Note":"Our standard frequency is 25 requests per day."}"#,
            "Our standard frequency is 25 requests per day."
        ),
        (#"{"resultCode":"22","resultMsg":"Quota used up"}"#, "Quota used up"),
        (#"{"response":{"header":{"resultCode":"22","resultMsg":"Used up"}}}"#, "Used up"),
        (#"{"retCode":10006,"retMsg":"Too many visits!","result":{},"time":1672}"#, "Too many visits!"),
        (#"{"errorSummary":"Too many calls","errorLink":"E47"}"#, "Too many calls"),
        (#"{"ExceptionMessage":"Timeout expired","ExceptionType":"SqlException"}"#, "Timeout expired"),
        (#"{"__type":"ThrottlingException"}"#, "ThrottlingException"),
        (#"{"meta":{"code":429,"errorDetail":"Used up"},"response":{}}"#, "Used up"),
        (#"{"finance":{"result":null,"error":{"code":"Too Many Requests"}}}"#, nil),
        (#"{"redirect":"https://example.com/login"}"#, nil), (#"{"maintenance":true}"#, nil),
        (#"{"rc":102,"rt":4,"data":null}"#, nil), (#"{"response":{}}"#, nil),
        (#"{"data":null,"extensions":{"code":"x"}}"#, nil),
        (#"{"success":true,"users":[{"id":7}],"message":"OK"}"#, nil),
    ])
    func errorBodyInPlaceOfALaterPageIsAFailure(body: String, message: String?) async throws {
        let first = #"{"items":ITEMS,"next_cursor":"a","has_more":true}"#
        let lists = [
            try await list(first: first, last: body),
            try await list("/list?page=1", first: #"{"items":ITEMS,"page":1}"#, last: body),
            try await list(items: "items", next: .keyset(), first: first, last: body),
        ]
        for list in lists {
            #expect(list.ids == Array(0..<20))
            switch list.failure {
            case .items(.refused(let found))?: #expect(message == nil || found == message)
            case .items(.notFound)?: #expect(message == nil)
            default: Issue.record("\(String(describing: list.failure))")
            }
        }
    }

    /// The members are those of the first page, and state something else.
    @Test(arguments: [
        (#""status":"ok""#, #""status":"throttled""#), (#""meta":{"code":200}"#, #""meta":{"code":429}"#),
        (#""message":"Users""#, #""message":"Slow down""#), (#""object":"list""#, #""object":"error""#),
        (#""statusCode":"OK""#, #""statusCode":"E42""#), (#""rc":0"#, #""rc":102"#),
        (#""code":0"#, #""code":0,"message":"Slow down","items":null"#), (#""v":1"#, #""pages":[{"id":7}]"#),
    ])
    func laterPageWithAnotherStatusIsAFailure(first: String, last: String) async throws {
        let list = try await list(
            first: "{\(first),\"items\":ITEMS,\"next_cursor\":\"a\"}", last: "{\(last)}")
        #expect(list.ids == Array(0..<20))
        guard case .items? = list.failure else {
            Issue.record("\(String(describing: list.failure))")
            return
        }
    }

    // MARK: Ends

    /// Also an array, if the first page has it: the columns of Google Analytics.
    @Test(arguments: [
        #""filters":["a"],"facets":[{"f":1}]"#, #""headers":[{"name":"city"}],"metadata":{"zone":"UTC"}"#,
        #""info":"v2 of the API""#, #""title":"Feed","description":"All the news""#,
        #""code":20000,"total_hint":"many""#, #""page":2,"data":null"#,
        #""status":"partial","live":true"#,
    ])
    func laterPageWithTheMembersOfTheFirstIsTheEnd(members: String) async throws {
        let first = "{\(members),\"items\":ITEMS,\"next_cursor\":\"a\"}"
        let list = try await list(
            items: "items", next: .cursor(at: "next_cursor", as: "cursor"), first: first, last: "{\(members)}"
        )
        #expect(list.ids == Array(0..<20))
        #expect(list.failure == nil)
    }

    /// The last page of Cloud Storage may have only prefixes.
    @Test func laterPageOfTheSameKindMayHaveOtherMembers() async throws {
        let list = try await list(
            first: #"{"kind":"storage#objects","items":ITEMS,"nextPageToken":"a"}"#,
            last: #"{"kind":"storage#objects","prefixes":["z/"]}"#)
        #expect(list.ids == Array(0..<20))
        #expect(list.failure == nil)
    }

    @Test(arguments: [
        #""message":"OK""#, #""message":"success""#, #""message":"No subnets found""#,
        #""message":"Request successful""#, #""message":"请求成功""#, #""status":"success""#,
        #""status":"error","message":"No more records""#, #""meta":{"message":"No results found"}"#,
        #""code":0,"msg":"success","data":{"has_more":false}"#, #""warnings":[{"text":"slow"}]"#,
    ])
    func laterPageThatStatesASuccessOrThatThereIsNothingIsTheEnd(members: String) async throws {
        let list = try await list("/list?page=1", first: #"{"items":ITEMS}"#, last: "{\(members)}")
        #expect(list.ids == Array(0..<20))
        #expect(list.failure == nil)
    }

    /// Lua, PHP, data.go.kr, Go, TheCocktailDB.
    @Test(arguments: [
        #"{"data":{"items":{}}}"#, #"{"data":{"items":""}}"#, #"{"data":{"items":false}}"#,
        #"{"data":{"items":"no data found"}}"#, #"{"data":[]}"#, #"{"data":""}"#, #"{"data":false}"#,
        #"{"data":null}"#, #"{"data":{"items":null}}"#,
    ])
    func valueThatStandsForNoneIsAnEmptyLaterPage(last: String) async throws {
        let list = try await list("/list?page=1", first: #"{"data":{"items":ITEMS}}"#, last: last)
        #expect(list.ids == Array(0..<20))
        #expect(list.failure == nil)
    }

    @Test func firstPageWithItemsAfterAnEmptyOneIsTheModel() async throws {
        let list = try await LoadedList(items: "items", next: .cursor(at: "next", as: "cursor")) { request in
            switch request.query["cursor"] {
            case nil: .text(#"{"items":[],"next":"a","zone":"x"}"#)
            case "a": .text("{\"items\":\(array(0)),\"next\":\"b\",\"live\":true}")
            default: .text(#"{"zone":"x","live":true}"#)
            }
        }
        #expect(list.ids == Array(0..<20))
        #expect(list.failure == nil)
    }

    @Test func storedKeyHasTheMembersOfTheFirstPage() async throws {
        let server = try EmbeddedServer { request in
            request.query["cursor"] == nil
                ? .text("{\"live\":true,\"items\":\(array(0)),\"next_cursor\":\"a\"}")
                : .text(#"{"live":true}"#)
        }
        let source = HTTPPages<Numbered>(server.url)
        let next = try #require(try await source.load(nil).next)
        let key = try JSONDecoder().decode(HTTPPageKey.self, from: JSONEncoder().encode(next))
        #expect(try await source.load(key).items.isEmpty)
    }

    // MARK: First pages

    @Test(arguments: [
        #"{"Note":"Our standard frequency is 25 requests per day."}"#, #"{"__type":"ThrottlingException"}"#,
        #"{"meta":{"status":429,"message":"Slow down"}}"#, #"{"resultCode":"22","resultMsg":"Used up"}"#,
        #"{"exception":"RateLimitExceeded"}"#, #"{"authenticated":false}"#, #"{"cod":429,"message":""}"#,
        #"{"retCode":10006}"#,
    ])
    func errorBodyInPlaceOfAFirstPageIsAFailure(body: String) async throws {
        let rule = NextPageRule.cursor(at: "next_cursor", as: "cursor")
        let list = try await LoadedList(items: "items", next: rule) { _ in .text(body) }
        guard case .items? = list.failure else {
            Issue.record("\(String(describing: list.failure))")
            return
        }
    }

    /// Lark leaves the array out.
    @Test(arguments: [
        #"{"code":0,"msg":"success","data":{"has_more":false}}"#, #"{"message":"No users found"}"#,
        #"{"message":"OK"}"#,
    ])
    func firstPageThatStatesASuccessOrThatThereIsNothingIsAnEmptyList(body: String) async throws {
        let rule = NextPageRule.cursor(at: "data.page_token", as: "page_token")
        let list = try await LoadedList(items: "data.items", next: rule) { _ in .text(body) }
        #expect(list.ids.isEmpty)
        #expect(list.failure == nil)
    }
}
