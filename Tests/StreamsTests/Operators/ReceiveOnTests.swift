import Dispatch
import Streams
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct ReceiveOnTests {
    @Test func subscriptionArrivesAtOnceAndTheRestOnTheScheduler() {
        let time = VirtualTimeScheduler()
        let subject = PassthroughSubject<Int, TestError>()
        let probe = subject.receive(on: time).probe()
        #expect(probe.hasSubscription)
        subject.send(1)
        subject.send(completion: .failure(.boom))
        #expect(probe.signals.count == 1)
        time.advance()
        #expect(probe.values == [1])
        #expect(probe.failure == .boom)
    }

    /// On another thread they would overlap the subscription.
    @Test func valuesFollowTheSubscription() {
        let time = VirtualTimeScheduler()
        let subscriber = RequestingSubscriber { time.advance() }
        [1, 2].publisher.receive(on: time).subscribe(subscriber)
        #expect(subscriber.log.entries == ["subscription"])
        time.advance()
        #expect(subscriber.log.entries == ["subscription", "1", "2", "finished"])
    }

    /// All values of a sequence are sent from inside the request: one of them ends it.
    @Test func valuesWithoutEndAreCancelled() async {
        let values = Log<Int>()
        let done = Gate()
        let subscription = (1...).publisher.receive(on: DispatchQueue.global()).prefix(3)
            .sink(receiveCompletion: { _ in done.open() }, receiveValue: { values.append($0) })
        await done.pass()
        #expect(values.entries == [1, 2, 3])
        subscription.cancel()
    }

    @Test func demandIsPassedOn() {
        let time = VirtualTimeScheduler()
        let upstream = TestPublisher<Int, TestError>()
        _ = upstream.receive(on: time).probe(initial: .max(2), perValue: .max(1))
        #expect(upstream.requests == [.max(2)])
        #expect(upstream.send(1) == .none)
        time.advance()
        #expect(upstream.demand == .max(3))
    }

    @Test func cancellationDropsScheduledSignals() {
        let time = VirtualTimeScheduler()
        let subject = PassthroughSubject<Int, Never>()
        let probe = subject.receive(on: time).probe { probe, _ in probe.cancel() }
        subject.send(1)
        subject.send(2)
        subject.send(completion: .finished)
        time.run()
        #expect(probe.values == [1])
        #expect(probe.completion == nil)
    }

    @Test func concurrentQueueDeliversSeriallyAndInOrder() async {
        let queue = DispatchQueue(label: "concurrent", attributes: .concurrent)
        let done = Gate()
        let probe = (1...1_000).publisher.receive(on: queue).probe(onCompletion: { _ in done.open() })
        await done.pass()
        #expect(probe.values == Array(1...1_000))
    }
}

/// Requests all values, and lets the scheduler run, before it has received its subscription.
private final class RequestingSubscriber: Subscriber {
    let log = Log<String>()
    private let run: @Sendable () -> Void

    init(run: @escaping @Sendable () -> Void) {
        self.run = run
    }

    func receive(subscription: any Subscription) {
        subscription.request(.unlimited)
        run()
        log.append("subscription")
    }

    func receive(_ input: Int) -> Subscribers.Demand {
        log.append("\(input)")
        return .none
    }

    func receive(completion: Subscribers.Completion<Never>) {
        log.append("finished")
    }
}
