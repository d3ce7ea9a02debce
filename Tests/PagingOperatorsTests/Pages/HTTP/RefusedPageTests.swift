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
