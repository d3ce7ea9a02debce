import Foundation
import LoopbackServer
import TestSupport
import Testing

@testable import PagingOperators

/// Numbers of pages that mean none, and flags beside an empty page.
@Suite(.prompt, .timeLimit(.minutes(1)))
struct StatedPagesTests {
    // MARK: Zero pages

    @Test(arguments: ["pages", "total_pages", "last_page", "page_count", "num_pages"])
    func zeroPagesBesideItemsAreNoCount(name: String) async throws {
        let list = try await LoadedList { request in
            let page = request.number("page")
            return .text(
                "{\"records\":\(array((page - 1) * 20)),\"total\":0,\"page\":\(page),\"\(name)\":0}")
        }
        #expect(list.ids == Array(0..<95))
        #expect(list.failure == nil)
    }

    /// MyBatis-Plus, where counting is off.
    @Test func positionBesideZeroPagesIsStillFound() async throws {
        let list = try await LoadedList { request in
            let page = request.number("current")
            let items = array((page - 1) * 20)
            return .text("{\"records\":\(items),\"total\":0,\"size\":20,\"current\":\(page),\"pages\":0}")
        }
        #expect(list.ids == Array(0..<95))
        #expect(list.failure == nil)
    }

    @Test func headerFieldWithZeroPagesIsNoCount() async throws {
        let list = try await LoadedList("/list?page=1") { request in
            .text(array((request.number("page") - 1) * 20)).with("X-Total-Pages", "0")
        }
        #expect(list.ids == Array(0..<95))
        #expect(list.failure == nil)
    }

    @Test func zeroPagesWithoutItemsAreTheEnd() async throws {
        let list = try await LoadedList { _ in
            .text(#"{"records":[],"total":0,"page":1,"pages":0}"#)
        }
        #expect(list.ids.isEmpty)
        #expect(list.failure == nil)
        #expect(list.targets.count == 1)
    }

    @Test func zeroOnALaterPageDoesNotReplaceTheCount() async throws {
        let list = try await LoadedList { request in
            let page = request.number("page")
            let pages = page == 1 ? 5 : 0
            return .text("{\"records\":\(array((page - 1) * 20)),\"page\":\(page),\"pages\":\(pages)}")
        }
        #expect(list.ids == Array(0..<95))
        #expect(list.targets.count == 5)
    }

    // MARK: Flags beside an empty page

    @Test func emptyPageThatRepeatsTheCursorBesideAFlagIsAFailure() async throws {
        let list = try await LoadedList(next: .cursor(at: "next_cursor", as: "cursor")) { request in
            let items = request.query["cursor"] == nil ? array(0) : "[]"
            return .text("{\"items\":\(items),\"has_more\":true,\"next_cursor\":\"a\"}")
        }
        #expect(list.ids == Array(0..<20))
        #expect(list.failure == .nextPage(.repeated(parameter: "cursor")))
    }

    @Test(arguments: [#""has_more":false,"#, ""])
    func emptyPageThatRepeatsTheCursorIsTheEnd(flag: String) async throws {
        let list = try await LoadedList { request in
            let first = request.query["cursor"] == nil
            let more = first ? "\"has_more\":true," : flag
            return .text("{\"items\":\(first ? array(0) : "[]"),\(more)\"next_cursor\":\"a\"}")
        }
        #expect(list.ids == Array(0..<20))
        #expect(list.failure == nil)
    }

    /// The first page has no items, and the server knows another parameter than the usual one.
    @Test func parameterThatLeavesAnEmptyPageIsReplaced() async throws {
        let list = try await LoadedList { request in
            request.query["after"] == nil
                ? .text(#"{"items":[],"has_more":true,"cursor":"a"}"#)
                : .text("{\"items\":\(array(0)),\"has_more\":false,\"cursor\":null}")
        }
        #expect(list.ids == Array(0..<20))
        #expect(list.failure == nil)
    }
}
