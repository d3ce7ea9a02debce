import Streams
import TestSupport
import Testing

/// A subject requests values from an attached upstream once one of its subscribers has requested any, and a
/// `CurrentValueSubject` at once, as in Combine.
@Suite(.timeLimit(.minutes(1))) struct AttachedUpstreamTests {
    static let makers: [@Sendable () -> any Subject<Int, Never>] = [
        { PassthroughSubject() }, { CurrentValueSubject(0) }, { ReplaySubject(bufferSize: 9) },
    ]

    /// Without that of `CurrentValueSubject`, which does not wait for a subscriber.
    static let waitingMakers: [@Sendable () -> any Subject<Int, Never>] = [makers[0], makers[2]]

    @Test(arguments: waitingMakers.indices)
    func valuesOfASequenceReachTheFirstSubscriber(kind: Int) {
        func check(_ subject: some Subject<Int, Never>) {
            let attached = [1, 2, 3].publisher.subscribe(subject)
            let probe = subject.probe()
            #expect(probe.values.filter { $0 > 0 } == [1, 2, 3])
            #expect(probe.isFinished)
            attached.cancel()
        }
        check(Self.waitingMakers[kind]())
    }

    /// In linear time: an examination of all upstreams for each one takes minutes.
    @Test func manyUpstreamsMayBeAttached() {
        let target = PassthroughSubject<Int, Never>()
        let probe = target.probe()
        let upstreams = (0..<50_000).map { _ in PassthroughSubject<Int, Never>() }
        let handles = upstreams.map { $0.subscribe(target) }
        // Those that have ended are removed meanwhile.
        for handle in handles.dropLast() { handle.cancel() }
        for _ in 0..<50_000 { Empty(completeImmediately: false).subscribe(target).cancel() }
        upstreams[0].send(1)
        upstreams[49_999].send(2)
        #expect(probe.values == [2])
        withExtendedLifetime(handles) {}
    }

    @Test(arguments: waitingMakers.indices)
    func nothingIsRequestedBeforeASubscriberRequests(kind: Int) {
        func check(_ subject: some Subject<Int, Never>) {
            let upstream = TestPublisher<Int, Never>()
            let attached = upstream.subscribe(subject)
            let probe = subject.probe(initial: .none)
            #expect(upstream.requests == [])
            probe.request(1)
            #expect(upstream.requests == [.unlimited])
            probe.request(1)
            _ = subject.probe()
            #expect(upstream.requests == [.unlimited])
            attached.cancel()
        }
        check(Self.waitingMakers[kind]())
    }

    /// A subject of a project, which requests two values.
    private final class PairSubject: Subject {
        typealias Output = Int
        typealias Failure = Never

        let received = Log<Int>()

        func send(_ value: Int) { received.append(value) }

        func send(completion: Subscribers.Completion<Never>) {}

        func send(subscription: any Subscription) { subscription.request(.max(2)) }

        func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never {}
    }

    static let operators: [@Sendable (PassthroughSubject<Int, Never>) -> AnyPublisher<Int, Never>] = [
        { $0.eraseToAnyPublisher() },
        { $0.filter { $0 > 0 }.eraseToAnyPublisher() },
        { $0.flatMap { Just($0) }.eraseToAnyPublisher() },
        { $0.merge(with: Empty()).eraseToAnyPublisher() },
        { $0.combineLatest(Just(0)) { value, _ in value }.eraseToAnyPublisher() },
        { $0.receive(on: ImmediateScheduler.shared).eraseToAnyPublisher() },
        { $0.buffer(size: 1, prefetch: .byRequest, whenFull: .dropOldest).eraseToAnyPublisher() },
        { $0.share().eraseToAnyPublisher() },
    ]

    /// Also while it is attached by a connection.
    @Test(arguments: operators.indices, [true, false])
    func subjectOfAProjectReceivesWhatItRequests(index: Int, isConnected: Bool) {
        let source = PassthroughSubject<Int, Never>()
        let pair = PairSubject()
        let values = Self.operators[index](source)
        let attached =
            isConnected
            ? AnyCancellable(values.multicast(subject: pair).connect()) : values.subscribe(pair)
        for value in 1...5 { source.send(value) }
        #expect(pair.received.entries == [1, 2])
        attached.cancel()
    }

    @Test(arguments: makers.indices)
    func upstreamAttachedLaterIsRequestedAtOnce(kind: Int) {
        func check(_ subject: some Subject<Int, Never>) {
            let probe = subject.probe(initial: .max(1))
            let upstream = TestPublisher<Int, Never>()
            let attached = upstream.subscribe(subject)
            #expect(upstream.requests == [.unlimited])
            attached.cancel()
            #expect(upstream.isCancelled)
            probe.cancel()
        }
        check(Self.makers[kind]())
    }

    /// As in Combine. Only connections, which end with the last subscriber, wait for the next one.
    @Test(arguments: makers.indices)
    func upstreamAttachedAfterTheLastSubscriberIsRequestedAtOnce(kind: Int) {
        func check(_ subject: some Subject<Int, Never>) {
            let upstream = TestPublisher<Int, Never>()
            subject.probe().cancel()
            let attached = upstream.subscribe(subject)
            #expect(upstream.requests == [.unlimited])
            subject.probe().cancel()
            #expect(upstream.requests == [.unlimited])
            attached.cancel()
        }
        check(Self.makers[kind]())
    }

    @Test(arguments: waitingMakers.indices)
    func subscriberMayCancelWithinAnEndlessUpstream(kind: Int) {
        func check(_ subject: some Subject<Int, Never>) {
            let attached = (1...).publisher.subscribe(subject)
            let probe = subject.filter { $0 > 0 }.probe { probe, value in
                if value == 3 { attached.cancel() }
            }
            #expect(probe.values == [1, 2, 3])
        }
        check(Self.waitingMakers[kind]())
    }

    @Test func currentValueSubjectRequestsAllAtOnce() {
        let subject = CurrentValueSubject<Int, Never>(0)
        let upstream = TestPublisher<Int, Never>()
        let attached = upstream.subscribe(subject)
        #expect(upstream.requests == [.unlimited])
        upstream.send(1)
        #expect(subject.value == 1)
        let probe = subject.probe()
        #expect(upstream.requests == [.unlimited])
        #expect(probe.values == [1])
        attached.cancel()
    }

    private static let forwards: [@Sendable (CurrentValueSubject<Int, Never>) -> AnyPublisher<Int, Never>] = [
        { $0.eraseToAnyPublisher() },
        { $0.map { $0 }.receive(on: ImmediateScheduler.shared).eraseToAnyPublisher() },
        { $0.merge(with: Empty(completeImmediately: false)).eraseToAnyPublisher() },
        { $0.flatMap { Just($0) }.eraseToAnyPublisher() },
        { $0.map { Just($0).eraseToAnyPublisher() }.switchToLatest().eraseToAnyPublisher() },
        { Just($0).switchToLatest().eraseToAnyPublisher() },
        { $0.combineLatest(Just(0)).map { $0.0 }.eraseToAnyPublisher() },
        { $0.zip(repeatElement(0, count: 9).publisher).map { $0.0 }.eraseToAnyPublisher() },
    ]

    @Test(arguments: forwards.indices)
    func valueOfAnAttachedSubjectReachesTheFirstSubscriber(kind: Int) {
        let (current, passthrough) = (CurrentValueSubject<Int, Never>(1), PassthroughSubject<Int, Never>())
        let attached = Self.forwards[kind](current).subscribe(passthrough)
        let probe = passthrough.probe(initial: .none)
        #expect(probe.values == [])
        probe.request(.unlimited)
        current.send(2)
        #expect(probe.values == [1, 2])
        attached.cancel()
    }

    @Test func attachedSubjectKeepsItsLatestValueForTheFirstSubscriber() {
        let (current, passthrough) = (CurrentValueSubject<Int, Never>(1), PassthroughSubject<Int, Never>())
        let attached = current.subscribe(passthrough)
        current.send(2)
        #expect(passthrough.probe().values == [2])
        attached.cancel()
    }

    @Test func loopLosesNoValueOfAnAttachedSubject() async {
        let (current, passthrough) = (CurrentValueSubject<Int, Never>(0), PassthroughSubject<Int, Never>())
        let attached = current.subscribe(passthrough)
        var values = passthrough.values.makeAsyncIterator()
        for value in 1...100 { current.send(value) }
        for value in 0...100 { #expect(await values.next() == value) }
        attached.cancel()
    }

    @Test func subjectThatEndedCancelsWhatIsAttached() {
        let subject = PassthroughSubject<Int, Never>()
        subject.send(completion: .finished)
        let upstream = TestPublisher<Int, Never>()
        _ = upstream.subscribe(subject)
        #expect(upstream.isCancelled)
    }

    @Test func demandOfLoopsIsPassedToASharedUpstream() async {
        let sent = Box(0)
        let shared = (1...).publisher.handleEvents(receiveOutput: { sent.value = $0 }).share()
        var first = shared.values.makeAsyncIterator()
        for expected in 1...100 { #expect(await first.next() == expected) }
        var second = shared.values.makeAsyncIterator()
        for expected in 101...200 { #expect(await first.next() == expected) }
        #expect(sent.value <= 250)
        let start = await second.next() ?? 0
        for expected in (start + 1)...(start + 50) { #expect(await second.next() == expected) }
    }
}
