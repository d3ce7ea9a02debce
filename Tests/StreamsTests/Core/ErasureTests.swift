import Streams
import TestSupport
import Testing

@Suite struct ErasureTests {
    @Test func erasedPublisherPassesEverything() {
        let erased = [1, 2].publisher.eraseToAnyPublisher()
        let probe = erased.eraseToAnyPublisher().probe()
        #expect(probe.values == [1, 2])
        #expect(probe.isFinished)
    }

    @Test func erasedSubscriberIsMadeFromClosures() {
        let log = Log<String>()
        let subscriber = AnySubscriber<Int, Never>(
            receiveSubscription: {
                log.append("subscription")
                $0.request(.max(1))
            },
            receiveValue: {
                log.append("\($0)")
                return $0 < 3 ? .max(1) : .none
            },
            receiveCompletion: { _ in log.append("finish") })
        [1, 2, 3].publisher.subscribe(AnySubscriber(subscriber))
        #expect(log.entries == ["subscription", "1", "2", "3", "finish"])
    }

    @Test func erasedSubscriberWithoutClosuresRequestsNothing() {
        let upstream = TestPublisher<Int, Never>()
        upstream.subscribe(AnySubscriber())
        #expect(upstream.send(1) == .none)
        upstream.send(completion: .finished)
        #expect(upstream.requests == [])
        #expect(!upstream.isCancelled)
    }

    @Test func emptySubscriptionAcceptsEveryCall() {
        let probe = Probe<Int, Never>(initial: .unlimited)
        probe.receive(subscription: Subscriptions.empty)
        probe.cancel()
        #expect(probe.signals.count == 1)
    }

    @Test func completionsCompare() {
        typealias Completion = Subscribers.Completion<TestError>
        #expect(Completion.finished == .finished)
        #expect(Completion.failure(.boom) != .finished)
        #expect(Set<Completion>([.failure(.boom), .failure(.boom), .finished]).count == 2)
    }

    @Test func eventsWithoutAValueAreSentAndReceivedWithoutOne() {
        let subject = PassthroughSubject<Void, Never>()
        let probe = subject.probe()
        subject.send()
        #expect(probe.receive() == .none)
        #expect(probe.values.count == 2)
    }
}
