import Foundation
import LoopbackServer
import TestSupport
import Testing

@testable import FluxLoading
@testable import PagingOperators

/// Responses with status 200 that have no items: a message about a failure is one, and that there are no
/// results is not.
@Suite(.prompt, .timeLimit(.minutes(1)))
struct RefusedPageTests {
    @Test(arguments: [
        (#"{"results":[],"status":"OVER_QUERY_LIMIT","error_message":"Quota exceeded."}"#, "Quota exceeded."),
        (#"{"status":"error","message":"No database","data":[]}"#, "No database"),
        (#"{"stat":"fail","message":"Bad key","photos":[]}"#, "Bad key"),
        (#"{"errcode":40001,"errmsg":"Bad token","items":[]}"#, "Bad token"),
        (#"{"error_code":"110","error_msg":"Bad token","items":null}"#, "Bad token"),
        (#"{"code":-101,"message":"Not signed in","data":{"list":[]}}"#, "Not signed in"),
        (#"{"code":500,"msg":"Internal error","data":[]}"#, "Internal error"),
        (#"{"ok":false,"description":"Unauthorized","result":[]}"#, "Unauthorized"),
    ])
    func emptyPageWithTheMessageOfAFailureIsAFailure(body: String, message: String) async throws {
        let first = try await LoadedList { _ in .text(body) }
        #expect(first.failure == .items(.refused(message: message)))
        let rule = NextPageRule.cursor(at: "next", as: "cursor")
        let second = try await LoadedList(items: "items", next: rule) { request in
            request.query["cursor"] == nil
                ? .text("{\"items\":\(array(0)),\"next\":\"a\"}")
                : .text(
                    body.replacing(/"(results|data|photos|result)":(\[\]|\{[^}]*\})/, with: #""items":[]"#))
        }
        #expect(second.ids == Array(0..<20))
        #expect(second.failure == .items(.refused(message: message)))
    }

    @Test(arguments: [
        #"{"results":[],"status":"ZERO_RESULTS"}"#, #"{"results":[],"error_message":"","status":"OK"}"#,
        #"{"results":[],"error_message":null}"#, #"{"code":0,"message":"Zero means success","results":[]}"#,
        #"{"code":200,"message":"Found","results":[]}"#, #"{"code":20000,"msg":"success","results":[]}"#,
        #"{"code":"0","msg":"成功","results":[]}"#, #"{"code":1,"msg":"Done","results":[]}"#,
        #"{"code":"200000","results":[]}"#, #"{"errcode":0,"errmsg":"ok","results":[]}"#,
        #"{"status":"0","message":"No transactions found","results":[]}"#,
        #"{"status":"error","message":"No results found","results":[]}"#,
        #"{"code":404,"msg":"no more data","results":[]}"#, #"{"status":"failed","results":[]}"#,
        #"{"message":"Nothing here","results":[]}"#, #"{"results":null,"message":"no data"}"#,
    ])
    func emptyPageWithoutAFailureIsAnEmptyList(body: String) async throws {
        let list = try await LoadedList { _ in .text(body) }
        #expect(list.failure == nil)
        #expect(list.ids.isEmpty && list.targets.count == 1)
    }

    @Test(arguments: [
        #"{"status":"error","message":"No users found","data":[]}"#,
        #"{"code":404,"message":"No record found","data":[]}"#,
        #"{"status":"fail","message":"Nothing found","data":[]}"#,
        #"{"code":404,"message":"Data not found","data":[]}"#,
        #"{"status":"error","message":"0 results","data":[]}"#,
        #"{"status":"failed","message":"No matching record","data":[]}"#,
        #"{"status":"fail","message":"There are no posts.","data":[]}"#,
        #"{"code":3001,"message":"You have no orders yet","data":[]}"#,
        #"{"code":10001,"msg":"没有更多数据","data":[]}"#, #"{"code":-1,"msg":"暂无数据","data":[]}"#,
        #"{"errorMessage":"None","data":[]}"#, #"{"error_message":"No error","data":[]}"#,
        #"{"errorCode":"NO_ERROR","errorMessage":"NO_ERROR","data":[]}"#,
        #"{"Error":"None","data":[]}"#, #"{"Error":"0","data":[]}"#, #"{"errors":{"count":0},"data":[]}"#,
        #"{"errorCode":200,"errorMessage":"success","data":[]}"#,
        #"{"errcode":1000,"errmsg":"","msg":"ok","data":[]}"#,
    ])
    func messageThatThereIsNothingIsAnEmptyList(body: String) async throws {
        let list = try await LoadedList { _ in .text(body) }
        #expect(list.failure == nil)
        #expect(list.ids.isEmpty && list.targets.count == 1)
    }

    @Test(arguments: [
        (#"{"status":"error","message":"No API key found","data":[]}"#, "No API key found"),
        (#"{"code":404,"message":"Route not found","data":[]}"#, "Route not found"),
        (#"{"status":"fail","message":"No more requests today","data":[]}"#, "No more requests today"),
        (#"{"errcode":7,"errmsg":"Not successful","data":[]}"#, "Not successful"),
        (#"{"status":"error","message":"'q' is empty","data":[]}"#, "'q' is empty"),
    ])
    func messageAboutTheRequestIsAFailure(body: String, message: String) async throws {
        let list = try await LoadedList { _ in .text(body) }
        #expect(list.failure == .items(.refused(message: message)))
    }

    /// A phrase of emptiness in a longer message does not end the list, on any page, and the array may be
    /// left out.
    @Test(
        arguments: [
            "per_page must be no more than 100", "No more than 100 items", "No data, retry later",
            "Internal error: record not found in cache, retry", "No results for you: payment required",
            "Nothing to see here, log in first", "Upstream returned empty response",
            "Project not found: wrong id", "No results found. Log in to see more.",
            "page_size is out of range", "page size is out of range", "Request data is empty",
            "Failed to complete successfully", "无数据权限", "No results. Please try again later.",
            "No results found. Check your token.",
        ], ["", #","data":[]"#])
    func messageThatStatesMoreThanThatThereIsNothingIsAFailure(message: String, items: String) async throws {
        let body = "{\"status\":\"error\",\"message\":\"\(message)\"\(items)}"
        let first = try await LoadedList { _ in .text(body) }
        #expect(first.failure == .items(.refused(message: message)))
        let second = try await LoadedList("/list?page=1&per_page=20") { request in
            .text(request.number("page") == 1 ? "{\"status\":\"ok\",\"data\":\(array(0))}" : body)
        }
        #expect(second.ids == Array(0..<20))
        #expect(second.failure == .items(.refused(message: message)))
    }

    @Test(arguments: [
        "Sorry, no results found!", "Your search returned no results", "No results for 'foo: bar'",
        "No users found matching your search criteria.", "No data available for 2026-11-27",
        "NO_DATA_FOUND", "Nothing to show", "There were no matching users found", "User not found",
        "The requested page is out of range", "page 5 is out of range", "没有更多了",
        "No results found. Please try another search.", "No items found. Try adjusting your filters.",
        "No blocked users found", "No people found", "Invoice not found",
    ])
    func messageThatOnlyStatesThatThereIsNothingIsAnEmptyList(message: String) async throws {
        let list = try await LoadedList { _ in
            .text("{\"status\":\"error\",\"message\":\"\(message)\",\"data\":[]}")
        }
        #expect(list.failure == nil)
        #expect(list.ids.isEmpty && list.targets.count == 1)
    }

    // MARK: Errors that are none

    /// TikTok has an object for an error beside each page.
    @Test(arguments: [
        #"{"error":{"code":"ok","message":"","log_id":"2022"}"#, #"{"error":{"code":0,"log_id":"2022"}"#,
        #"{"error":{"code":"success","message":"fine"}"#,
    ])
    func errorWithTheCodeOfASuccessIsNone(fields: String) async throws {
        let list = try await LoadedList { _ in .text("\(fields),\"data\":[]}") }
        #expect(list.failure == nil)
        #expect(list.ids.isEmpty)
        let body = try JSONText(Data("\(fields),\"data\":[1]}".utf8))
        #expect(ServerMessage.ofErrors(in: body, besides: "data") == nil)
    }

    @Test(arguments: [
        #""success":false,"message":"No more records found""#, #""ok":false,"message":"No users found""#,
        #""error":"No results found""#, #""errors":[{"message":"No more results"}]"#,
        #""status":"fail","message":"You've reached the end of the list""#, #""code":1001,"msg":"No hits""#,
        #""status":"fail","msg":"No listings available""#, #""code":20004,"msg":"检索结果为空""#,
        #""code":300,"message":"未查询到数据""#, #""code":2000,"message":"Fetched data""#,
    ])
    func errorThatOnlyStatesThatThereIsNothingIsTheEnd(fields: String) async throws {
        let list = try await LoadedList("/list?page=1") { request in
            let start = (request.number("page") - 1) * 20
            return .text(start < 95 ? "{\"data\":\(array(start))}" : "{\(fields),\"data\":[]}")
        }
        #expect(list.ids == Array(0..<95))
        #expect(list.failure == nil)
    }

    @Test func furtherErrorBesideOneThatThereIsNothingIsAFailure() async throws {
        let list = try await LoadedList { _ in
            .text(#"{"errors":[{"message":"No results"},{"message":"Quota exceeded"}],"data":[]}"#)
        }
        #expect(list.failure == .items(.refused(message: "No results")))
    }

    // MARK: Failures at other places

    /// Nextcloud, CoinMarketCap, Yahoo Finance, Overpass.
    @Test(arguments: [
        (
            #"{"ocs":{"meta":{"status":"failure","statuscode":997,"message":"Not logged in"},"data":[]}}"#,
            "Not logged in"
        ),
        (#"{"status":{"error_code":1008,"error_message":"Too many"},"data":[]}"#, "Too many"),
        (#"{"finance":{"result":null,"error":{"description":"No such crumb"}}}"#, "No such crumb"),
        (#"{"elements":[],"remark":"runtime error: Query timed out"}"#, "runtime error: Query timed out"),
    ])
    func failureBesideTheItemsIsAFailure(body: String, message: String) async throws {
        let list = try await LoadedList { _ in .text(body) }
        #expect(list.failure == .items(.refused(message: message)))
    }

    @Test func remarkAboutAnErrorBesideItemsIsOne() throws {
        let body = try JSONText(Data(#"{"elements":[1],"remark":"runtime error: out of memory"}"#.utf8))
        #expect(ServerMessage.ofErrors(in: body, besides: "elements") == "runtime error: out of memory")
        let other = try JSONText(
            Data(
                #"{"elements":[1],"remark":"Data may contain errors","note":"Rate limit: 60 a minute"}"#.utf8)
        )
        #expect(ServerMessage.ofErrors(in: other, besides: "elements") == nil)
    }

    /// Salesforce, the World Bank.
    @Test(arguments: [
        (#"[{"message":"Session expired","errorCode":"INVALID_SESSION_ID"}]"#, "Session expired"),
        (#"[{"message":[{"id":"120","key":"Invalid value","value":"Not valid"}]}]"#, "Not valid"),
    ])
    func errorThatIsTheOnlyElementIsAFailure(body: String, message: String) async throws {
        let first = try await LoadedList { _ in .text(body) }
        #expect(first.failure == .items(.refused(message: message)))
        let second = try await LoadedList("/list?page=1") { request in
            .text(request.number("page") == 1 ? array(0) : body)
        }
        #expect(second.ids == Array(0..<20))
        #expect(second.failure == .items(.refused(message: message)))
    }

    @Test(arguments: [
        #"[{"id":1,"message":"Hello","errorCode":"E1"}]"#, #"[{"id":1,"message":"Hello"}]"#,
        #"[{"id":1,"status":"failed","error":"x"}]"#,
    ])
    func itemWithAMessageIsAnItem(body: String) async throws {
        let list = try await LoadedList { _ in .text(body) }
        #expect(list.ids == [1])
    }

    // MARK: Without an array

    /// Without the array, whether it is empty is not known.
    @Test func messageInPlaceOfALaterPageIsInTheError() async throws {
        let list = try await LoadedList("/list?page=1&per_page=20") { request in
            .text(
                request.number("page") == 1
                    ? "{\"data\":\(array(0))}" : #"{"status":"error","message":"User not found"}"#)
        }
        #expect(list.ids == Array(0..<20))
        #expect(list.failure == .items(.refused(message: "User not found")))
    }

    @Test func messageBesideAnotherArrayIsNotInPlaceOfItems() async throws {
        let list = try await LoadedList(items: "data") { _ in
            .text("{\"message\":\"Users\",\"list\":\(array(0))}")
        }
        #expect(list.failure == .items(.notFound(description: "no 'data'")))
    }

    /// The status of a charge or a build is not that of the request.
    @Test(arguments: [
        #"{"status":"failed","description":"Order 6735","refunds":{"object":"list","data":[]}}"#,
        #"{"title":"Nightly","status":"failed","artifacts":[]}"#,
    ])
    func statusOfAResourceIsNoFailure(body: String) async throws {
        let list = try await LoadedList { _ in .text(body) }
        #expect(list.failure == nil)
    }

    @Test(arguments: [
        #""code":404,"message":"No more pages""#, #""code":404,"message":"Not there""#,
        #""status":"error","message":"Page out of range""#, #""status":"fail","message":"Empty page""#,
        #""status":"fail","message":"List is empty""#,
    ])
    func messageAfterTheLastPageIsTheEnd(fields: String) async throws {
        for name in ["page", "offset"] {
            let list = try await LoadedList("/list?\(name)=\(name == "page" ? 1 : 0)") { request in
                let start = name == "page" ? (request.number(name) - 1) * 20 : request.number(name)
                return .text(start < 95 ? "{\"data\":\(array(start))}" : "{\(fields),\"data\":[]}")
            }
            #expect(list.ids == Array(0..<95))
            #expect(list.failure == nil)
        }
    }

    /// On the first page it is an address that the server does not know.
    @Test func code404OfTheFirstPageIsAFailure() async throws {
        let list = try await LoadedList("/list?page=1") { _ in
            .text(#"{"code":404,"message":"Not there","data":[]}"#)
        }
        #expect(list.failure == .items(.refused(message: "Not there")))
    }

    @Test func itemsBesideTheMessageOfAFailureAreRead() async throws {
        let list = try await LoadedList { _ in
            .text("{\"items\":\(array(0)),\"code\":7,\"message\":\"Slow\",\"error_message\":\"Slow\"}")
        }
        #expect(list.ids == Array(0..<20))
        #expect(list.failure == nil)
    }

    @Test(arguments: [
        (#"{"stat":"fail","code":100,"message":"Invalid API Key"}"#, "Invalid API Key"),
        (#"{"Response":"False","Error":"Invalid key!"}"#, "Invalid key!"),
        (#"{"status":"0","message":"NOTOK","result":"Max rate limit reached"}"#, "Max rate limit reached"),
        (#"{"ok":false,"error_code":401,"description":"Unauthorized"}"#, "Unauthorized"),
        (#"{"success":false,"error":{"code":101,"info":"No key."}}"#, "No key."),
        (#"{"error":{"error_code":5,"error_msg":"No token."}}"#, "No token."),
        (#"{"error":{"code":"x","message":{"lang":"en","value":"Bad filter"}}}"#, "Bad filter"),
        (#"{"Information":"Daily limit reached."}"#, "Daily limit reached."),
    ])
    func messageInPlaceOfItemsIsInTheError(body: String, message: String) async throws {
        let list = try await LoadedList { _ in .text(body) }
        #expect(list.failure == .items(.refused(message: message)))
        #expect(ServerMessage.text(in: Data(body.utf8)) == message)
    }

    @Test func textOfAResourceIsNotAMessage() async throws {
        let list = try await LoadedList { _ in .text(#"{"type":"post","value":{"title":"My post"}}"#) }
        guard case .items(.notFound)? = list.failure else {
            Issue.record("\(String(describing: list.failure))")
            return
        }
    }
}
