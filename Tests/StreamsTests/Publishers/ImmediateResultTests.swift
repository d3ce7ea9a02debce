import Streams
import TestSupport
import Testing

/// Publishers whose result is known, which operators take without a subscription: nothing else changes.
@Suite struct ImmediateResultTests {
    @Test func flatMapDeliversKnownResultsByDemand() {
        let probe = (1...5).publisher.flatMap { Just($0).map { $0 * 10 } }.probe(initial: .max(2))
        #expect(probe.values == [10, 20])
        probe.request(.max(1))
        #expect(probe.values == [10, 20, 30])
        probe.request(.unlimited)
        #expect(probe.values == [10, 20, 30, 40, 50])
        #expect(probe.isFinished)
    }

    @Test func flatMapEndsAtAKnownFailure() {
        let source = TestPublisher<Int, TestError>()
        let probe = source.flatMap { value in
            value < 3 ? Result<Int, TestError>.success(value).publisher : Result.failure(.boom).publisher
        }.probe()
        for value in 1...4 { source.send(value) }
        #expect(probe.values == [1, 2])
        #expect(probe.failure == .boom)
        #expect(source.isCancelled)
    }

    @Test func concatMapRequestsTheNextValueAfterAKnownResult() {
        let source = TestPublisher<Int?, Never>()
        let probe = source.concatMap { $0.publisher.eraseToAnyPublisher() }.probe()
        #expect(source.requests == [.max(1)])
        #expect(source.send(1) == .max(1))
        #expect(source.send(nil) == .max(1))
        #expect(source.send(3) == .max(1))
        #expect(probe.values == [1, 3])
    }

    @Test func switchToLatestCancelsTheRunningChildBeforeAKnownResult() {
        let events = Log<String>()
        let outer = PassthroughSubject<AnyPublisher<Int, Never>, Never>()
        let probe = outer.switchToLatest().probe(onValue: { _, value in events.append("\(value)") })
        let running = PassthroughSubject<Int, Never>()
        outer.send(running.handleEvents(receiveCancel: { events.append("cancel") }).eraseToAnyPublisher())
        running.send(1)
        outer.send(Just(2).eraseToAnyPublisher())
        outer.send(Just(3).map { $0 }.eraseToAnyPublisher())
        #expect(events.entries == ["1", "cancel", "2", "3"])
        #expect(probe.values == [1, 2, 3])
    }

    @Test func valuesSentFromInsideAKnownResultFollowIt() {
        let subject = PassthroughSubject<Int, Never>()
        let probe = subject.flatMap { Just($0) }.probe(onValue: { _, value in
            if value < 4 { subject.send(value + 1) }
        })
        subject.send(1)
        #expect(probe.values == [1, 2, 3, 4])
    }

    @Test func sinkReceivesAKnownResult() {
        let events = Log<String>()
        let subscription = Just(1).setFailureType(to: TestError.self).mapError { $0 }.sink(
            receiveCompletion: { _ in events.append("end") }, receiveValue: { events.append("\($0)") })
        subscription.cancel()
        Fail<Int, TestError>(error: .boom).sink(
            receiveCompletion: { if case .failure = $0 { events.append("failure") } },
            receiveValue: { _ in events.append("value") }
        ).cancel()
        Empty<Int, Never>(completeImmediately: false)
            .sink(receiveCompletion: { _ in events.append("never") }, receiveValue: { _ in }).cancel()
        #expect(events.entries == ["1", "end", "failure"])
    }

    @Test func cancellationFromInsideAKnownResultEndsAConcatenation() {
        let probe = Just(1).append(Just(2)).append(3, 4).probe(onValue: { probe, value in
            if value == 2 { probe.cancel() }
        })
        #expect(probe.values == [1, 2])
        #expect(probe.completion == nil)
    }

    /// A search in a sequence ends when it is cancelled, as a stream does, and may never end otherwise.
    @Test(arguments: [false, true])
    func cancellationEndsTheComputationOfAResult(isChild: Bool) {
        let (subject, calls) = (PassthroughSubject<Int, Never>(), Log<Int>())
        let handle = Box<AnyCancellable?>(nil)
        let search = (1...100).publisher.first { number in
            calls.append(number)
            if number == 3 { handle.value?.cancel() }
            return false
        }
        handle.value =
            isChild
            ? subject.flatMap { _ in search }.sink { _ in }
            : subject.prefix(1).append(search).sink { _ in }
        subject.send(0)
        #expect(calls.entries == [1, 2, 3])
    }

    @Test func closuresRunForAKnownResultOncePerSubscription() {
        let runs = Log<Int>()
        let publisher = Just(1).map { value in
            runs.append(value)
            return value
        }
        publisher.flatMap { Just($0) }.sink { _ in }.cancel()
        publisher.prepend(0).sink { _ in }.cancel()
        #expect(runs.count == 2)
    }
}
