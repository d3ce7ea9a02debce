import Foundation
import LoopbackServer
import TestSupport
import Testing

@testable import PagingOperators

/// Lists without page numbers to which items are added, or whose items are deleted, while they are read.
@Suite(.prompt, .timeLimit(.minutes(1)))
struct ChangingListTests {
    /// How a server names the next page.
    enum Naming: CaseIterable, Sendable {
        case cursor, address, link

        /// The response with the items from a position on, and the total at that time.
        func response(_ items: String, next: Int?, total: Int) -> HTTPResponse {
            switch self {
            case .cursor:
                .text(
                    "{\"items\":\(items),\"total\":\(total),"
                        + "\"next_cursor\":\(next.map { "\"\($0)\"" } ?? "null")}")
            case .address:
                .text(
                    "{\"results\":\(items),\"count\":\(total),"
                        + "\"next\":\(next.map { "\"/list?cursor=\($0)\"" } ?? "null")}")
            case .link:
                HTTPResponse.text(items).with("X-Total-Count", "\(total)")
                    .with(
                        "Link", next.map { "</list?cursor=\($0)>; rel=\"next\"" } ?? "</list>; rel=\"first\"")
            }
        }
    }

    /// The list of a server whose page at a position has a total, of 60 items, or of fewer.
    private func list(
        _ naming: Naming, of count: Int = 60, total: @escaping @Sendable (_ start: Int) -> Int
    ) async throws -> LoadedList {
        try await LoadedList { request in
            let start = request.number("cursor", or: 0)
            let next = start + 20 < count ? start + 20 : nil
            return naming.response(array(start, of: count), next: next, total: total(start))
        }
    }

    @Test(arguments: Naming.allCases, [61, 75])
    func itemsThatAreAddedAtTheStartAreNotMissing(naming: Naming, later: Int) async throws {
        let list = try await list(naming) { $0 == 0 ? 60 : later }
        #expect(list.ids == Array(0..<60))
        #expect(list.failure == nil)
    }

    /// One of them was read before.
    @Test(arguments: Naming.allCases)
    func itemsThatAreDeletedAreNotMissing(naming: Naming) async throws {
        let list = try await list(naming, of: 59) { $0 == 0 ? 60 : 58 }
        #expect(list.ids == Array(0..<59))
        #expect(list.failure == nil)
    }

    @Test(arguments: Naming.allCases)
    func listThatEndsBeforeItsFirstTotalIsAFailureAlsoIfItGrows(naming: Naming) async throws {
        let list = try await list(naming) { $0 == 0 ? 70 : 75 }
        #expect(list.ids == Array(0..<60))
        #expect(list.failure == .nextPage(.incomplete(read: 60, total: 75)))
    }

    /// The number of the page's items, or of those that are left, is not the total of a list that has become
    /// shorter.
    @Test(arguments: Naming.allCases, [true, false])
    func smallerNumberThatIsNoTotalDoesNotHideAnEarlyEnd(naming: Naming, isOfPage: Bool) async throws {
        let list = try await list(naming) { $0 == 0 ? 80 : isOfPage ? 20 : 80 - $0 }
        #expect(list.ids == Array(0..<60))
        #expect(list.failure == .nextPage(.incomplete(read: 60, total: 80)))
    }

    /// A first total that is that of the page's items says nothing about the list.
    @Test func firstTotalThatIsThatOfThePageDoesNotHideAnEarlyEnd() async throws {
        let list = try await list(.cursor) { $0 == 0 ? 20 : 95 }
        #expect(list.ids == Array(0..<60))
        #expect(list.failure == .nextPage(.incomplete(read: 60, total: 95)))
    }

    @Test func storedKeyHasTheFirstTotal() async throws {
        let server = try EmbeddedServer { request in
            let start = request.number("cursor", or: 0)
            return Naming.cursor.response(
                array(start, of: 60), next: start < 40 ? start + 20 : nil, total: start == 0 ? 60 : 61)
        }
        let source = HTTPPages<Numbered>(try server.url("/list"))
        var key: HTTPPageKey?
        for _ in 0..<2 {
            let next = try #require(try await source.load(key).next)
            key = try JSONDecoder().decode(HTTPPageKey.self, from: JSONEncoder().encode(next))
        }
        #expect(try await source.load(key).next == nil)
    }
}
