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
        "Published", "assertNoFailure", "catch to a stream that cannot fail, setFailureType",
        "combineLatest", "combineLatest of four", "combineLatest of many", "combineLatest of three",
        "makeConnectable", "materialize, dematerialize", "multicast through a current value",
        "multicast through a replay", "share(replay:)", "share(replay:scope: .forever)", "zip of four",
        "zip of many", "zip of three", "zip, first side", "zip, second side",
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

    /// The value waits for demand that cannot come.
    @Test @MainActor func subscribersOfAReplayAndOfAnObservedValueAreReleased() {
        let subject = ReplaySubject<Int, Never>(bufferSize: 1)
        subject.send(1)
        for publisher in [subject.eraseToAnyPublisher(), Observed { 1 }.eraseToAnyPublisher()] {
            var subscriber = Optional(Dropper<Int, Never>())
            let weak = Weak(subscriber!)
            publisher.subscribe(subscriber!)
            subscriber = nil
            #expect(weak.object == nil)
        }
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

    /// Requests some values, and keeps no subscription.
    private final class Taker<Input: Sendable, Failure: Error>: Subscriber {
        let demand: Subscribers.Demand
        let log = Log<String>()

        init(_ demand: Subscribers.Demand) {
            self.demand = demand
        }

        func receive(subscription: any Subscription) { subscription.request(demand) }

        func receive(_ input: Input) -> Subscribers.Demand {
            log.append("\(input)")
            return .none
        }

        func receive(completion: Subscribers.Completion<Failure>) { log.append("\(completion)") }
    }

    /// Other operators hold the subscription of a sequence, which holds them, until they are cancelled, as
    /// Combine's do: they cancel it at an end of their own (`prefix`, `tryMap`, `timeout`), have several
    /// upstreams (`zip`, `race`, `withLatestFrom`), other subscribers (`share`, `multicast`), or values that
    /// wait (`buffer`, `delay`). Whether a subscriber that has released its subscription can still get a
    /// value, at which the operator cancels, is known only where each value is counted. A subscriber keeps
    /// its subscription or cancels it.
    static let holding: Set = [
        "Published", "buffer, kept full", "combineLatest", "combineLatest of four", "combineLatest of many",
        "combineLatest of three", "delay", "delay, immediately", "drop(untilOutputFrom:)", "drop(while:)",
        "encode, decode", "makeConnectable", "materialize, dematerialize",
        "multicast through a current value", "multicast through a replay", "multicast, autoconnect",
        "output(at:)", "output(in:)", "output(in:), open", "prefix(3)", "prefix(untilOutputFrom:)",
        "prefix(while:)", "race", "race of many", "retry(policy)", "retry(when:)", "share",
        "share(replay:)", "share(replay:scope: .forever)", "timeout", "tryCompactMap that throws",
        "tryDrop(while:) that throws", "tryFilter that throws",
        "tryMap", "tryMap that throws", "tryPrefix(while:) that throws", "tryRemoveDuplicates that throws",
        "tryScan that throws", "withLatestFrom", "zip of four", "zip of many", "zip of three",
        "zip, first side", "zip, second side",
    ]

    @Test(arguments: OperatorCase.all.filter { !holding.contains($0.name) })
    func subscriberIsNotHeldByASequenceThatWaitsForDemand(of tested: OperatorCase) {
        for demand in [Subscribers.Demand.none, .max(1)] {
            let time = VirtualTimeScheduler()
            let source = Publishers.Sequence<[Int], TestError>(sequence: [2, 4, 6, 8])
            let publisher = tested.build(source.eraseToAnyPublisher(), Token(), time)
            var subscriber = Optional(Taker<Int, TestError>(demand))
            let weak = Weak(subscriber!)
            publisher.subscribe(subscriber!)
            time.run(limit: 1_000)
            subscriber = nil
            #expect(weak.object == nil, "\(demand)")
        }
    }

    /// Streams that continue with a sequence, or merge sequences.
    private static func continued(
        _ source: AnyPublisher<Int, TestError>
    ) -> [(name: String, publisher: AnyPublisher<Int, TestError>)] {
        [
            ("append", source.append([8, 9]).eraseToAnyPublisher()),
            (
                "catch",
                source.catch { _ in [8, 9].publisher }.setFailureType(to: TestError.self)
                    .eraseToAnyPublisher()
            ),
            (
                "materialize",
                source.materialize().map { "\($0)".count }.setFailureType(to: TestError.self)
                    .eraseToAnyPublisher()
            ),
            ("replaceEmpty", source.replaceEmpty(with: 8).eraseToAnyPublisher()),
            ("flatMap", source.flatMap { [$0, 9].publisher }.eraseToAnyPublisher()),
            (
                "flatMap(maxPublishers: 1)",
                source.flatMap(maxPublishers: .max(1)) { [$0, 9].publisher }.eraseToAnyPublisher()
            ),
            ("switchToLatest", source.map { [$0, 9].publisher }.switchToLatest().eraseToAnyPublisher()),
            (
                "merge",
                source.merge(with: [8, 9].publisher.setFailureType(to: TestError.self)).eraseToAnyPublisher()
            ),
        ]
    }

    /// The stream waits for demand after upstream's end.
    @Test(arguments: [Subscribers.Demand.none, .max(1), .max(2)])
    func subscriberIsReleasedWhenDemandThatCannotComeIsMissing(_ demand: Subscribers.Demand) {
        for completion in [IntCompletion.finished, .failure(.boom)] {
            for index in Self.continued(Empty().eraseToAnyPublisher()).indices {
                let upstream = TestPublisher<Int, TestError>()
                let (name, publisher) = Self.continued(upstream.eraseToAnyPublisher())[index]
                var subscriber = Optional(Taker<Int, TestError>(demand))
                let weak = Weak(subscriber!)
                publisher.subscribe(subscriber!)
                for value in [1, 2] { upstream.send(value) }
                upstream.send(completion: completion)
                subscriber = nil
                #expect(weak.object == nil, "\(name), \(completion)")
            }
        }
    }

    /// The end of a stream needs no demand.
    @Test func endReachesASubscriberThatReleasedItsSubscription() {
        let children = [PassthroughSubject<Int, TestError>(), PassthroughSubject<Int, TestError>()]
        let upstream = PassthroughSubject<Int, TestError>()
        let streams = [
            upstream.flatMap { children[$0] }.eraseToAnyPublisher(),
            upstream.map { children[$0] }.switchToLatest().eraseToAnyPublisher(),
            upstream.append(children[0]).append(children[1]).eraseToAnyPublisher(),
        ]
        let subscribers = streams.map { stream in
            let subscriber = Taker<Int, TestError>(.max(1))
            stream.subscribe(subscriber)
            return subscriber
        }
        upstream.send(0)
        children[0].send(7)
        upstream.send(1)
        upstream.send(completion: .finished)
        for child in children { child.send(completion: .finished) }
        #expect(
            subscribers.map(\.log.entries) == [["7", "finished"], ["7", "finished"], ["0", "finished"]])
    }

    @Test func endDoesNotPrecedeThatOfTheLastChild() {
        let scheduler = VirtualTimeScheduler()
        let children = [PassthroughSubject<Int, TestError>(), PassthroughSubject<Int, TestError>()]
        let late = [
            children[0].eraseToAnyPublisher(), children[1].subscribe(on: scheduler).eraseToAnyPublisher(),
        ]
        let upstream = PassthroughSubject<Int, TestError>()
        let subscriber = Taker<Int, TestError>(.max(1))
        upstream.map { late[$0] }.switchToLatest().subscribe(subscriber)
        upstream.send(0)
        children[0].send(7)
        upstream.send(1)
        upstream.send(completion: .finished)
        // Not the last child, though it was released.
        children[0].send(completion: .finished)
        #expect(subscriber.log.entries == ["7"])
        scheduler.advance()
        #expect(subscriber.log.entries == ["7"])
        children[1].send(completion: .finished)
        #expect(subscriber.log.entries == ["7", "finished"])
    }

    @Test func subscriberOfAChildIsReleasedWithItsSubscription() {
        let held = Box<(any Subscription)?>(nil)
        var token = Optional(Token())
        let weak = Weak(token!)
        Just(1).map { _ in [1, 2].publisher }.switchToLatest().subscribe(
            AnySubscriber(
                receiveSubscription: { subscription in
                    held.value = subscription
                    subscription.request(.max(1))
                },
                receiveValue: { [token = token!] value in
                    _ = token.pass(value)
                    return .none
                }))
        token = nil
        #expect(weak.object != nil)
        held.value = nil
        #expect(weak.object == nil)
    }

    /// Subscribes when the test says so.
    private struct LatePublisher<Upstream: Publisher>: Publisher {
        typealias Output = Upstream.Output
        typealias Failure = Upstream.Failure

        let upstream: Upstream
        let start: Box<(@Sendable () -> Void)?>

        func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            start.value = { [upstream] in upstream.receive(subscriber: subscriber) }
        }
    }

    @Test func subscriberWithoutASubscriptionIsReleasedWhenAChildSendsItsOwn() {
        let start = Box<(@Sendable () -> Void)?>(nil)
        var token = Optional(Token())
        let weak = Weak(token!)
        let child = LatePublisher(upstream: [1, 2].publisher, start: start)
        Just(1).map { _ in child }.switchToLatest().subscribe(
            AnySubscriber(
                receiveValue: { [token = token!] value in
                    _ = token.pass(value)
                    return .none
                }))
        token = nil
        start.value?()
        #expect(weak.object != nil)
        start.value = nil
        #expect(weak.object == nil)
    }

    /// A request that a stage has not handled yet precedes the release.
    @Test func requestFromInsideAValueBeforeTheReleaseIsMet() {
        let streams: [AnyPublisher<Int, Never>] = [
            Just(1).flatMap { _ in [1, 2, 3].publisher }.eraseToAnyPublisher(),
            Just(1).map { _ in [1, 2, 3].publisher }.switchToLatest().eraseToAnyPublisher(),
            Empty().append([1, 2, 3]).eraseToAnyPublisher(),
        ]
        for stream in streams {
            let held = Box<(any Subscription)?>(nil)
            let seen = Log<Int>()
            stream.subscribe(
                AnySubscriber(
                    receiveSubscription: { held.value = $0 },
                    receiveValue: { value in
                        seen.append(value)
                        held.value?.request(.max(1))
                        held.value = nil
                        return .none
                    }))
            held.value?.request(.max(1))
            #expect(seen.entries == [1, 2])
        }
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
