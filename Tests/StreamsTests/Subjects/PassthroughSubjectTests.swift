import Streams
import TestSupport
import Testing

@Suite struct PassthroughSubjectTests {
    typealias IntSubject = PassthroughSubject<Int, TestError>

    @Test func valuesWithoutDemandAreLostPerSubscriber() {
        let subject = IntSubject()
        let one = subject.probe(initial: .max(1))
        let all = subject.probe()
        let none = subject.probe(initial: .none)
        for value in 1...3 { subject.send(value) }
        none.request(1)
        subject.send(4)
        #expect(one.values == [1])
        #expect(all.values == [1, 2, 3, 4])
        #expect(none.values == [4])
    }

    @Test func demandAddsUp() {
        let subject = IntSubject()
        let probe = subject.probe(initial: .max(1)) { probe, value in
            if value == 1 { probe.request(1) }
        }
        probe.request(1)
        probe.requestNothing()
        for value in 1...5 { subject.send(value) }
        #expect(probe.values == [1, 2, 3])
    }

    @Test func demandReturnedFromAValueIsAdded() {
        let subject = IntSubject()
        let probe = subject.probe(initial: .max(1), perValue: .max(1))
        for value in 1...5 { subject.send(value) }
        #expect(probe.values == [1, 2, 3, 4, 5])
    }

    @Test(arguments: [IntCompletion.finished, .failure(.boom)])
    func completionNeedsNoDemandAndIsFinal(completion: IntCompletion) {
        let subject = IntSubject()
        let probe = subject.probe(initial: .none)
        subject.send(completion: completion)
        subject.send(completion: .finished)
        subject.send(1)
        #expect(probe.completion == completion)
    }

    @Test(arguments: [IntCompletion.finished, .failure(.boom)])
    func lateSubscriberGetsTheCompletion(completion: IntCompletion) {
        let subject = IntSubject()
        subject.send(completion: completion)
        let probe = subject.probe(initial: .none)
        #expect(probe.completion == completion)
        let cancelled = subject.probe(initial: .none, onSubscription: { $0.cancel() })
        #expect(cancelled.completion == nil)
    }

    @Test func valueSentWithinAValueReachesAllAfterIt() {
        let subject = IntSubject()
        let first = subject.probe { _, value in
            if value < 3 { subject.send(value + 1) }
        }
        let second = subject.probe()
        subject.send(1)
        #expect(first.values == [1, 2, 3])
        #expect(second.values == [1, 2, 3])
    }

    @Test func completionSentWithinAValueReachesAllAfterIt() {
        let subject = IntSubject()
        let first = subject.probe { _, _ in
            subject.send(completion: .finished)
            subject.send(9)
        }
        let second = subject.probe()
        subject.send(1)
        for probe in [first, second] {
            #expect(probe.values == [1])
            #expect(probe.isFinished)
        }
    }

    @Test func subscriberWithinAValueGetsTheNext() {
        let subject = IntSubject()
        let late = Box<Probe<Int, TestError>?>(nil)
        let first = subject.probe { _, value in
            if value == 1 {
                late.value = subject.probe()
                subject.send(2)
            }
        }
        subject.send(1)
        subject.send(3)
        #expect(first.values == [1, 2, 3])
        #expect(late.value?.values == [2, 3])
    }

    @Test func cancellationWithinAnothersDeliveryPreventsOnesOwn() {
        let subject = IntSubject()
        let second = Box<Probe<Int, TestError>?>(nil)
        let first = subject.probe { _, _ in second.value?.cancel() }
        second.value = subject.probe()
        subject.send(1)
        subject.send(2)
        #expect(first.values == [1, 2])
        #expect(second.value?.values == [])
    }

    @Test func cancelledSinkReceivesNothing() {
        let subject = IntSubject()
        let log = Log<Int>()
        let handle = subject.sink(
            receiveCompletion: { _ in log.append(-1) }, receiveValue: { log.append($0) })
        subject.send(1)
        handle.cancel()
        subject.send(2)
        subject.send(completion: .finished)
        #expect(log.entries == [1])
    }

    @Test func cancellingReleasesSubscriberAndSubject() {
        var subject = Optional(IntSubject())
        let weakSubject = Weak(subject!)
        let probe = subject!.probe()
        probe.cancel()
        subject = nil
        #expect(weakSubject.object == nil)
    }

    @Test func endReleasesSubscriberAndSubject() {
        var subject = Optional(IntSubject())
        let weakSubject = Weak(subject!)
        var probe = Optional(subject!.probe())
        let weakProbe = Weak(probe!)
        subject!.send(completion: .finished)
        subject = nil
        #expect(weakSubject.object == nil)
        probe = nil
        #expect(weakProbe.object == nil)
    }

    @Test func subscriberReleasedByItsCancellationMayCallBack() {
        let subject = IntSubject()
        let log = Log<Int>()
        _ = subject.probe { _, value in log.append(value) }
        var token = Optional(Token { subject.send(99) })
        let handle = subject.sink(receiveCompletion: { _ in }, receiveValue: { [token] _ in token?.pass(()) })
        token = nil
        subject.send(1)
        handle.cancel()
        #expect(log.entries == [1, 99])
    }

    @Test func valueReleasedByTheSubjectMayCallBack() {
        let subject = PassthroughSubject<Token, Never>()
        let count = Box(0)
        let handle = subject.sink { _ in count.increment() }
        subject.send(Token { subject.send(Token()) })
        #expect(count.value == 2)
        handle.cancel()
    }
}

@Suite struct SubjectFeedingTests {
    @Test func subjectRequestsEverythingOfItsUpstream() {
        let upstream = TestPublisher<Int, TestError>()
        let subject = PassthroughSubject<Int, TestError>()
        let probe = subject.probe()
        let handle = upstream.subscribe(subject)
        #expect(upstream.requests == [.unlimited])
        upstream.send(1)
        upstream.send(completion: .failure(.boom))
        #expect(probe.values == [1])
        #expect(probe.failure == .boom)
        handle.cancel()
    }

    @Test func cancellingTheHandleDetachesTheSubject() {
        let upstream = TestPublisher<Int, TestError>(staysAttached: true)
        let subject = CurrentValueSubject<Int, TestError>(0)
        let handle = upstream.subscribe(subject)
        upstream.send(1)
        handle.cancel()
        upstream.send(2)
        #expect(upstream.isCancelled)
        #expect(subject.value == 1)
    }

    @Test func subjectCancelsItsUpstreamsWhenItIsReleased() {
        for subject in [0, 1] {
            let subscription = TestSubscription()
            if subject == 0 {
                PassthroughSubject<Int, Never>().send(subscription: subscription)
            } else {
                CurrentValueSubject<Int, Never>(0).send(subscription: subscription)
            }
            #expect(subscription.isCancelled)
        }
    }

    @Test func completedSubjectCancelsANewUpstream() {
        let passthrough = PassthroughSubject<Int, Never>()
        let current = CurrentValueSubject<Int, Never>(0)
        passthrough.send(completion: .finished)
        current.send(completion: .finished)
        let subscriptions = [TestSubscription(), TestSubscription()]
        passthrough.send(subscription: subscriptions[0])
        current.send(subscription: subscriptions[1])
        for subscription in subscriptions {
            #expect(subscription.isCancelled)
            #expect(subscription.requests == [])
        }
    }

    @Test(arguments: [IntCompletion.finished, .failure(.boom)])
    func completedSubjectCancelsItsUpstreams(completion: IntCompletion) {
        let subjects: [any Subject<Int, TestError>] = [
            PassthroughSubject<Int, TestError>(), CurrentValueSubject<Int, TestError>(0),
            ReplaySubject<Int, TestError>(bufferSize: 1),
        ]
        for subject in subjects {
            let upstreams = [TestPublisher<Int, TestError>(), TestPublisher<Int, TestError>()]
            let handles = [upstreams[0].subscribe(subject), upstreams[1].subscribe(subject)]
            let probe = subject.probe()
            subject.send(completion: completion)
            #expect(upstreams.allSatisfy { $0.isCancelled })
            #expect(probe.completion == completion)
            for handle in handles { handle.cancel() }
            #expect(upstreams.allSatisfy { $0.subscriptions[0].cancelCount == 1 })
        }
    }

    @Test func completionOfOneUpstreamCancelsTheOthers() {
        let subjects: [any Subject<Int, TestError>] = [
            PassthroughSubject<Int, TestError>(), CurrentValueSubject<Int, TestError>(0),
            ReplaySubject<Int, TestError>(bufferSize: 1),
        ]
        for subject in subjects {
            let upstreams = [TestPublisher<Int, TestError>(), TestPublisher<Int, TestError>()]
            let handles = [upstreams[0].subscribe(subject), upstreams[1].subscribe(subject)]
            upstreams[0].send(completion: .finished)
            #expect(!upstreams[0].isCancelled)
            #expect(upstreams[1].isCancelled)
            for handle in handles { handle.cancel() }
        }
    }
}
