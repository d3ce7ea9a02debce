import Foundation
import LoopbackServer
import TestSupport
import Testing

@testable import PagingOperators

/// Which of several numbers in an address or a body is the position of the page.
@Suite(.prompt, .timeLimit(.minutes(1)))
struct PositionParameterTests {
    /// As Spoonacular has it, where `number` is the number of items.
    @Test func numberBesideAnOffsetIsNotThatOfTheFirstPage() async throws {
        let list = try await LoadedList { request in
            let start = request.number("offset", or: 0)
            let size = request.number("number", or: 10)
            return .text(
                "{\"results\":\(array(start, of: 25, size: size)),\"offset\":\(start),\"number\":\(size),"
                    + "\"totalResults\":25}")
        }
        #expect(list.ids == Array(0..<25))
        #expect(list.targets == ["/list", "/list?offset=10", "/list?offset=20"])
    }

    /// As Etherscan has it.
    @Test(arguments: [(1, 10), (2, 10), (1, 20), (1, 40)])
    func offsetBesideAPageNumberMayBeTheSizeOfThePage(page: Int, size: Int) async throws {
        let list = try await LoadedList("/list?page=\(page)&offset=\(size)") { request in
            let size = request.number("offset")
            return .text("{\"result\":\(array((request.number("page") - 1) * size, of: 35, size: size))}")
        }
        #expect(list.ids == Array((page - 1) * size..<35))
        #expect(list.failure == nil)
    }

    @Test(arguments: [1, 2])
    func offsetBesideTheSizeOfThePageIsThePosition(page: Int) async throws {
        let list = try await LoadedList("/list?page=\(page)&limit=20&offset=20") { request in
            .text("{\"items\":\(array(request.number("offset")))}")
        }
        #expect(list.ids == Array(20..<95))
        #expect(list.failure == nil)
    }

    @Test func bodyTellsWhichParameterIsThePosition() async throws {
        let list = try await LoadedList("/list?page=1&limit=20&offset=0") { request in
            let page = request.number("page")
            return .text("{\"items\":\(array((page - 1) * 20)),\"page\":\(page)}")
        }
        #expect(list.ids == Array(0..<95))
    }

    @Test(arguments: ["/list?page=1&offset=0", "/list?page=2&offset=40", "/list?offset=20&q=7"])
    func offsetThatFitsThePageNumberIsThePosition(path: String) async throws {
        let first = path.contains("=0") ? 0 : path.contains("=40") ? 40 : 20
        let list = try await LoadedList(path) { request in
            .text("{\"items\":\(array(request.number("offset")))}")
        }
        #expect(list.ids == Array(first..<95))
    }

    @Test(arguments: [
        ("pageNum", #""pageNum":PAGE,"nextPage":NEXT"#), ("current", #""current":PAGE,"pages":5"#),
        ("current", #""current":PAGE,"pages":5,"total":95"#),
    ])
    func fieldOfThePageNumberNamesTheParameter(name: String, fields: String) async throws {
        let list = try await LoadedList { request in
            let page = request.number(name)
            let text = fields.replacing("PAGE", with: "\(page)")
                .replacing("NEXT", with: page < 5 ? "\(page + 1)" : "0")
            return .text("{\"list\":\(array((page - 1) * 20)),\(text)}")
        }
        #expect(list.ids == Array(0..<95))
        #expect(list.failure == nil)
        #expect(list.targets.count == 6)
    }

    @Test(arguments: [
        ("X-Nomad-NextToken", "next_token"), ("X-Acme-Next-Cursor", "cursor"),
        ("Acme-Next-Page-Token", "page_token"),
    ])
    func headerFieldOfAVendorIsACursor(field: String, name: String) async throws {
        let list = try await LoadedList { request in
            let start = request.number(name, or: 0)
            return start < 80 ? .text(array(start)).with(field, "\(start + 20)") : .text(array(start))
        }
        #expect(list.ids == Array(0..<95))
        #expect(list.targets.count == 5)
    }
}
