import Flux
import Foundation
import LoopbackServer
import Testing

@testable import Demo

/// What happens to a load that a gate holds back when it is not wanted any more.
@Suite(.prompt, .timeLimit(.minutes(1)))
struct InterruptedLoadTests {
    private let gate = ResponseGate()
    private let errors: AsyncStream<UsersError>
    private let errorSender: AsyncStream<UsersError>.Continuation

    init() {
        (errors, errorSender) = AsyncStream.makeStream()
    }

    /// A place whose requests for users of these numbers wait at the gate.
    private func place(holding numbers: Set<Int>, users: Int = 95) throws -> Neighbourhood {
        let service = UsersService(users: UserDirectory(count: users))
        return try Neighbourhood(users: users) { [gate] request, number in
            numbers.contains(number) ? service.respond(to: request).delivered(.held(gate)) : nil
        }
    }

    private func list(_ place: Neighbourhood) -> ListProbe {
        place.list(from: place.keyset { [errorSender] in errorSender.yield($0) })
    }

    /// Waits until the client has stopped the request that the gate holds.
    private func expectCancellation(of target: String, in place: Neighbourhood) async throws {
        var iterator = errors.makeAsyncIterator()
        guard case .loading(let error) = await iterator.next() else {
            Issue.record("the request was not cancelled")
            return
        }
        #expect(error == LoadingError(url: try place.server.url(target), reason: .cancelled))
    }

    /// Goes to the end, and sees that nothing of the interrupted load is in the list.
    private func expectTheWholeList(_ list: ListProbe, of place: Neighbourhood) async throws {
        var state = try await list.settled()
        while state.hasMore {
            state = try await list.settled(showing: max(0, state.items.count - 1))
        }
        #expect(list.latest.items.map(\.id) == place.ids)
        #expect(list.changesWereRight)
        #expect(list.states.allSatisfy { $0.error == nil })
    }

    @Test func aRefreshReplacesTheNextPageThatIsLoading() async throws {
        let place = try place(holding: [2])
        let list = list(place)
        let rows = try await list.settled().items
        list.send(.shown(row: 29))
        await gate.reached()

        let refreshing = try await list.state(after: .refresh, where: \.isLoading)
        #expect(!refreshing.isPaging)
        #expect(refreshing.items.map(\.id) == rows.map(\.id))
        try await expectCancellation(of: place.pageTargets[1], in: place)
        gate.open()
        try await list.settled()
        #expect(list.latest.items.map(\.id) == Array(place.ids[..<30]))
        #expect(place.pageTargets.count == 3)
        try await expectTheWholeList(list, of: place)
        // The rows that came again have their avatars in memory.
        #expect(Set(place.avatarPaths).count == place.avatarPaths.count)
    }

    @Test func refreshesDuringTheFirstLoadAreOneLoad() async throws {
        let place = try place(holding: [1])
        let list = list(place)
        await gate.reached()
        list.send(.refresh)
        list.send(.refresh)
        gate.open()
        #expect(try await list.settled().items.map(\.id) == Array(place.ids[..<30]))
        #expect(place.pageTargets.count == 1)
    }

    @Test func refreshesInARowAreOneLoadAndKeepTheRows() async throws {
        let place = try place(holding: [2])
        let list = list(place)
        try await list.settled()
        list.send(.refresh)
        list.send(.refresh)
        await gate.reached()
        #expect(list.latest.items.count == 30)
        gate.open()
        try await list.settled()
        #expect(place.pageTargets.count == 2)
        try await expectTheWholeList(list, of: place)
    }

    @Test func cancelStopsTheFirstLoad() async throws {
        let place = try place(holding: [1])
        let list = list(place)
        await gate.reached()
        let cancelled = try await list.state(after: .cancel) { !$0.isLoading }
        #expect(cancelled.phase == .empty)
        try await expectCancellation(of: place.pageTargets[0], in: place)
        gate.open()
        try await list.settled(after: .refresh)
        try await expectTheWholeList(list, of: place)
    }

    @Test func cancelStopsTheNextPageAndKeepsTheRows() async throws {
        let place = try place(holding: [2])
        let list = list(place)
        let rows = try await list.settled().items
        list.send(.shown(row: 29))
        await gate.reached()
        let cancelled = try await list.state(after: .cancel) { !$0.isPaging }
        #expect(cancelled.items.map(\.id) == rows.map(\.id))
        try await expectCancellation(of: place.pageTargets[1], in: place)
        gate.open()
        try await list.state(after: .loadMore, where: \.isPaging)
        try await expectTheWholeList(list, of: place)
    }

    @Test func resetStopsTheNextPageAndDropsTheRows() async throws {
        let place = try place(holding: [2])
        let list = list(place)
        try await list.settled()
        list.send(.shown(row: 29))
        await gate.reached()
        let reset = try await list.state(after: .reset, where: \.items.isEmpty)
        #expect(!reset.isPaging && !reset.isLoading)
        try await expectCancellation(of: place.pageTargets[1], in: place)
        gate.open()
        try await list.settled(after: .refresh)
        #expect(list.latest.items.map(\.id) == Array(place.ids[..<30]))
        try await expectTheWholeList(list, of: place)
    }

    @Test func aCancelledSubscriptionStopsPagesAndAvatarsAndIsSilent() async throws {
        let avatarGate = ResponseGate()
        let users = UserDirectory(count: 95)
        let service = UsersService(users: users)
        let server = try EmbeddedServer { [gate] request in
            let isFirstPage = request.query["since"] == "0"
            if isFirstPage { return service.respond(to: request) }
            let gate = request.path == "/users" ? gate : avatarGate
            return service.respond(to: request).delivered(.held(gate))
        }
        let client = UsersClient(base: server.url)
        let downloads = CountingDataLoader()
        let avatars = ImageLoader(configuration: .init(dataLoader: downloads)) { try PNG(decoding: $0) }
        let source = KeysetPages(by: \User.id, perPage: 30) {
            [errorSender] (since, perPage) async throws(UsersError) in
            do throws(UsersError) {
                return try await client.users(since: since, perPage: perPage)
            } catch {
                errorSender.yield(error)
                throw error
            }
        }
        let list = ListProbe { signals in
            signals.paginate(threshold: 5, from: source).dedupe(by: \.id)
                .images(from: avatars, at: \.avatarURL)
        }
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
        var iterator = errors.makeAsyncIterator()
        guard case .loading(let error) = await iterator.next() else {
            Issue.record("the page was not cancelled")
            return
        }
        #expect(error.reason == .cancelled)
        gate.open()
        avatarGate.open()
        list.send(.refresh)
        #expect(list.states.count == count)
    }

    @Test func resetStopsTheAvatarsThatAreOnTheirWay() async throws {
        let service = UsersService(users: UserDirectory(count: 30))
        let server = try EmbeddedServer { [gate] request in
            let response = service.respond(to: request)
            return request.path == "/users" ? response : response.delivered(.held(gate))
        }
        let downloads = CountingDataLoader()
        let avatars = ImageLoader(configuration: .init(dataLoader: downloads)) { try PNG(decoding: $0) }
        let client = UsersClient(base: server.url)
        let source = KeysetPages(by: \User.id, perPage: 30) {
            (since, perPage) async throws(UsersError) in
            try await client.users(since: since, perPage: perPage)
        }
        let list = ListProbe { signals in
            signals.paginate(threshold: 5, from: source).images(from: avatars, at: \.avatarURL)
        }
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
