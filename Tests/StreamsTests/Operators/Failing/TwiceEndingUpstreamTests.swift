import Streams
import TestSupport
import Testing

/// An upstream that sends after its completion is not continued twice.
@Suite struct TwiceEndingUpstreamTests {
    /// Keeps its subscribers, so that the test can send to them.
    private struct Source: Publisher {
        typealias Output = Int
        typealias Failure = TestError

        let subscribers = Log<AnySubscriber<Int, TestError>>()
        let subscriptions = Log<TestSubscription>()

        func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == TestError {
            let (erased, subscription) = (AnySubscriber(subscriber), TestSubscription())
            subscribers.append(erased)
            subscriptions.append(subscription)
            erased.receive(subscription: subscription)
        }

        subscript(index: Int) -> AnySubscriber<Int, TestError> { subscribers.entries[index] }
    }

    @Test(arguments: [IntCompletion.finished, .failure(.boom)])
    func retryIsMadeOnceForEachAttempt(second: IntCompletion) {
        let retries: [@Sendable (Source) -> IntPublisher] = [
            { $0.retry(5).eraseToAnyPublisher() },
            { $0.retry(.immediate(attempts: 5), scheduler: ImmediateScheduler.shared).eraseToAnyPublisher() },
            { $0.retry(when: { $0 }).eraseToAnyPublisher() },
        ]
        for retry in retries {
            let source = Source()
            let probe = retry(source).probe()
            source[0].receive(completion: .failure(.boom))
            source[0].receive(completion: second)
            _ = source[0].receive(1)
            #expect(source.subscribers.count == 2)
            let late = TestSubscription()
            source[0].receive(subscription: late)
            #expect(late.isCancelled)
            _ = source[1].receive(2)
            source[1].receive(completion: .finished)
            #expect(probe.values == [2])
            #expect(probe.isFinished)
        }
    }

    @Test func failureIsCaughtOnce() {
        let (source, other, calls) = (Source(), Source(), Box(0))
        let catching: [IntPublisher] = [
            source.catch { _ in
                calls.increment()
                return other
            }.eraseToAnyPublisher(),
            source.tryCatch { (_) throws(TestError) in
                calls.increment()
                return other
            }.eraseToAnyPublisher(),
        ]
        for (index, publisher) in catching.enumerated() {
            let probe = publisher.probe()
            source[index].receive(completion: .failure(.boom))
            source[index].receive(completion: .failure(.boom))
            _ = source[index].receive(1)
            source[index].receive(completion: .finished)
            #expect(calls.value == index + 1)
            _ = other[index].receive(2)
            #expect(probe.values == [2])
            #expect(probe.completion == nil)
            probe.cancel()
            #expect(other.subscriptions.entries[index].isCancelled)
        }
    }

    @Test func appendedStreamIsSubscribedOnce() {
        let (first, second) = (Source(), Source())
        let probe = first.append(second).append(9).probe()
        first[0].receive(completion: .finished)
        first[0].receive(completion: .finished)
        _ = first[0].receive(1)
        first[0].receive(completion: .failure(.boom))
        #expect(second.subscribers.count == 1)
        _ = second[0].receive(2)
        second[0].receive(completion: .finished)
        #expect(probe.values == [2, 9])
        #expect(probe.isFinished)
    }

    @Test func replacementValueIsSentOnce() {
        let source = Source()
        let probes = [
            source.replaceEmpty(with: 7).probe(initial: .none),
            source.materialize().map { _ in 7 }.setFailureType(to: TestError.self).probe(initial: .none),
            source.count().map { _ in 7 }.probe(initial: .none),
        ]
        for (index, probe) in probes.enumerated() {
            for _ in 0..<2 { source[index].receive(completion: .finished) }
            probe.request(5)
            #expect(probe.values == [7])
            #expect(probe.isFinished)
        }
    }
}
