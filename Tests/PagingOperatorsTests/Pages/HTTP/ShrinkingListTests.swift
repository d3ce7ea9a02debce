import Foundation
import LoopbackServer
import TestSupport
import Testing

@testable import PagingOperators

/// Lists by page number that become shorter while they are read, or whose first numbers are estimates.
@Suite(.prompt, .timeLimit(.minutes(1)))
struct ShrinkingListTests {
    /// The counts that a page states.
    struct Counts: Sendable {
        var total: Int?
        var pages: Int?
    }

    /// A list of pages of 20 items, whose server has a failure after the last one.
    private func list(
        of count: Int, afterLast status: Int = 404, inHeader: Bool = false,
        counts: @escaping @Sendable (_ page: Int) -> Counts
    ) async throws -> LoadedList {
        try await LoadedList("/list?page=1") { request in
            let page = request.number("page")
            let items = array((page - 1) * 20, of: count)
            if items == "[]" { return .failure(status: status, message: "no such page") }
            let (total, pages) = (counts(page).total, counts(page).pages)
            if inHeader {
                let response = total.map { HTTPResponse.text(items).with("X-Total", "\($0)") } ?? .text(items)
                return pages.map { response.with("X-Total-Pages", "\($0)") } ?? response
            }
            let fields = [total.map { "\"total\":\($0)," } ?? "", pages.map { "\"pages\":\($0)," } ?? ""]
            return .text("{\(fields.joined())\"page\":\(page),\"items\":\(items)}")
        }
    }

    @Test(arguments: [true, false], [404, 400])
    func pageThatStatesItselfAsTheLastIsTheEnd(inHeader: Bool, status: Int) async throws {
        let list = try await list(of: 35, afterLast: status, inHeader: inHeader) {
            $0 == 1 ? Counts(total: 60, pages: 3) : Counts(total: 35, pages: 2)
        }
        #expect(list.ids == Array(0..<35))
        #expect(list.failure == nil)
        #expect(list.targets.count == 3)
    }

    @Test func firstNumbersMayBeEstimates() async throws {
        let list = try await list(of: 55) {
            $0 == 1 ? Counts(total: 1000, pages: 50) : Counts(total: 55, pages: 3)
        }
        #expect(list.ids == Array(0..<55))
        #expect(list.failure == nil)
        #expect(list.targets.count == 4)
    }

    /// The second page states that it is the last one.
    @Test func lowerEstimateDoesNotEndTheList() async throws {
        let list = try await list(of: 60) { Counts(total: [60, 40, 60][$0 - 1]) }
        #expect(list.ids == Array(0..<60))
        #expect(list.failure == nil)
    }

    /// The number may be that of the pages or items that are left, so that another page is requested.
    @Test(
        arguments: [
            Counts(total: nil, pages: 2), Counts(total: 40, pages: nil), Counts(total: 40, pages: 2),
        ],
        [404, 400])
    func missingPageAfterSuchAPageIsTheEnd(last: Counts, status: Int) async throws {
        let list = try await list(of: 40, afterLast: status) {
            $0 == 1 ? Counts(total: last.total.map { _ in 60 }, pages: last.pages.map { _ in 3 }) : last
        }
        #expect(list.ids == Array(0..<40))
        #expect(list.failure == nil)
        #expect(list.targets.count == 3)
    }

    @Test func numbersOfWhatIsLeftDoNotEndTheList() async throws {
        let list = try await list(of: 60) { Counts(total: 80 - 20 * $0, pages: 4 - $0) }
        #expect(list.ids == Array(0..<60))
        #expect(list.failure == nil)
    }

    @Test func missingPageOfALongerListIsAFailure() async throws {
        let list = try await list(of: 40) { _ in Counts(total: 60, pages: 3) }
        #expect(list.ids == Array(0..<40))
        guard case .status(404, _, _)? = list.failure else {
            Issue.record("\(String(describing: list.failure))")
            return
        }
    }
}
