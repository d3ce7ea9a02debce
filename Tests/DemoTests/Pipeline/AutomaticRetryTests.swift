import Flux
import Foundation
import LoopbackServer
import Testing

@testable import Demo

/// `source.retry(policy)` in the whole pipeline.
@Suite(.prompt, .timeLimit(.minutes(1)))
struct AutomaticRetryTests {
    private static let busy = HTTPResponse.failure(status: 503, message: "Service Unavailable")
        .with("Retry-After", "7")

    @Test(arguments: Options.Source.allCases)
    func waitsAsLongAsTheServerAsksAndShowsNoFailure(kind: Options.Source) async throws {
        let place = try Neighbourhood(users: 95) { _, number in number == 2 ? Self.busy : nil }
        let scheduler = ObservedScheduler()
        let list = place.list(
            kind, retrying: .exponential(from: .milliseconds(250), attempts: 4), on: scheduler)
        try await list.settled()
        list.send(.shown(row: 29))
        #expect(await scheduler.nextDelay() == .seconds(7))
        #expect(list.latest.isPaging)

        scheduler.time.advance(by: .milliseconds(6_999))
        #expect(scheduler.time.pendingCount == 1)
        #expect(place.pageTargets.count == 2)
        scheduler.time.advance(by: .milliseconds(1))
        #expect(scheduler.time.pendingCount == 0)
        #expect(try await list.settled().items.map(\.id) == Array(place.ids[..<60]))
        #expect(place.pageTargets.count == 3)
        #expect(list.states.allSatisfy { $0.error == nil })
    }

    @Test func aPauseOfThePolicyThatIsLongerThanTheServersCounts() async throws {
        let place = try Neighbourhood(users: 30) { _, number in number == 1 ? Self.busy : nil }
        let scheduler = ObservedScheduler()
        let list = place.list(.keyset, retrying: .constant(.seconds(8), attempts: 1), on: scheduler)
        #expect(await scheduler.nextDelay() == .seconds(8))
        scheduler.time.run()
        #expect(try await list.settled().items.count == 30)
    }

    @Test func aPolicyThatGivesUpIsAFailedStateAndARetryStartsItAnew() async throws {
        let place = try Neighbourhood(users: 30) { _, number in
            number <= 3 ? .failure(status: 500, message: "no") : nil
        }
        let list = place.list(.keyset, retrying: .immediate(attempts: 1), on: ImmediateScheduler.shared)
        let failed = try await list.state { $0.error != nil }
        #expect(failed.phase == .failed)
        #expect(place.pageTargets.count == 2)
        #expect(try await list.settled(after: .retry).items.map(\.id) == place.ids)
        #expect(place.pageTargets.count == 4)
        #expect(list.states.count { $0.error != nil } == 1)
    }

    @Test func cancelEndsThePause() async throws {
        let place = try Neighbourhood(users: 30) { _, number in number == 1 ? Self.busy : nil }
        let scheduler = ObservedScheduler()
        let list = place.list(.keyset, retrying: .immediate(attempts: 1), on: scheduler)
        #expect(await scheduler.nextDelay() == .seconds(7))
        try await list.state(after: .cancel) { !$0.isLoading }
        let count = list.states.count
        scheduler.time.run()
        #expect(place.pageTargets.count == 1)
        #expect(list.states.count == count)

        #expect(try await list.settled(after: .refresh).items.map(\.id) == place.ids)
    }
}
