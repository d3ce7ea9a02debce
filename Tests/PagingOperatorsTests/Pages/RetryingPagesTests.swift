import Streams
import TestSupport
import Testing

@testable import PagingOperators

struct RetryingPagesTests {
    private struct Busy: RetryAfter, Equatable {
        var retryAfter: Duration?
    }

    private let time = VirtualTimeScheduler()
    private let signals = PassthroughSubject<ListSignal, Never>()
    private let source = ScriptedPages<Int>()

    private func subscribe(_ policy: RetryPolicy) -> StateRecorder<Int> {
        let recorder = StateRecorder<Int>()
        signals.paginate(threshold: 1, from: source.retry(policy, scheduler: time)).subscribe(recorder)
        return recorder
    }

    @Test func delaysGrowAndOnlyTheLastFailureIsShown() {
        let list = subscribe(.exponential(from: .milliseconds(250), attempts: 2))
        source.fail()
        time.advance(by: .milliseconds(249))
        #expect(source.loads.count == 1)
        time.advance(by: .milliseconds(1))
        #expect(source.attempts == 2)
        source.fail()
        time.advance(by: .milliseconds(499))
        #expect(source.attempts == 2)
        time.advance(by: .milliseconds(1))
        #expect(source.attempts == 3)
        #expect(list.states.count == 1)
        source.fail(.broken)
        #expect(list.state.error as? TestError == .broken)
        #expect(time.pendingCount == 0)
    }

    @Test func pageThatSucceedsAfterRetriesIsShown() {
        let list = subscribe(.constant(.seconds(1), attempts: 3))
        source.fail()
        time.advance(by: .seconds(1))
        source.answer(.rows(0..<3))
        #expect(list.rows == [0, 1, 2])
        #expect(list.states.count == 2)
    }

    /// As each call of an asynchronous closure does. A `Future` begins when it is made.
    @Test func publisherOfAPageIsMadeAgainForEachAttempt() {
        let calls = Log<Int>()
        let pages = OffsetPages<Int, TestError>(limit: 3) { offset, _ in
            calls.append(offset)
            let result: Result<[Int], TestError> =
                calls.entries.count < 3 ? .failure(.broken) : .success([1, 2])
            return Future { promise in promise(result) }
        }
        let list = StateRecorder<Int>()
        signals.paginate(
            threshold: 0, from: pages.retry(.constant(.seconds(1), attempts: 4), scheduler: time)
        ).subscribe(list)
        time.advance(by: .seconds(2))
        #expect(list.rows == [1, 2])
        #expect(calls.entries == [0, 0, 0])
    }

    @Test func eachLoadHasItsOwnAttempts() {
        let list = subscribe(.constant(.seconds(1), attempts: 1))
        source.fail()
        time.advance(by: .seconds(1))
        source.answer(.rows(0..<3))
        signals.send(.loadMore)
        source.fail()
        time.advance(by: .seconds(1))
        source.answer(.last(3..<4))
        #expect(list.rows == [0, 1, 2, 3])
    }

    @Test func retryAfterAnExhaustedPolicyStartsAgain() {
        let list = subscribe(.constant(.seconds(1), attempts: 1))
        source.fail()
        time.advance(by: .seconds(1))
        source.fail()
        #expect(list.state.phase == .failed)
        signals.send(.retry)
        source.fail()
        #expect(list.state.phase == .firstLoad)
        time.advance(by: .seconds(1))
        source.answer(.last(0..<1))
        #expect(list.rows == [0])
    }

    @Test func cancelStopsAPendingRetry() {
        let list = subscribe(.constant(.seconds(1), attempts: 3))
        source.fail()
        signals.send(.cancel)
        time.run()
        #expect(source.attempts == 1)
        #expect(list.state.kinds == [.idle, .idle, .idle])
    }

    @Test func refreshStopsThePendingRetryOfTheNextPage() {
        let list = subscribe(.constant(.seconds(1), attempts: 3))
        source.answer(.rows(0..<3))
        signals.send(.loadMore)
        source.fail()
        signals.send(.refresh)
        source.answer(.last(7..<8))
        time.run()
        #expect(source.requests == [.refresh, .append(3), .refresh])
        #expect(list.rows == [7])
    }

    @Test func permanentErrorsAreShownAtOnce() {
        var policy = RetryPolicy.constant(.seconds(1), attempts: 3)
        policy.shouldRetry = { $0 as? TestError != .broken }
        let list = subscribe(policy)
        source.fail(.broken)
        #expect(list.state.error as? TestError == .broken)
        #expect(time.pendingCount == 0)
    }

    @Test func retryAfterReplacesShorterDelays() {
        let requested = Log<Duration>()
        let time = time
        let busy = ClosurePages { (_: PageRequest<Int>) in
            requested.append(time.now)
            return Fail<Page<Int, Int>, Busy>(error: Busy(retryAfter: .seconds(30)))
        }
        let recorder = StateRecorder<Int>()
        signals
            .paginate(
                threshold: 1,
                from: busy.retry(.exponential(from: .seconds(1), attempts: 2), scheduler: time)
            )
            .subscribe(recorder)
        time.run()
        #expect(requested.entries == [.zero, .seconds(30), .seconds(60)])
        #expect(recorder.state.error as? Busy == Busy(retryAfter: .seconds(30)))
    }

    @Test func immediateRetriesUseConstantStack() {
        let attempts = Locked(0)
        let source = ClosurePages { (_: PageRequest<Int>) in
            Deferred { () -> AnyPublisher<Page<Int, Int>, TestError> in
                let count = attempts.withLock { count in
                    count += 1
                    return count
                }
                if count <= 20_000 { return Fail(error: TestError.offline).eraseToAnyPublisher() }
                return Just(Page.last(0..<1)).mapError { $0 }.eraseToAnyPublisher()
            }
        }
        let recorder = StateRecorder<Int>()
        signals.paginate(threshold: 1, from: source.retry(.immediate(attempts: 30_000), scheduler: time))
            .subscribe(recorder)
        #expect(recorder.rows == [0])
    }
}
