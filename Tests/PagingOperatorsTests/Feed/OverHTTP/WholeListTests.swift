import FluxLoading
import Foundation
import LoopbackServer
import PagingOperators
import Streams
import TestSupport
import Testing

/// A whole pipeline over HTTP: from the list's signals to the states with images.
@Suite(.prompt, .timeLimit(.minutes(1)))
struct WholeListTests {
    /// Keeps the images of all rows, which the tests look at in the end.
    private let wholeList = ImageRange(near: 20, kept: 200)

    /// Scrolls page by page to the end, waits for the images each time, and retries when a page fails.
    private func scrollToEnd(_ list: ListProbe) async throws -> (state: ServedListState, failures: Int) {
        var failures = 0
        var state = try await list.settled()
        for _ in 0..<50 {
            if state.error != nil {
                failures += 1
                state = try await list.settled(after: .retry)
            } else if state.hasMore || state.items.contains(where: { !$0.image.isFinal }) {
                state = try await list.settled(showing: state.items.count - 1)
            } else {
                return (state, failures)
            }
        }
        Issue.record("The list did not end after 50 steps: \(list.latest.items.count) rows")
        return (list.latest, failures)
    }

    @Test(arguments: PagingStyle.allCases)
    func listIsCompleteAndInOrderDespiteFaults(style: PagingStyle) async throws {
        let fixture = try UsersFixture(users: 95, faults: .demo)
        let list = fixture.list(style, range: wholeList)
        let (state, failures) = try await scrollToEnd(list)
        #expect(state.items.map(\.id) == fixture.ids)
        #expect(failures == 1)
        #expect(list.changesWereRight)
        #expect(list.states.allSatisfy { Set($0.items.map(\.id)).count == $0.items.count })

        let failed = try #require(
            fixture.pageTargets.first { target in
                fixture.pageTargets.count { $0 == target } > 1
            })
        #expect(fixture.pageTargets.filter { $0 == failed }.count == 2)
        #expect(Set(fixture.pageTargets).count == fixture.pageTargets.count - 1)
    }

    @Test(arguments: PagingStyle.allCases)
    func everyAvatarIsRequestedOnceAndABrokenOneShowsTheFallback(style: PagingStyle) async throws {
        let fixture = try UsersFixture(users: 61, faults: UsersFaults(breaksSeventhAvatar: true))
        let (state, _) = try await scrollToEnd(fixture.list(style, range: wholeList))
        #expect(fixture.avatarPaths == fixture.ids.indices.map(fixture.avatarPath).sorted())
        for (row, shown) in state.items.enumerated() where row != 6 {
            #expect(shown.image == .loaded(try PNG(decoding: Identicon(id: shown.id).png()), from: .network))
        }
        let broken = state.items[6]
        #expect(
            broken.image.error
                == .notDecodable(broken.avatarURL, description: "the bytes are not a PNG image"))
        #expect(UsersFixture.fallback != nil)
        #expect(broken.image.image == UsersFixture.fallback)
    }

    @Test(arguments: PagingStyle.allCases)
    func firstPageLoadsAtSubscriptionAndTheNextWithinTheThreshold(style: PagingStyle) async throws {
        let fixture = try UsersFixture(users: 95)
        let list = fixture.list(style, threshold: 5, perPage: 30)
        #expect(list.states.first?.isLoading == true)
        #expect(list.states.first?.phase == .firstLoad)
        #expect(try await list.settled().items.map(\.id) == Array(fixture.ids[..<30]))
        #expect(fixture.pageTargets.count == 1)

        // Five rows lie beyond row 24, which are not fewer than five.
        list.send(.shown(row: 24))
        #expect(!list.latest.isPaging)
        let paging = try await list.state(after: .shown(row: 25), where: \.isPaging)
        #expect(paging.footer == .loading)
        // Several hints at once make one load.
        for row in 25..<30 { list.send(.shown(row: row)) }
        #expect(try await list.settled().items.map(\.id) == Array(fixture.ids[..<60]))
        #expect(fixture.pageTargets.count == 2)
        #expect(list.changesWereRight)
    }

    @Test(arguments: PagingStyle.allCases)
    func failedPageIsAStateAndOnlyRetryLoadsItAgain(style: PagingStyle) async throws {
        let fixture = try UsersFixture(users: 95) { _, number in
            number == 2
                ? .failure(status: 503, message: "Service Unavailable").with("Retry-After", "7") : nil
        }
        let list = fixture.list(style)
        try await list.settled()
        list.send(.shown(row: 29))
        let failed = try await list.state { $0.error != nil }
        #expect(failed.footer.isFailed)
        #expect(failed.phase == .content)
        #expect(failed.items.map(\.id) == Array(fixture.ids[..<30]))
        let error = try #require(failed.append.error as? ServedUsersError)
        #expect(error.retryAfter == .seconds(7))
        let reason = LoadingError.Reason.status(503, retryAfter: .seconds(7))
        let url = try fixture.server.url(fixture.pageTargets[1])
        #expect(
            error
                == .loading(
                    LoadingError(url: url, reason: reason, serverMessage: "Service Unavailable")))

        for row in 0..<30 { list.send(.shown(row: row)) }
        #expect(!list.latest.isPaging)
        let again = try await list.state(after: .retry, where: \.isPaging)
        #expect(again.error == nil)
        #expect(try await list.settled().items.map(\.id) == Array(fixture.ids[..<60]))
        #expect(fixture.pageTargets.count == 3)
        #expect(fixture.pageTargets[1] == fixture.pageTargets[2])
    }

    @Test func listFinishesOnceItsSignalsHaveFinishedAndNothingIsLoading() async throws {
        let fixture = try UsersFixture(users: 30)
        let list = fixture.list()
        list.endSignals()
        try await list.finished()
        #expect(list.latest.items.map(\.id) == fixture.ids)
        // Rows 0 to 20 are near the first row.
        #expect(list.latest.items.prefix(21).allSatisfy { $0.image.isFinal })
        #expect(fixture.avatarPaths.count == 21)
    }
}
