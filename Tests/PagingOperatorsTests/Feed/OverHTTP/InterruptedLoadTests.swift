import FluxLoading
import Foundation
import LoopbackServer
import PagingOperators
import Streams
import TestSupport
import Testing

/// Loads that are cancelled while the server holds their responses back.
@Suite(.prompt, .timeLimit(.minutes(1)))
struct InterruptedLoadTests {
    private let gate = ResponseGate()
    private let errors: AsyncStream<ServedUsersError>
    private let errorSender: AsyncStream<ServedUsersError>.Continuation

    init() {
        (errors, errorSender) = AsyncStream.makeStream()
    }

    /// Starts a server that holds the responses to the requests for users with these numbers.
    private func fixture(holding numbers: Set<Int>, users: Int = 95) throws -> UsersFixture {
        let service = UsersService(users: UserDirectory(count: users))
        return try UsersFixture(users: users) { [gate] request, number in
            numbers.contains(number) ? service.respond(to: request).delivered(.held(gate)) : nil
        }
    }

    /// Subscribes to a list that reports the errors of its source.
    private func list(_ fixture: UsersFixture) -> ListProbe {
        var pages = fixture.pages
        pages.onError = { [errorSender] in errorSender.yield($0) }
        return fixture.list(from: pages.keyset())
    }

    /// Waits until the client has cancelled the request that the gate holds.
    private func expectCancellation(of target: String, in fixture: UsersFixture) async throws {
        var iterator = errors.makeAsyncIterator()
        guard case .loading(let error) = await iterator.next() else {
            Issue.record("the request was not cancelled")
            return
        }
        #expect(error == LoadingError(url: try fixture.server.url(target), reason: .cancelled))
    }

    /// Scrolls to the end, and expects all rows and none of the cancelled load.
    private func expectTheWholeList(_ list: ListProbe, of fixture: UsersFixture) async throws {
        var state = try await list.settled()
        while state.hasMore {
            state = try await list.settled(showing: max(0, state.items.count - 1))
        }
        #expect(list.latest.items.map(\.id) == fixture.ids)
        #expect(list.changesWereRight)
        #expect(list.states.allSatisfy { $0.error == nil })
    }

    @Test func refreshCancelsTheNextPage() async throws {
        let fixture = try fixture(holding: [2])
        let list = list(fixture)
        let rows = try await list.settled().items
        list.send(.shown(row: 29))
        await gate.reached()

        let refreshing = try await list.state(after: .refresh, where: \.isLoading)
        #expect(!refreshing.isPaging)
        #expect(refreshing.items.map(\.id) == rows.map(\.id))
        try await expectCancellation(of: fixture.pageTargets[1], in: fixture)
        gate.open()
        try await list.settled()
        // The last row is still in view, and no screen shows it anew: the next page is due as before.
        #expect(list.latest.items.map(\.id) == Array(fixture.ids[..<60]))
        #expect(fixture.pageTargets.count == 4)
        try await expectTheWholeList(list, of: fixture)
        // The avatars of rows that were loaded before are in memory.
        #expect(Set(fixture.avatarPaths).count == fixture.avatarPaths.count)
    }

    @Test func refreshesDuringTheFirstLoadMakeNoFurtherRequest() async throws {
        let fixture = try fixture(holding: [1])
        let list = list(fixture)
        await gate.reached()
        list.send(.refresh)
        list.send(.refresh)
        gate.open()
        #expect(try await list.settled().items.map(\.id) == Array(fixture.ids[..<30]))
        #expect(fixture.pageTargets.count == 1)
    }

    @Test func consecutiveRefreshesMakeOneRequestAndKeepTheRows() async throws {
        let fixture = try fixture(holding: [2])
        let list = list(fixture)
        try await list.settled()
        list.send(.refresh)
        list.send(.refresh)
        await gate.reached()
        #expect(list.latest.items.count == 30)
        gate.open()
        try await list.settled()
        #expect(fixture.pageTargets.count == 2)
        try await expectTheWholeList(list, of: fixture)
    }

    @Test func cancelStopsTheFirstPage() async throws {
        let fixture = try fixture(holding: [1])
        let list = list(fixture)
        await gate.reached()
        let cancelled = try await list.state(after: .cancel) { !$0.isLoading }
        #expect(cancelled.phase == .idle)
        try await expectCancellation(of: fixture.pageTargets[0], in: fixture)
        gate.open()
        try await list.settled(after: .refresh)
        try await expectTheWholeList(list, of: fixture)
    }

    @Test func cancelStopsTheNextPageAndKeepsTheRows() async throws {
        let fixture = try fixture(holding: [2])
        let list = list(fixture)
        let rows = try await list.settled().items
        list.send(.shown(row: 29))
        await gate.reached()
        let cancelled = try await list.state(after: .cancel) { !$0.isPaging }
        #expect(cancelled.items.map(\.id) == rows.map(\.id))
        try await expectCancellation(of: fixture.pageTargets[1], in: fixture)
        gate.open()
        try await list.state(after: .loadMore, where: \.isPaging)
        try await expectTheWholeList(list, of: fixture)
    }

    @Test func resetStopsTheNextPageAndDropsTheRows() async throws {
        let fixture = try fixture(holding: [2])
        let list = list(fixture)
        try await list.settled()
        list.send(.shown(row: 29))
        await gate.reached()
        let reset = try await list.state(after: .reset, where: \.items.isEmpty)
        #expect(!reset.isPaging && !reset.isLoading)
        try await expectCancellation(of: fixture.pageTargets[1], in: fixture)
        gate.open()
        try await list.settled(after: .refresh)
        #expect(list.latest.items.map(\.id) == Array(fixture.ids[..<30]))
        try await expectTheWholeList(list, of: fixture)
    }

    @Test func cancelledSubscriptionStopsPagesAndAvatarsAndSendsNothing() async throws {
        let avatarGate = ResponseGate()
        let fixture = try UsersFixture(
            users: 95,
            deliver: { [gate] request, response in
                let isFirstPage = request.query["since"] == "0"
                let gate = request.path == "/users" ? gate : avatarGate
                return isFirstPage ? response : response.delivered(.held(gate))
            })
        let list = list(fixture)
        let downloads = fixture.downloads
        try await list.state { $0.items.count == 30 }
        // Rows 0 to 20 are near the first row, and rows 9 to 29 near the last.
        try await downloads.reached(running: 21, cancelled: 0)
        list.send(.shown(row: 29))
        await gate.reached()
        await avatarGate.reached()
        try await downloads.reached(running: 21, cancelled: 9)

        list.cancel()
        let count = list.states.count
        try await downloads.reached(running: 0, cancelled: 30)
        try await expectCancellation(of: fixture.pageTargets[1], in: fixture)
        gate.open()
        avatarGate.open()
        list.send(.refresh)
        #expect(list.states.count == count)
    }

    @Test func resetStopsAvatarsThatAreLoading() async throws {
        let fixture = try UsersFixture(
            users: 30,
            deliver: { [gate] request, response in
                request.path == "/users" ? response : response.delivered(.held(gate))
            })
        let list = fixture.list()
        let downloads = fixture.downloads
        try await list.state { $0.items.count == 30 }
        await gate.reached()
        // The first may be at the gate before the last has started.
        try await downloads.reached(running: 21, cancelled: 0)
        try await list.state(after: .reset, where: \.items.isEmpty)
        try await downloads.reached(running: 0, cancelled: 21)

        gate.open()
        #expect(try await list.settled(after: .refresh).items.prefix(21).allSatisfy { $0.image.isFinal })
        #expect(list.changesWereRight)
    }
}
