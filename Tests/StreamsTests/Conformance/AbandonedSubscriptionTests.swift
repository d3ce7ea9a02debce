import Streams
import TestSupport
import Testing

/// A subscriber that releases its subscription without demand is released at the end of upstream.
@Suite(.timeLimit(.minutes(1))) struct AbandonedSubscriptionTests {
    /// Neither requests anything nor keeps its subscription.
    private final class Dropper<Input: Sendable, Failure: Error>: Subscriber {
        func receive(subscription: any Subscription) {}
        func receive(_ input: Input) -> Subscribers.Demand { .none }
        func receive(completion: Subscribers.Completion<Failure>) {}
    }

    /// The child that a switch waits for has not ended, only the publisher of children has. As in Combine, it holds its
    /// subscriber until it is cancelled.
    static let tested = OperatorCase.all.filter { tested in
        !["flatMapLatest", "switchToLatest of streams that cannot fail", "exhaustMap"].contains(tested.name)
    }

    @Test(arguments: tested)
    func subscriberIsReleasedAtTheEnd(of tested: OperatorCase) {
        for completion in [IntCompletion.finished, .failure(.boom)] {
            let time = VirtualTimeScheduler()
            let upstream = TestPublisher<Int, TestError>()
            let publisher = tested.build(upstream.eraseToAnyPublisher(), Token(), time)
            var subscriber = Optional(Dropper<Int, TestError>())
            let weak = Weak(subscriber!)
            publisher.subscribe(subscriber!)
            for value in [2, 4] { upstream.send(value) }
            time.run(limit: 1_000)
            for _ in 0..<4 {
                upstream.send(completion: completion)
                time.run(limit: 1_000)
            }
            subscriber = nil
            #expect(weak.object == nil, "\(completion)")
        }
    }

    @Test func subscriberOfACurrentValueIsReleased() {
        let subject = CurrentValueSubject<Int, Never>(1)
        var subscriber = Optional(Dropper<Int, Never>())
        let weak = Weak(subscriber!)
        subject.subscribe(subscriber!)
        subscriber = nil
        #expect(weak.object != nil)
        subject.send(completion: .finished)
        #expect(weak.object == nil)
    }

    @Test func demandThatPrecedesTheReleaseIsMet() {
        let seen = Box([Int]())
        let subject = PassthroughSubject<Int, Never>()
        subject.merge(with: Empty()).subscribe(
            AnySubscriber(
                receiveSubscription: { $0.request(.max(2)) },
                receiveValue: { value in
                    seen.value += [value]
                    return .none
                }))
        for value in 1...3 { subject.send(value) }
        #expect(seen.value == [1, 2])
    }
}
