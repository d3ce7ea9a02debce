import FluxLoading
import Foundation
import LoopbackServer
import TestSupport
import Testing

@testable import PagingOperators

/// Pages without items whose body has no array: it leaves the member out, as Protocol Buffers do (AIP-158),
/// or is null.
@Suite(.prompt, .timeLimit(.minutes(1)))
struct OmittedItemsTests {
    private let tokens = NextPageRule.cursor(at: "nextPageToken", as: "pageToken")

    private func notFound(_ path: String) -> HTTPPageError.Reason {
        .items(.notFound(description: "no '\(path)'"))
    }

    // MARK: Later pages

    @Test(arguments: ["{}", #"{"kind":"list","etag":"x"}"#, #"{"pageInfo":{"size":20}}"#])
    func laterPageWithoutTheMemberIsTheEnd(last: String) async throws {
        let list = try await LoadedList(items: "items", next: tokens) { request in
            request.query["pageToken"] == nil
                ? .text("{\"items\":\(array(0)),\"nextPageToken\":\"a\"}") : .text(last)
        }
        #expect(list.ids == Array(0..<20))
        #expect(list.failure == nil)
    }

    @Test func pageByNumberWithoutTheMemberIsTheEnd() async throws {
        let list = try await LoadedList(items: "data.items", next: .page()) { request in
            let page = request.number("page")
            let items = page < 6 ? "\"items\":\(array((page - 1) * 20))," : ""
            return .text("{\"data\":{\(items)\"page\":\(page)}}")
        }
        #expect(list.ids == Array(0..<95))
        #expect(list.failure == nil)
    }

    @Test(arguments: [
        #"{"rows":[{"id":7}]}"#, #"{"message":"Slow down"}"#, #"{"status":"error"}"#, #"{"code":500}"#,
        #"{"data":{"items":{"id":7}}}"#, "[]", "7", #"{"messages":[]}"#,
    ])
    func laterPageThatMayHaveFailedIsAFailure(last: String) async throws {
        let path: JSONPath = last.contains("data") ? "data.items" : "items"
        let list = try await LoadedList(items: path, next: tokens) { request in
            if request.query["pageToken"] != nil { return .text(last) }
            let items = "\"items\":\(array(0))"
            return .text("{\(path == "items" ? items : "\"data\":{\(items)}"),\"nextPageToken\":\"a\"}")
        }
        #expect(list.ids == Array(0..<20))
        guard case .items? = list.failure else {
            Issue.record("\(String(describing: list.failure))")
            return
        }
    }

    @Test func laterPageWithoutTheMemberWithinTheTotalIsAFailure() async throws {
        let list = try await LoadedList(items: "items", next: tokens) { request in
            request.query["pageToken"] == nil
                ? .text("{\"total\":95,\"items\":\(array(0)),\"nextPageToken\":\"a\"}") : .text("{}")
        }
        #expect(list.ids == Array(0..<20))
        #expect(list.failure == .nextPage(.incomplete(read: 20, total: 95)))
    }

    // MARK: First pages

    @Test func firstPageThatOnlyNamesTheNextOneIsEmpty() async throws {
        let list = try await LoadedList(items: "items", next: tokens) { request in
            request.query["pageToken"] == nil
                ? .text(#"{"nextPageToken":"a"}"#) : .text("{\"items\":\(array(0))}")
        }
        #expect(list.ids == Array(0..<20))
        #expect(list.failure == nil)
    }

    /// Firestore, Gmail, Google Sheets, Spring.
    @Test(arguments: [
        "{}", #"{"resultSizeEstimate":0}"#, #"{"range":"A1:B2","majorDimension":"ROWS"}"#,
        #"{"_links":{"self":{"href":"/list"}}}"#,
    ])
    func firstPageWithoutTheMemberIsAnEmptyList(body: String) async throws {
        let list = try await LoadedList(items: "items", next: tokens) { _ in .text(body) }
        #expect(list.ids.isEmpty)
        #expect(list.failure == nil)
    }

    /// The path may be wrong.
    @Test(arguments: [
        "{\"items\":[{\"id\":1}],\"nextPageToken\":\"a\"}", #"{"itms":[],"nextPageToken":"a"}"#,
        #"{"messages":[{"id":1}]}"#, #"{"ids":[1,2]}"#, #"{"user":{"id":1}}"#,
        #"{"data":{"user":{"id":1}}}"#, #"{"total":95}"#, #"{"hasMore":true}"#,
        #"{"status":"error"}"#, #"{"data":null}"#, #"{"id":1,"name":"Ada"}"#, #"{"data":{}}"#,
    ])
    func firstPageThatMayHaveItemsElsewhereIsAFailure(body: String) async throws {
        let list = try await LoadedList(items: "data.rows", next: tokens) { _ in .text(body) }
        #expect(list.failure == notFound("data.rows"))
    }

    @Test func messageInPlaceOfTheItemsOfAFirstPageIsInTheError() async throws {
        let list = try await LoadedList(items: "data.rows", next: tokens) { _ in
            .text(#"{"message":"Sign in"}"#)
        }
        #expect(list.failure == .items(.refused(message: "Sign in")))
    }

    @Test func firstPageWithoutTheMemberIsSaid() throws {
        let body = try JSONText(Data("{}".utf8))
        let url = try #require(URL(string: "http://h/"))
        let detection = try PageDetection.detect(
            body, ResponseLinks(nil as String?, relativeTo: url), url: url, start: url, items: "rows",
            next: .page())
        #expect(detection.description.hasPrefix("items at 'rows', which the first page does not have; "))
    }

    /// A field of null, and a page that states that it is the only one, are an end.
    @Test(arguments: [
        (#"{"rows":[1]}"#, NextPageRule.cursor(at: "meta.resumeAt", as: "from"), true),
        (#"{"rows":[1]}"#, .address(at: "next"), true), (#"{"rows":[1]}"#, .link, true),
        (#"{"rows":[1]}"#, .header("X-Resume"), true),
        (#"{"rows":[1],"next":null}"#, .address(at: "next"), false),
        (#"{"rows":[1],"total":1}"#, .address(at: "next"), false),
        (#"{"rows":[1],"hasMore":false}"#, .address(at: "next"), false), (#"{"rows":[1]}"#, .detected, false),
        (#"{"rows":[1]}"#, .page(), false),
    ])
    func firstPageWithoutTheFieldOfAGivenRuleIsSaid(body: String, next: NextPageRule, isSaid: Bool) throws {
        let url = try #require(URL(string: "http://h/"))
        let detection = try PageDetection.detect(
            JSONText(Data(body.utf8)), ResponseLinks(nil as String?, relativeTo: url), url: url, start: url,
            items: nil, next: next)
        #expect(
            detection.description
                == "items at 'rows'; next page: \(detection.next)"
                + (isSaid ? ", which the first page does not have" : ""))
    }

    // MARK: Null

    /// Go encodes an array without elements as null, unless it was made.
    @Test func nullInPlaceOfTheArrayIsTheEnd() async throws {
        let list = try await LoadedList("/list?page=1") { request in
            let page = request.number("page")
            return .text(page < 6 ? array((page - 1) * 20) : "null")
        }
        #expect(list.ids == Array(0..<95))
        #expect(list.failure == nil)
    }

    @Test func nullWithinTheTotalIsAFailure() async throws {
        let list = try await LoadedList("/list?page=1") { request in
            let page = request.number("page")
            return .text(page < 3 ? array((page - 1) * 20) : "null").with("X-Total-Count", "95")
        }
        #expect(list.ids == Array(0..<40))
        #expect(list.failure == .nextPage(.incomplete(read: 40, total: 95)))
    }

    @Test func nullInPlaceOfAnObjectIsAFailure() async throws {
        let list = try await LoadedList(items: "items", next: .page()) { request in
            .text(request.number("page") == 1 ? "{\"items\":\(array(0))}" : "null")
        }
        #expect(list.ids == Array(0..<20))
        #expect(list.failure != nil)
    }
}
