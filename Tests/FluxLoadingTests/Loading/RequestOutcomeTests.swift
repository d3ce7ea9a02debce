import Foundation
import Testing

@testable import FluxLoading

/// What a body without items, or a message in it, states about the request.
struct RequestOutcomeTests {
    private func outcome(_ body: String) throws -> RequestOutcome {
        RequestOutcome(of: try JSONText(Data(body.utf8)))
    }

    @Test(arguments: [
        (#"{"error":"Quota exceeded"}"#, RequestOutcome.failure(message: "Quota exceeded")),
        (#"{"success":false}"#, .failure(message: "the request has failed")),
        (#"{"retCode":10006,"retMsg":"Too many visits!"}"#, .failure(message: "Too many visits!")),
        (#"{"error":"No results found"}"#, .noResults(.items)),
        (#"{"status":"error","message":"User not found"}"#, .noResults(.single)),
        (#"{"code":200,"message":"Users retrieved"}"#, .success),
        (#"{"code":500,"message":"OK"}"#, .doubt(message: nil)), (#"{"cod":"429"}"#, .doubt(message: nil)),
        (#"{"message":"Sign in"}"#, .doubt(message: "Sign in")), (#"{"total":3,"kind":"list"}"#, .unstated),
        ("[1]", .unstated),
    ])
    func membersStateTheOutcome(body: String, expected: RequestOutcome) throws {
        #expect(try outcome(body) == expected)
    }

    @Test(arguments: [
        "You've reached the end of the list", "End of results", "No hits", "No listings available",
        "Your search did not match any documents.", "No articles match your query",
        "We couldn't find any results", "Found 0 users", "No such records", "No record(s) found",
        "You have reached the end of the list", "Query returned no results", "No available data",
        "That page contains no results",
        "No transactions found for this account", "No more posts", "Records not found", "未查询到相关信息",
        "没有查询到数据", "查询结果为空",
    ])
    func statementThatThereAreNoItems(message: String) {
        #expect(EmptyResultMessage.subject(of: message) == .items)
    }

    @Test(arguments: [
        "User not found", "Page not found", "Not found", "No matching user found", "There is no such user",
        "Page 4 does not exist",
    ])
    func statementAboutASingleThingMayBeAboutTheAddress(message: String) {
        #expect(EmptyResultMessage.subject(of: message) == .single)
    }

    @Test(arguments: [
        "Account not found", "Project not found", "Index not found", "Service not found", "No license found",
        "There is no connection", "No valid response found", "No results available on the free plan",
        "No results available in your region", "There are no workers available", "No subscription found",
        "No results found for your api account because it was suspended", "There is no data plan",
        "No data available due to maintenance", "No more than 10 requests", "No access found",
        "The analysis was not found", "请求数据为空",
    ])
    func statementAboutTheRequestIsNone(message: String) {
        #expect(EmptyResultMessage.subject(of: message) == nil)
    }

    @Test(arguments: ["OK", "Request successful", "Query executed", "2 users fetched", "请求完成"])
    func messageOfASuccess(message: String) {
        #expect(RequestOutcome(message) == .success)
    }

    @Test(arguments: [
        "Not successful", "No data loaded", "Completed with errors", "Request completed without a result",
        "Failed to complete successfully",
    ])
    func messageOfNoSuccess(message: String) {
        #expect(RequestOutcome(message) != .success)
    }
}
