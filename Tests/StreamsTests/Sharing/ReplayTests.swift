import Streams
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct ReplayTests {
    @Test func lateSubscriberGetsTheLastValuesThenTheNewOnes() {
        let subject = ReplaySubject<Int, TestError>(bufferSize: 2)
        for value in 1...3 { subject.send(value) }
        let probe = subject.probe()
        subject.send(4)
        #expect(probe.values == [2, 3, 4])
    }

    @Test func eachSubscribersDemandIsMetWithoutLoss() {
        let subject = ReplaySubject<Int, TestError>(bufferSize: 2)
        for value in 1...3 { subject.send(value) }
        let (slow, fast) = (subject.probe(initial: .max(1)), subject.probe())
        for value in 4...6 { subject.send(value) }
        subject.send(completion: .finished)
        #expect(fast.values == [2, 3, 4, 5, 6])
        #expect(slow.values == [2])
        slow.request(2)
        #expect(slow.values == [2, 3, 4])
        #expect(slow.completion == nil)
        slow.request(2)
        #expect(slow.values == [2, 3, 4, 5, 6])
        #expect(slow.isFinished)
    }

    @Test func completionComesAfterTheReplay() {
        let subject = ReplaySubject<Int, TestError>(bufferSize: 1)
        subject.send(1)
        subject.send(completion: .failure(.boom))
        subject.send(2)
        let probe = subject.probe(initial: .none)
        #expect(probe.completion == nil)
        probe.request(1)
        #expect(probe.values == [1])
        #expect(probe.failure == .boom)
    }

    @Test func firstCompletionCounts() {
        let subject = ReplaySubject<Int, TestError>(bufferSize: 1)
        subject.send(completion: .finished)
        subject.send(completion: .failure(.boom))
        #expect(subject.probe().isFinished)
    }

    @Test func sharedStreamEqualsItselfOnly() {
        let shared = Just(1).share(replay: 1)
        #expect(shared == shared)
        #expect(shared != Just(1).share(replay: 1))
    }

    @Test func valueSentWithinAValueFollowsIt() {
        let subject = ReplaySubject<Int, TestError>(bufferSize: 1)
        let first = subject.probe { _, value in if value == 1 { subject.send(2) } }
        let second = subject.probe()
        subject.send(1)
        #expect(first.values == [1, 2])
        #expect(second.values == [1, 2])
    }

    @Test(arguments: [(ExtraPublishers.ReplayScope.whileSubscribed, [5]), (.forever, [1, 5])])
    func scopeDecidesWhetherTheBufferOutlivesTheLastSubscriber(
        scope: ExtraPublishers.ReplayScope, expected: [Int]
    ) {
        let upstream = TestPublisher<Int, TestError>()
        let shared = upstream.share(replay: 1, scope: scope)
        let first = shared.probe()
        upstream.send(1)
        first.cancel()
        #expect(upstream.isCancelled)
        let second = shared.probe()
        upstream.send(5)
        #expect(second.values == expected)
        second.cancel()
    }

    @Test(arguments: [ExtraPublishers.ReplayScope.whileSubscribed, .forever])
    func replayAndCompletionRemainAfterTheEnd(scope: ExtraPublishers.ReplayScope) {
        let subscriptions = Box(0)
        let shared = [1, 2].publisher.handleEvents(receiveSubscription: { _ in subscriptions.increment() })
            .share(replay: 1, scope: scope)
        #expect(shared.probe().values == [1, 2])
        let late = shared.probe()
        #expect(late.values == [2])
        #expect(late.isFinished)
        #expect(subscriptions.value == 1)
    }

    @Test func cancelledSubscriberIsReleasedByTheSubject() {
        let subject = ReplaySubject<Int, TestError>(bufferSize: 1)
        var probe = Optional(subject.probe())
        let weakProbe = Weak(probe!)
        subject.send(1)
        probe?.cancel()
        probe = nil
        #expect(weakProbe.object == nil)
    }

    @Test(arguments: [false, true]) func subscriptionThatIsKeptHoldsNoValuesAfterTheEnd(isAutoconnected: Bool)
    {
        let source = PassthroughSubject<Token, Never>()
        let subscription = Box<(any Subscription)?>(nil)
        let subscriber = AnySubscriber<Token, Never>(
            receiveSubscription: {
                subscription.value = $0
                $0.request(.unlimited)
            }, receiveValue: { _ in .none })
        if isAutoconnected {
            source.multicast { ReplaySubject(bufferSize: 2) }.autoconnect().subscribe(subscriber)
        } else {
            source.share(replay: 2).subscribe(subscriber)
        }
        func send() -> Weak<Token> {
            let token = Token()
            source.send(token)
            return Weak(token)
        }
        let held = send()
        #expect(held.object != nil)
        source.send(completion: .finished)
        #expect(held.object == nil)
        subscription.value!.cancel()
    }
}
