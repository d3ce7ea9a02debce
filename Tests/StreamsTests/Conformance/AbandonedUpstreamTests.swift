import Streams
import TestSupport
import Testing

/// A subscriber that has released its subscription, and whose demand is met, gets no more values. What can
/// still send a signal is cancelled as for a subscriber that keeps its subscription.
@Suite(.timeLimit(.minutes(1))) struct AbandonedUpstreamTests {
    typealias Subject = PassthroughSubject<Int, TestError>

    /// Subscribes to a stream, and to another publisher, whose failure ends it.
    struct Combination: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let make: @Sendable (_ stream: IntPublisher, _ other: Subject) -> IntPublisher

        static let all = [
            Combination(testDescription: "merge") { $0.merge(with: $1).eraseToAnyPublisher() },
            Combination(testDescription: "flatMap") { stream, other in
                other.prepend(0).flatMap { _ in stream }.eraseToAnyPublisher()
            },
            Combination(testDescription: "flatMap(maxPublishers: 3)") { stream, other in
                other.prepend(0).flatMap(maxPublishers: .max(3)) { _ in stream }.eraseToAnyPublisher()
            },
            Combination(testDescription: "concatMap") { stream, other in
                other.prepend(0).concatMap { _ in stream }.eraseToAnyPublisher()
            },
            Combination(testDescription: "exhaustMap") { stream, other in
                other.prepend(0).exhaustMap { _ in stream }.eraseToAnyPublisher()
            },
            Combination(testDescription: "switchToLatest") { stream, other in
                other.prepend(0).map { _ in stream }.switchToLatest().eraseToAnyPublisher()
            },
            Combination(testDescription: "flatMapLatest") { stream, other in
                other.prepend(0).flatMapLatest { _ in stream }.eraseToAnyPublisher()
            },
        ]
    }

    /// A subscriber that requests one value, and may keep its subscription.
    private static func subscribe<P: Publisher>(
        to publisher: P, logging log: Log<String>, keeping held: Box<(any Subscription)?>? = nil,
        owning token: Token = Token()
    ) where P.Output == Int {
        publisher.subscribe(
            AnySubscriber(
                receiveSubscription: { subscription in
                    held?.value = subscription
                    subscription.request(.max(1))
                },
                receiveValue: { value in
                    log.append("\(token.pass(value))")
                    return .none
                },
                receiveCompletion: { log.append("\($0)") }))
    }

    private static func reporting(
        _ source: Subject, as name: String, to log: Log<String>
    ) -> IntPublisher {
        source.handleEvents(receiveCancel: { log.append("\(name) cancelled") }).eraseToAnyPublisher()
    }

    /// These release a source themselves whose values wait for demand that cannot come.
    static let releasing: Set = [
        "AnyPublisher.create", "buffer, by request", "multicast through a replay", "share(replay:)",
        "share(replay:scope: .forever)",
    ]

    @Test(arguments: Combination.all, OperatorCase.all.filter { !releasing.contains($0.name) })
    func failureOfOneCancelsTheOthers(in combination: Combination, of tested: OperatorCase) {
        let logs = [true, false].map { keepsSubscription in
            let time = VirtualTimeScheduler()
            let (source, other) = (Subject(), Subject())
            let log = Log<String>()
            let held = Box<(any Subscription)?>(nil)
            let stream = tested.build(Self.reporting(source, as: "source", to: log), Token(), time)
            Self.subscribe(
                to: combination.make(stream, other), logging: log, keeping: keepsSubscription ? held : nil)
            for value in [2, 4, 6] {
                source.send(value)
                time.run(limit: 1_000)
            }
            other.send(completion: .failure(.boom))
            time.run(limit: 1_000)
            held.value?.cancel()
            return log.entries
        }
        #expect(logs[0] == logs[1])
    }

    @Test(arguments: Combination.all)
    func subscriberIsReleasedAtTheEndThoughASourceLives(in combination: Combination) {
        let (source, other) = (Subject(), Subject())
        let log = Log<String>()
        var token = Optional(Token())
        let weak = Weak(token!)
        Self.subscribe(
            to: combination.make(source.eraseToAnyPublisher(), other), logging: log, owning: token!)
        token = nil
        for value in [1, 2] { source.send(value) }
        #expect(weak.object != nil)
        other.send(completion: .failure(.boom))
        #expect(log.entries == ["1", "failure(TestSupport.TestError.boom)"])
        #expect(weak.object == nil)
        withExtendedLifetime(source) {}
    }

    @Test func nextPublisherCancelsTheLast() {
        let log = Log<String>()
        let upstream = Subject()
        let sources = [Subject(), Subject(), Subject()]
        Self.subscribe(
            to: upstream.map { Self.reporting(sources[$0], as: "\($0)", to: log) }.switchToLatest(),
            logging: log)
        upstream.send(0)
        sources[0].send(7)
        upstream.send(1)
        upstream.send(2)
        #expect(log.entries == ["7", "0 cancelled", "1 cancelled"])
    }

    /// Some of many children end, and some are released, before one fails.
    @Test func failureCancelsThoseOfManyPublishersThatAreLeft() {
        let log = Log<String>()
        let upstream = Subject()
        let sources = (0..<40).map { _ in Subject() }
        Self.subscribe(
            to: upstream.flatMap { number -> IntPublisher in
                number % 2 == 0
                    ? Self.reporting(sources[number], as: "\(number)", to: log)
                    : Publishers.Sequence(sequence: [number, number]).eraseToAnyPublisher()
            }, logging: log)
        for number in 0..<20 { upstream.send(number) }
        for number in [0, 18, 6, 2] { sources[number].send(completion: .finished) }
        for number in 20..<40 { upstream.send(number) }
        for number in [20, 38, 4] { sources[number].send(completion: .finished) }
        sources[8].send(completion: .failure(.boom))
        let left = (0..<40).filter { $0 % 2 == 0 && ![0, 18, 6, 2, 20, 38, 4, 8].contains($0) }
        #expect(log.entries.prefix(2) == ["1", "failure(TestSupport.TestError.boom)"])
        #expect(log.entries.dropFirst(2).sorted() == left.map { "\($0) cancelled" }.sorted())
    }

    @Test func endFollowsThatOfEachPublisher() {
        let log = Log<String>()
        let upstream = Subject()
        let sources = (0..<20).map { _ in Subject() }
        Self.subscribe(to: upstream.flatMap { sources[$0] }, logging: log)
        for number in 0..<20 { upstream.send(number) }
        sources[3].send(7)
        upstream.send(completion: .finished)
        for number in [3, 19, 0, 7] + (0..<20).filter({ ![3, 19, 0, 7, 12].contains($0) }) {
            sources[number].send(completion: .finished)
        }
        #expect(log.entries == ["7"])
        sources[12].send(completion: .finished)
        #expect(log.entries == ["7", "finished"])
    }

    /// Signals that follow from the release, of streams in streams.
    @Test func failureCancelsTheSourcesOfNestedStreams() {
        let log = Log<String>()
        let (outer, inner) = (Subject(), Subject())
        let sources = [Subject(), Subject()]
        let nested = inner.flatMap { Self.reporting(sources[$0], as: "\($0)", to: log) }
            .append(Empty(completeImmediately: false)).merge(with: Empty(completeImmediately: false))
        Self.subscribe(to: nested.merge(with: outer), logging: log)
        inner.send(0)
        sources[0].send(7)
        inner.send(1)
        outer.send(completion: .failure(.boom))
        #expect(
            log.entries == ["7", "failure(TestSupport.TestError.boom)", "0 cancelled", "1 cancelled"])
    }

    /// Each value of a side leaves demand for which that side was not asked again yet.
    @Test func releaseOfTheSubscriptionRequestsNothing() {
        let requested = Log<Subscribers.Demand>()
        let subject = Subject()
        let side = subject.handleEvents(receiveRequest: { requested.append($0) })
        let other = Empty<Int, TestError>(completeImmediately: false)
        let streams = [
            side.combineLatest(other, +).eraseToAnyPublisher(), side.zip(other, +).eraseToAnyPublisher(),
            side.withLatestFrom(other, +).eraseToAnyPublisher(),
        ]
        for stream in streams {
            let held = Box<(any Subscription)?>(nil)
            Self.subscribe(to: stream, logging: Log(), keeping: held)
            subject.send(1)
            let before = requested.entries
            held.value = nil
            #expect(requested.entries == before)
        }
        subject.send(completion: .finished)
    }
}
