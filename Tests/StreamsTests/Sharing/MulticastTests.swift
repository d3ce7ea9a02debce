import Streams
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct MulticastTests {
    @Test func nothingIsSentBeforeTheConnection() {
        let subscriptions = Box(0)
        let shared = [1, 2].publisher.handleEvents(receiveSubscription: { _ in subscriptions.increment() })
            .makeConnectable()
        let probes = [shared.probe(), shared.probe()]
        #expect(probes[0].values == [])
        let connection = shared.connect()
        #expect(probes.map(\.values) == [[1, 2], [1, 2]])
        #expect(subscriptions.value == 1)
        connection.cancel()
    }

    @Test func connectingTwiceConnectsOnce() {
        let upstream = TestPublisher<Int, TestError>()
        let shared = upstream.multicast(subject: PassthroughSubject())
        let probe = shared.probe()
        let first = shared.connect()
        let second = shared.connect()
        #expect(upstream.subscriptions.count == 1)
        #expect(upstream.send(1) == .none)
        first.cancel()
        second.cancel()
        #expect(upstream.subscriptions.map(\.cancelCount) == [1])
        #expect(probe.values == [1])
    }

    @Test func connectionCanBeMadeAgainAfterItsCancellation() {
        let upstream = TestPublisher<Int, TestError>()
        let shared = upstream.multicast(subject: PassthroughSubject())
        let probe = shared.probe()
        shared.connect().cancel()
        let connection = shared.connect()
        upstream.send(2)
        #expect(upstream.subscriptions.count == 2)
        #expect(probe.values == [2])
        connection.cancel()
    }

    @Test func connectionEndsWithItsHandle() {
        let upstream = TestPublisher<Int, TestError>()
        let shared = upstream.multicast { PassthroughSubject() }
        do { _ = shared.connect() }
        #expect(upstream.isCancelled)
    }

    @Test func autoconnectCountsSubscribers() {
        let upstream = TestPublisher<Int, TestError>()
        let shared = upstream.multicast { PassthroughSubject() }.autoconnect()
        let (first, second) = (shared.probe(), shared.probe())
        #expect(upstream.subscriptions.count == 1)
        first.cancel()
        first.cancel()
        #expect(!upstream.isCancelled)
        second.cancel()
        #expect(upstream.isCancelled)
        let third = shared.probe()
        upstream.send(3)
        #expect(third.values == [3])
    }

    @Test func cancellationWithinTheSubscriptionKeepsOthersConnected() {
        let upstream = TestPublisher<Int, TestError>()
        let shared = upstream.multicast { PassthroughSubject() }.autoconnect()
        let probe = shared.probe()
        _ = shared.probe(initial: .none, onSubscription: { $0.cancel() })
        upstream.send(1)
        #expect(!upstream.isCancelled)
        #expect(upstream.subscriptions.count == 1)
        #expect(probe.values == [1])
        probe.cancel()
        #expect(upstream.isCancelled)
    }

    /// The other one is counted, and not attached yet: it would miss the values.
    @Test func subscriberThatHasCancelledDoesNotConnectForAnother() {
        let shared = Box<AnyPublisher<Int, Never>?>(nil)
        let subjects = Box(0)
        let numbers = [1, 2, 3].publisher.multicast { [subjects, shared] in
            subjects.increment()
            if subjects.value == 1 {
                _ = shared.value?.probe(initial: .none, onSubscription: { $0.cancel() })
            }
            return PassthroughSubject<Int, Never>()
        }
        shared.value = numbers.autoconnect().eraseToAnyPublisher()
        let probe = shared.value?.probe()
        #expect(probe?.values == [1, 2, 3])
        #expect(probe?.completion == .finished)
        shared.value = nil
    }

    /// An upstream that sends its values before `connect()` returns, and counts them.
    private func numbers(_ sent: Box<Int>) -> AnyPublisher<Int, Never> {
        (1...1_000).publisher.handleEvents(receiveOutput: { _ in sent.increment() }).eraseToAnyPublisher()
    }

    @Test func lastCancellationEndsAConnectionThatIsBeingMade() {
        let sent = Box(0)
        let shared = numbers(sent).makeConnectable().autoconnect()
        let probe = shared.prefix(3).probe()
        #expect(probe.values == [1, 2, 3])
        #expect(probe.isFinished)
        #expect(sent.value == 3)
        let multicast = numbers(sent).multicast { PassthroughSubject() }.autoconnect()
        let other = multicast.probe { probe, number in if number == 2 { probe.cancel() } }
        #expect(other.values == [1, 2])
        #expect(sent.value == 5)
    }

    @Test func connectionThatIsBeingMadeLastsWhileThereAreSubscribers() {
        let sent = Box(0)
        let shared = numbers(sent).makeConnectable().autoconnect()
        let second = Box<Probe<Int, Never>?>(nil)
        let first = shared.probe { probe, number in
            if number == 3 { probe.cancel() }
            if number != 2 { return }
            second.value = shared.probe { probe, number in if number == 5 { probe.cancel() } }
        }
        #expect(first.values == [1, 2, 3])
        #expect(second.value?.values == [3, 4, 5])
        #expect(sent.value == 5)
    }

    @Test func subscriberThatFollowsTheLastOneIsConnectedAnew() {
        let sent = Box(0)
        let shared = numbers(sent).makeConnectable().autoconnect()
        let second = Box<Probe<Int, Never>?>(nil)
        let first = shared.probe { probe, number in
            if number < 2 { return }
            probe.cancel()
            second.value = shared.probe { probe, number in if number == 4 { probe.cancel() } }
        }
        #expect(first.values == [1, 2])
        #expect(second.value?.values == [1, 2, 3, 4])
        #expect(shared.prefix(1).probe().values == [1])
        #expect(sent.value == 7)
    }

    @Test func synchronousCompletionReachesLaterSubscribers() {
        let subscriptions = Box(0)
        let source = [1, 2].publisher.handleEvents(receiveSubscription: { _ in subscriptions.increment() })
        let shared = source.makeConnectable().autoconnect()
        #expect(shared.probe().values == [1, 2])
        let late = shared.probe()
        #expect(late.values == [])
        #expect(late.isFinished)
        #expect(subscriptions.value == 1)
    }

    @Test func immediateCancellationDoesNotConnect() {
        let upstream = TestPublisher<Int, TestError>()
        let leaving: @Sendable (Probe<Int, TestError>) -> Void = { $0.cancel() }
        _ = upstream.share().probe(onSubscription: leaving)
        _ = upstream.share(replay: 1).probe(onSubscription: leaving)
        _ = upstream.multicast { PassthroughSubject() }.autoconnect().probe(onSubscription: leaving)
        #expect(!upstream.isSubscribed)
    }

    /// Publishers that connect one subject again after the last cancellation.
    static let reconnecting: [@Sendable (AnyPublisher<Int, Never>) -> AnyPublisher<Int, Never>] = [
        { $0.makeConnectable().autoconnect().eraseToAnyPublisher() },
        { $0.multicast { PassthroughSubject() }.autoconnect().eraseToAnyPublisher() },
        { $0.multicast { ReplaySubject(bufferSize: 1) }.autoconnect().eraseToAnyPublisher() },
        { $0.share(replay: 1, scope: .forever).eraseToAnyPublisher() },
    ]

    @Test(arguments: reconnecting.indices)
    func nextConnectionRequestsWhenOneOfItsSubscribersDoes(kind: Int) {
        let upstream = TestPublisher<Int, Never>()
        let shared = Self.reconnecting[kind](upstream.eraseToAnyPublisher())
        for _ in 0..<3 {
            let probe = shared.probe(initial: .none)
            #expect(upstream.subscriptions.last?.requests == [])
            probe.request(1)
            #expect(upstream.subscriptions.last?.requests == [.unlimited])
            let other = shared.probe()
            #expect(upstream.subscriptions.last?.requests == [.unlimited])
            probe.cancel()
            shared.probe(initial: .max(1)).cancel()
            #expect(upstream.subscriptions.last?.requests == [.unlimited])
            other.cancel()
            #expect(upstream.subscriptions.last?.isCancelled == true)
        }
        #expect(upstream.subscriptions.count == 3)
    }

    /// Without that, a loop over an endless upstream does not return from its first request.
    @Test(arguments: reconnecting.indices)
    func loopAfterASubscriberThatRequestedAllReadsAsItConsumes(kind: Int) async {
        let sent = Box(0)
        let numbers = (1...100_000).publisher.handleEvents(receiveOutput: { sent.value = $0 })
        let shared = Self.reconnecting[kind](numbers.eraseToAnyPublisher())
        #expect(shared.prefix(2).probe().values == [1, 2])
        for _ in 0..<2 {
            for await _ in shared.first().values {}
            var values = shared.values.makeAsyncIterator()
            var received: [Int] = []
            while received.count < 50, let value = await values.next() { received.append(value) }
            let last = received.suffix(40)
            #expect(last.count == 40)
            #expect(zip(last, last.dropFirst()).allSatisfy { $0 + 1 == $1 })
            #expect(sent.value < 100)
        }
    }

    @Test func subscriberThatStaysIsNotForgottenByTheNextConnection() {
        let upstream = TestPublisher<Int, Never>()
        let shared = upstream.multicast(subject: PassthroughSubject())
        let (probe, other) = (shared.probe(), shared.probe())
        shared.connect().cancel()
        other.cancel()
        let connection = shared.connect()
        #expect(upstream.subscriptions.map(\.requests) == [[.unlimited], [.unlimited]])
        connection.cancel()
        probe.cancel()
    }

    /// A subscriber beside a connection that stays, when all others have cancelled.
    @Test func connectionThatOutlivesItsSubscribersSendsToTheNext() {
        let upstream = TestPublisher<Int, Never>()
        let shared = upstream.multicast(subject: ReplaySubject(bufferSize: 2))
        let connection = shared.connect()
        shared.probe().cancel()
        upstream.send(1)
        upstream.send(2)
        let probe = shared.probe(initial: .max(3))
        upstream.send(3)
        #expect(probe.values == [1, 2, 3])
        connection.cancel()
    }

    @Test func handleThatIsKeptHoldsNothingAfterTheEnd() {
        let source = PassthroughSubject<Int, Never>()
        func connect(_ token: Token) -> [any Cancellable] {
            let shared = source.map { token.pass($0) }.makeConnectable()
            return [shared.sink { _ in }, shared.connect()]
        }
        var token = Optional(Token())
        let held = Weak(token!)
        let handles = connect(token!)
        token = nil
        source.send(1)
        #expect(held.object != nil)
        source.send(completion: .finished)
        #expect(held.object == nil)
        withExtendedLifetime(handles) {}
    }

    @Test func handleCancelsAfterThePublisherIsReleased() {
        let upstream = TestPublisher<Int, TestError>()
        let subject = PassthroughSubject<Int, TestError>()
        let probe = subject.probe()
        let connection = upstream.multicast(subject: subject).connect()
        #expect(upstream.send(1) == .none)
        connection.cancel()
        #expect(upstream.subscriptions.map(\.cancelCount) == [1])
        #expect(probe.values == [1])
    }
}
