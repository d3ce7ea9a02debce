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
}
