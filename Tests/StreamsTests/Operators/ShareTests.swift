import Streams
import TestSupport
import Testing

@Suite struct ShareTests {
    /// Sharing a stream does not change which values it has, also behind a switch.
    @Test(arguments: [false, true], [false, true])
    func tapDuringARequestIsDropped(isShared: Bool, isSwitched: Bool) {
        let (taps, replies) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
        let started = Log<Int>()
        let source =
            isSwitched ? Just(taps).switchToLatest().eraseToAnyPublisher() : taps.eraseToAnyPublisher()
        let requests = source.flatMap(maxPublishers: .max(1)) { tap in
            started.append(tap)
            return replies.first()
        }
        let handle = isShared ? requests.share().sink { _ in } : requests.sink { _ in }
        for tap in 1...3 { taps.send(tap) }
        replies.send(0)
        taps.send(4)
        #expect(started.entries == [1, 4])
        handle.cancel()
    }

    @Test(arguments: [false, true]) func bufferDropsNothingThatItHasRequested(isShared: Bool) {
        let buffered = (1...5).publisher.concatMap { Just($0) }
            .buffer(size: 2, prefetch: .keepFull, whenFull: .dropNewest)
        let probe =
            isShared ? buffered.share().probe(initial: .none) : buffered.probe(initial: .none)
        probe.request(.unlimited)
        #expect(probe.values == [1, 2, 3, 4, 5])
    }

    /// Work that follows other work does not wait for a subscriber that requests nothing.
    @Test(arguments: [false, true]) func workRunsWithoutDemand(isShared: Bool) {
        let started = Log<Int>()
        let work = (1...3).publisher.concatMap { number in
            started.append(number)
            return Empty<Int, Never>()
        }
        let probe = isShared ? work.share().probe(initial: .none) : work.probe(initial: .none)
        #expect(started.entries == [1, 2, 3])
        #expect(probe.completion == .finished)
    }

    @Test func workOfASubjectRunsWithoutSubscribers() {
        let started = Log<Int>()
        let subject = PassthroughSubject<Int, Never>()
        let handle = (1...3).publisher
            .concatMap { number in
                started.append(number)
                return Just(number)
            }
            .subscribe(subject)
        #expect(started.entries == [1, 2, 3])
        handle.cancel()
    }

    @Test func upstreamIsSubscribedOnceForAll() {
        let upstream = TestPublisher<Int, TestError>()
        let shared = upstream.share()
        #expect(!upstream.isSubscribed)
        let probes = [shared.probe(), shared.probe()]
        upstream.send(1)
        #expect(upstream.subscriptions.count == 1)
        #expect(upstream.requests == [.unlimited])
        for probe in probes {
            #expect(probe.values == [1])
        }
    }

    @Test func lastCancellationCancelsUpstream() {
        let upstream = TestPublisher<Int, TestError>()
        let shared = upstream.share()
        let (first, second) = (shared.probe(), shared.probe())
        first.cancel()
        first.cancel()
        #expect(!upstream.isCancelled)
        second.cancel()
        #expect(upstream.isCancelled)
    }

    @Test func subscriberAfterTheLastCancellationSubscribesAgain() {
        let upstream = TestPublisher<Int, TestError>()
        let shared = upstream.share()
        shared.probe().cancel()
        let probe = shared.probe()
        upstream.send(1)
        #expect(upstream.subscriptions.count == 2)
        #expect(probe.values == [1])
    }

    @Test func lateSubscriberGetsTheCompletion() {
        let shared = [1, 2].publisher.share()
        #expect(shared.probe().values == [1, 2])
        let late = shared.probe(initial: .none)
        #expect(late.values == [])
        #expect(late.isFinished)
    }

    @Test func eachSubscriberHasItsOwnDemand() {
        let upstream = TestPublisher<Int, TestError>()
        let shared = upstream.share()
        let (slow, fast) = (shared.probe(initial: .max(1)), shared.probe())
        for value in 1...3 { upstream.send(value) }
        #expect(slow.values == [1])
        #expect(fast.values == [1, 2, 3])
    }

    @Test func cancellationWithinTheSubscriptionDoesNotConnect() {
        let upstream = TestPublisher<Int, TestError>()
        let shared = upstream.share()
        let probe = shared.probe(initial: .none, onSubscription: { $0.cancel() })
        #expect(!upstream.isSubscribed)
        #expect(probe.signals.count == 1)
    }

    @Test func cancellationWithinTheSubscriptionKeepsOthersConnected() {
        let upstream = TestPublisher<Int, TestError>()
        let shared = upstream.share()
        let probe = shared.probe()
        _ = shared.probe(initial: .none, onSubscription: { $0.cancel() })
        upstream.send(1)
        #expect(!upstream.isCancelled)
        #expect(upstream.subscriptions.count == 1)
        #expect(probe.values == [1])
        probe.cancel()
        #expect(upstream.isCancelled)
    }

    @Test func lateEndOfAnEarlierConnectionDoesNotEndTheCurrentOne() {
        let connections = [
            TestPublisher<Int, TestError>(staysAttached: true), TestPublisher<Int, TestError>(),
        ]
        let count = Box(0)
        let upstream = Deferred {
            defer { count.increment() }
            return connections[count.value]
        }
        let shared = upstream.share(replay: 1, scope: .forever)
        shared.probe().cancel()
        let probe = shared.probe()
        connections[0].send(completion: .finished)
        connections[1].send(1)
        #expect(probe.values == [1])
        #expect(probe.completion == nil)
        let other = shared.probe()
        #expect(other.values == [1])
        #expect(count.value == 2)
        probe.cancel()
        #expect(!connections[1].isCancelled)
        other.cancel()
        #expect(connections[1].isCancelled)
    }

    @Test func twoSharesAreDifferent() {
        let shared = Just(1).share()
        #expect(shared == shared)
        #expect(shared != Just(1).share())
    }
}
