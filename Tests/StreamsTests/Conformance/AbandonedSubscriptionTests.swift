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

    /// Behind these, a source of their own waits for demand, or a relay holds the subscription. It holds its
    /// subscriber until it is cancelled.
    static let waiting: Set = [
        "Published", "append, first part", "append, nested", "append, second part", "assertNoFailure",
        "catch", "catch to a stream that cannot fail, setFailureType",
        "combineLatest", "combineLatest of four", "combineLatest of many",
        "combineLatest of three", "concatMap",
        "flatMap(maxPublishers: 1)", "makeConnectable", "materialize", "materialize, dematerialize",
        "multicast through a current value", "multicast through a replay", "prepend", "replaceError",
        "share(replay:)", "share(replay:scope: .forever)",
        "tryCatch", "zip of four", "zip of many", "zip of three", "zip, first side",
        "zip, second side", "flatMapLatest", "switchToLatest of streams that cannot fail", "exhaustMap",
    ]

    static let tested = OperatorCase.all.filter { !waiting.contains($0.name) }

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

    @Test func subscribersOfABufferAndOfChildrenAreReleased() {
        let subject = PassthroughSubject<Int, Never>()
        let publishers = [
            subject.buffer(size: 9, prefetch: .byRequest, whenFull: .dropOldest).eraseToAnyPublisher(),
            subject.flatMap(maxPublishers: .max(1)) { Just($0) }.eraseToAnyPublisher(),
            subject.merge(with: Empty()).eraseToAnyPublisher(),
        ]
        var subscribers = publishers.map { _ in Dropper<Int, Never>() }
        let weak = subscribers.map { Weak($0) }
        for (publisher, subscriber) in zip(publishers, subscribers) { publisher.subscribe(subscriber) }
        subscribers = []
        subject.send(1)
        #expect(weak.allSatisfy { $0.object != nil })
        subject.send(completion: .finished)
        #expect(weak.allSatisfy { $0.object == nil })
    }

    /// A subscriber that keeps no subscription requests more by what it returns, until it returns no demand.
    @Test(arguments: [Subscribers.Demand.none, .max(1), .max(3), .unlimited])
    func demandReturnedAfterTheReleaseIsMet(_ first: Subscribers.Demand) {
        let time = VirtualTimeScheduler()
        let subject = PassthroughSubject<Int, Never>()
        let publishers = [
            subject.receive(on: time).eraseToAnyPublisher(),
            subject.delay(for: .seconds(1), scheduler: time).eraseToAnyPublisher(),
            subject.debounce(for: .seconds(1), scheduler: time).eraseToAnyPublisher(),
            subject.throttle(for: .seconds(1), scheduler: time, latest: true).eraseToAnyPublisher(),
        ]
        for publisher in publishers {
            let seen = Box([Int]())
            let isFinished = Box(false)
            publisher.subscribe(
                AnySubscriber(
                    receiveSubscription: { $0.request(first) },
                    receiveValue: { value in
                        seen.value += [value]
                        return value < 3 ? .max(1) : .none
                    },
                    receiveCompletion: { _ in isFinished.value = true }))
            for value in 1...8 {
                subject.send(value)
                time.run(limit: 1_000)
            }
            let count =
                switch first {
                case .none: 0
                case .unlimited: 8
                default: first == .max(1) ? 3 : 5
                }
            #expect(seen.value == (1...8).filter { $0 <= count }, "\(publisher)")
            #expect(!isFinished.value)
        }
        subject.send(completion: .finished)
    }

    /// A subscriber that can request no more is not retained by a source that waits for demand.
    @Test func subscriberIsReleasedAfterTheLastValueThatItRequested() {
        /// Requests one value and keeps no subscription.
        final class OneTaker: Subscriber {
            func receive(subscription: any Subscription) { subscription.request(.max(1)) }
            func receive(_ input: Int) -> Subscribers.Demand { .none }
            func receive(completion: Subscribers.Completion<Never>) {}
        }
        let time = VirtualTimeScheduler()
        var subscriber = Optional(OneTaker())
        let weak = Weak(subscriber!)
        [1, 2].publisher.receive(on: time).subscribe(subscriber!)
        subscriber = nil
        #expect(weak.object != nil)
        time.run(limit: 1_000)
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
