import Foundation
import LoopbackServer
import PagingOperators
import Streams
import TestSupport
import Testing

/// A source with `retry(_:)` in a whole pipeline.
@Suite(.prompt, .timeLimit(.minutes(1)))
struct AutomaticRetryTests {
    private static let busy = HTTPResponse.failure(status: 503, message: "Service Unavailable")
        .with("Retry-After", "7")

    @Test(arguments: PagingStyle.allCases)
    func retryWaitsForRetryAfterWithoutAFailedState(style: PagingStyle) async throws {
        let fixture = try UsersFixture(users: 95) { _, number in number == 2 ? Self.busy : nil }
        let scheduler = ObservedScheduler()
        let list = fixture.list(
            style, retrying: .exponential(from: .milliseconds(250), attempts: 4), on: scheduler)
        try await list.settled()
        list.send(.shown(row: 29))
        #expect(await scheduler.nextDelay() == .seconds(7))
        #expect(list.latest.isPaging)

        await scheduler.time.advance(by: .milliseconds(6_999))
        #expect(scheduler.time.pendingCount == 1)
        #expect(fixture.pageTargets.count == 2)
        await scheduler.time.advance(by: .milliseconds(1))
        #expect(scheduler.time.pendingCount == 0)
        #expect(try await list.settled().items.map(\.id) == Array(fixture.ids[..<60]))
        #expect(fixture.pageTargets.count == 3)
        #expect(list.states.allSatisfy { $0.error == nil })
    }

    @Test func longerDelayOfThePolicyReplacesRetryAfter() async throws {
        let fixture = try UsersFixture(users: 30) { _, number in number == 1 ? Self.busy : nil }
        let scheduler = ObservedScheduler()
        let list = fixture.list(.keyset, retrying: .constant(.seconds(8), attempts: 1), on: scheduler)
        #expect(await scheduler.nextDelay() == .seconds(8))
        await scheduler.time.run()
        #expect(try await list.settled().items.count == 30)
    }

    @Test func exhaustedPolicyFailsTheListAndRetryStartsItAgain() async throws {
        let fixture = try UsersFixture(users: 30) { _, number in
            number <= 3 ? .failure(status: 500, message: "no") : nil
        }
        let list = fixture.list(.keyset, retrying: .immediate(attempts: 1), on: ImmediateScheduler.shared)
        let failed = try await list.state { $0.error != nil }
        #expect(failed.phase == .failed)
        #expect(fixture.pageTargets.count == 2)
        #expect(try await list.settled(after: .retry).items.map(\.id) == fixture.ids)
        #expect(fixture.pageTargets.count == 4)
        #expect(list.states.count { $0.error != nil } == 1)
    }

    @Test func cancelStopsAPendingRetry() async throws {
        let fixture = try UsersFixture(users: 30) { _, number in number == 1 ? Self.busy : nil }
        let scheduler = ObservedScheduler()
        let list = fixture.list(.keyset, retrying: .immediate(attempts: 1), on: scheduler)
        #expect(await scheduler.nextDelay() == .seconds(7))
        try await list.state(after: .cancel) { !$0.isLoading }
        let count = list.states.count
        await scheduler.time.run()
        #expect(fixture.pageTargets.count == 1)
        #expect(list.states.count == count)

        #expect(try await list.settled(after: .refresh).items.map(\.id) == fixture.ids)
    }
}
