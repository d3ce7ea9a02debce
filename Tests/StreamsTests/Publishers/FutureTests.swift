import TestSupport
import Testing

@testable import Streams

@Suite struct FutureTests {
    typealias IntFuture = Future<Int, TestError>

    /// A future and its promise.
    private func pending() -> (future: IntFuture, promise: IntFuture.Promise) {
        let promise = Box<IntFuture.Promise>({ _ in })
        let future = IntFuture { promise.value = $0 }
        return (future, promise.value)
    }

    @Test func workRunsAtCreationAndOnce() {
        let calls = Box(0)
        let future = IntFuture { promise in promise(.success(calls.increment())) }
        #expect(calls.value == 1)
        #expect(future.probe().values == [1])
        #expect(future.probe().values == [1])
        #expect(calls.value == 1)
    }

    @Test func firstResultCounts() {
        let (future, promise) = pending()
        promise(.success(1))
        promise(.success(2))
        promise(.failure(.boom))
        #expect(future.probe().values == [1])
    }

    @Test func successWaitsForDemand() {
        let (future, promise) = pending()
        let early = future.probe(initial: .none)
        promise(.success(1))
        let late = future.probe(initial: .none)
        for probe in [early, late] {
            #expect(probe.signals.count == 1)
            probe.request(1)
            #expect(probe.values == [1])
            #expect(probe.isFinished)
            probe.request(1)
        }
    }

    @Test func demandWaitsForASuccess() {
        let (future, promise) = pending()
        let probe = future.probe(initial: .max(1))
        probe.request(1)
        #expect(probe.signals.count == 1)
        promise(.success(1))
        #expect(probe.values == [1])
        #expect(probe.isFinished)
    }

    @Test func failureIsSentWithoutDemand() {
        let (future, promise) = pending()
        let early = future.probe(initial: .none)
        promise(.failure(.boom))
        #expect(early.failure == .boom)
        let late = future.probe(initial: .none)
        #expect(late.failure == .boom)
    }

    @Test(arguments: [Result<Int, TestError>.success(1), .failure(.boom)])
    func nothingIsSentAfterCancellation(result: Result<Int, TestError>) {
        let (future, promise) = pending()
        let early = future.probe()
        early.cancel()
        promise(result)
        let late = future.probe(initial: .none, onSubscription: { $0.cancel() })
        late.request(1)
        #expect(early.signals.count == 1)
        #expect(late.signals.count == 1)
    }

    @Test func cancellationWithinTheValuePreventsTheFinish() {
        let probe = IntFuture { $0(.success(1)) }.probe { probe, _ in probe.cancel() }
        #expect(probe.completion == nil)
    }

    @Test func subscribersGetTheResultInOrderOfSubscription() {
        let (future, promise) = pending()
        let log = Log<Int>()
        let probes = (0..<20).map { index in future.probe { _, _ in log.append(index) } }
        promise(.success(1))
        #expect(log.entries == Array(0..<20))
        #expect(probes.allSatisfy { $0.isFinished })
    }

    /// In linear time: copying all observers for each one takes minutes.
    @Test(.timeLimit(.minutes(1)))
    func manySubscribersMayWait() {
        let (future, promise) = pending()
        let calls = Box(0)
        let ids = (0..<100_000).compactMap { _ in future.observe { _ in _ = calls.increment() } }
        for id in ids.dropLast(10) { future.removeObserver(id) }
        promise(.success(1))
        #expect(calls.value == 10)
    }

    @Test func subscriptionRetainsNothingAfterTheEnd() {
        for result in [Result<Int, TestError>.success(1), .failure(.boom)] {
            let promise = Box<IntFuture.Promise?>(nil)
            var future = Optional(IntFuture { promise.value = $0 })
            let weakFuture = Weak(future!)
            let probe = future!.probe()
            promise.value?(result)
            promise.value = nil
            future = nil
            #expect(weakFuture.object == nil)
            #expect(probe.completion != nil)
        }
    }

    @Test func cancelledSubscriptionRetainsNothing() {
        let promise = Box<IntFuture.Promise?>(nil)
        var future = Optional(IntFuture { promise.value = $0 })
        let weakFuture = Weak(future!)
        let probe = future!.probe()
        probe.cancel()
        promise.value = nil
        future = nil
        #expect(weakFuture.object == nil)
    }

    @Test func cancelledSubscriberIsReleased() {
        let (future, promise) = pending()
        var probe = Optional(future.probe())
        let weakProbe = Weak(probe!)
        probe!.cancel()
        probe = nil
        #expect(weakProbe.object == nil)
        promise(.success(1))
    }

    @Test func asynchronousFunctionFulfilsAFuture() async throws {
        let value = Future<Int, TestError> { () async throws(TestError) -> Int in 7 }
        var values: [Int] = []
        for try await value in value.values { values.append(value) }
        #expect(values == [7])
        let failure = Future<Int, TestError> { () async throws(TestError) -> Int in throw .boom }
        await #expect(throws: TestError.boom) {
            for try await _ in failure.values {}
        }
    }
}
