import Flux
import Foundation
import LoopbackServer
import Testing

@testable import Demo

/// The pipeline as a user builds it, from the list's signals to real HTTP and back.
@Suite(.prompt, .timeLimit(.minutes(1)))
struct WholeListTests {
    /// Scrolls row page by row page, waits for the images each time, and tries again when a page fails.
    private func scrollToEnd(_ list: ListProbe) async throws -> (state: UserListState, failures: Int) {
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
        Issue.record("no end in sight: \(list.latest.items.count) rows")
        return (list.latest, failures)
    }

    @Test(arguments: Options.Source.allCases)
    func isCompleteAndInOrderThoughTheServerMisbehaves(kind: Options.Source) async throws {
        let place = try Neighbourhood(users: 95, faults: .demo)
        let list = place.list(kind)
        let (state, failures) = try await scrollToEnd(list)
        #expect(state.items.map(\.id) == place.ids)
        #expect(failures == 1)
        #expect(list.changesWereRight)
        #expect(list.states.allSatisfy { Set($0.items.map(\.id)).count == $0.items.count })

        let failed = try #require(
            place.pageTargets.first { target in
                place.pageTargets.count { $0 == target } > 1
            })
        #expect(place.pageTargets.filter { $0 == failed }.count == 2)
        #expect(Set(place.pageTargets).count == place.pageTargets.count - 1)
    }

    @Test(arguments: Options.Source.allCases)
    func eachAvatarIsFetchedOnceAndABrokenOneFallsBack(kind: Options.Source) async throws {
        let place = try Neighbourhood(users: 61, faults: UsersFaults(breaksSeventhAvatar: true))
        let (state, _) = try await scrollToEnd(place.list(kind))
        #expect(place.avatarPaths == place.ids.indices.map(place.avatarPath).sorted())
        for (row, shown) in state.items.enumerated() where row != 6 {
            #expect(shown.image == .loaded(try PNG(decoding: Identicon(id: shown.id).png()), from: .network))
        }
        let broken = state.items[6]
        #expect(
            broken.image.error
                == .notDecodable(broken.avatarURL, description: "the bytes are not a PNG image"))
        #expect(Neighbourhood.fallback != nil)
        #expect(broken.image.image == Neighbourhood.fallback)
    }

    @Test(arguments: Options.Source.allCases)
    func theFirstPageComesUnaskedAndTheNextWhenTheEndIsNear(kind: Options.Source) async throws {
        let place = try Neighbourhood(users: 95)
        let list = place.list(kind, threshold: 5, perPage: 30)
        #expect(list.states.first?.isLoading == true)
        #expect(list.states.first?.phase == .firstLoad)
        #expect(try await list.settled().items.map(\.id) == Array(place.ids[..<30]))
        #expect(place.pageTargets.count == 1)

        // Five rows lie beyond row 24, which are not fewer than five.
        list.send(.shown(row: 24))
        #expect(!list.latest.isPaging)
        let paging = try await list.state(after: .shown(row: 25), where: \.isPaging)
        #expect(paging.footer == .loading)
        // A burst of hints is one wish.
        for row in 25..<30 { list.send(.shown(row: row)) }
        #expect(try await list.settled().items.map(\.id) == Array(place.ids[..<60]))
        #expect(place.pageTargets.count == 2)
        #expect(list.changesWereRight)
    }

    @Test(arguments: Options.Source.allCases)
    func aPageThatFailsIsAStateAndOnlyARetryLoadsItAgain(kind: Options.Source) async throws {
        let place = try Neighbourhood(users: 95) { _, number in
            number == 2
                ? .failure(status: 503, message: "Service Unavailable").with("Retry-After", "7") : nil
        }
        let list = place.list(kind)
        try await list.settled()
        list.send(.shown(row: 29))
        let failed = try await list.state { $0.error != nil }
        #expect(failed.footer == .failed)
        #expect(failed.phase == .content)
        #expect(failed.items.map(\.id) == Array(place.ids[..<30]))
        let error = try #require(failed.append.error as? UsersError)
        #expect(error.retryAfter == .seconds(7))
        #expect(
            "\(error)"
                == "\(try place.server.url(place.pageTargets[1])): the server responded with status 503; "
                + "retry after 7 seconds")

        for row in 0..<30 { list.send(.shown(row: row)) }
        #expect(!list.latest.isPaging)
        let again = try await list.state(after: .retry, where: \.isPaging)
        #expect(again.error == nil)
        #expect(try await list.settled().items.map(\.id) == Array(place.ids[..<60]))
        #expect(place.pageTargets.count == 3)
        #expect(place.pageTargets[1] == place.pageTargets[2])
    }

    @Test func finishesWhenTheSignalsEndAndNothingIsLoadingAnyMore() async throws {
        let place = try Neighbourhood(users: 30)
        let list = place.list()
        list.endSignals()
        try await list.finished()
        #expect(list.latest.items.map(\.id) == place.ids)
        // Rows 0 to 20 are near the first row.
        #expect(list.latest.items.prefix(21).allSatisfy { $0.image.isFinal })
        #expect(place.avatarPaths.count == 21)
    }
}
