import Foundation
import TestSupport
import Testing

@testable import LoopbackServer

@Suite(.prompt, .timeLimit(.minutes(1)))
struct UsersServicePagingTests {
    private let client = HTTPClient()

    private static let walks = PageWalk.Style.allCases.map { PageWalk(style: $0, size: 30) }

    private func pages(_ walk: PageWalk, users: Int, faults: UsersFaults) async throws -> [PageWalk.Page] {
        let service = UsersService(users: UserDirectory(count: users), faults: faults)
        let server = try EmbeddedServer(handler: service.respond)
        return try await walk.pages { try await client.get(server.url($0)) }
    }

    private func allIds(_ count: Int) -> [Int] {
        (0..<count).map(UserDirectory(count: count).id(at:))
    }

    @Test(arguments: walks, [0, 1, 30, 31, 95, 400])
    func everyStyleReturnsEveryUserOnce(walk: PageWalk, users: Int) async throws {
        let pages = try await pages(walk, users: users, faults: .none)
        #expect(pages.allSatisfy { $0.status == 200 && $0.ids.count <= 30 })
        #expect(pages.flatMap(\.ids) == allIds(users))
    }

    @Test(arguments: walks, [0, 1, 30, 31, 60, 61, 91, 95])
    func faultsRepeatOneRowAndLoseNone(walk: PageWalk, users: Int) async throws {
        let pages = try await pages(walk, users: users, faults: .demo)
        let ids = allIds(users)
        let expected = users > 30 ? ids[..<30] + [ids[29]] + ids[30...] : ids[...]
        #expect(pages.flatMap(\.ids) == Array(expected))
        #expect(pages.map(\.status).filter { $0 != 200 } == (users > 60 ? [503] : []))
        if users > 60 {
            #expect(pages[1].ids == Array(ids[29..<60]))
            #expect(pages[2].status == 503)
        }
    }

    @Test(arguments: PageWalk.Style.allCases, [1, 2, 7])
    func faultsLoseNoRowWithSmallPages(style: PageWalk.Style, size: Int) async throws {
        let pages = try await pages(PageWalk(style: style, size: size), users: 40, faults: .demo)
        #expect(Set(pages.flatMap(\.ids)) == Set(allIds(40)))
    }
}
