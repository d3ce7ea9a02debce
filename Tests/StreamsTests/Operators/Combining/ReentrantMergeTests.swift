import Streams
import TestSupport
import Testing

/// Signals that arrive while a merged value is delivered, and therefore wait in a queue.
@Suite(.timeLimit(.minutes(1))) struct ReentrantMergeTests {
    @Test func valueOfTheOtherUpstreamFollowsTheOneBeingDelivered() {
        let (a, b) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
        let order = Box<[Int]>([])
        let probe = a.merge(with: b).probe { _, value in
            if value == 1 {
                b.send(2)
                b.send(3)
            }
            order.value.append(value)
        }
        a.send(1)
        a.send(4)
        #expect(probe.values == [1, 2, 3, 4])
        #expect(order.value == [1, 2, 3, 4])
    }

    /// What a subject sends while another value is delivered, once unlimited demand has arrived late.
    @Test(arguments: ["merge", "flatMap"])
    func valuesAfterLateUnlimitedDemandAreNotLost(name: String) {
        let (a, b) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
        let merged =
            name == "merge"
            ? a.merge(with: b).eraseToAnyPublisher()
            : [a, b].publisher.flatMap { $0 }.eraseToAnyPublisher()
        @Sendable func sendMore(after value: Int) {
            if value == 1 { for next in 2...4 { b.send(next) } }
        }
        let time = VirtualTimeScheduler()
        let later = merged.subscribe(on: time).probe { _, value in sendMore(after: value) }
        time.advance()
        a.send(1)
        a.send(5)
        #expect(later.values == [1, 2, 3, 4, 5])
        later.cancel()

        let requesting = merged.probe(initial: .max(1)) { probe, value in
            if value == 0 { probe.request(.unlimited) }
            sendMore(after: value)
        }
        for value in [0, 1, 5] { a.send(value) }
        #expect(requesting.values == [0, 1, 2, 3, 4, 5])
    }

    /// The tab that a value chooses is a merge of subjects.
    @Test func mergeThatIsSubscribedToWithinAValueLosesNothing() {
        let tabs = PassthroughSubject<Int, Never>()
        let (a, b) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
        let probe = tabs.map { _ in a.merge(with: b) }.switchToLatest().probe { _, value in
            if value == 0 { tabs.send(2) }
            if value == 1 { for next in 2...4 { b.send(next) } }
        }
        tabs.send(1)
        for value in [0, 1, 5] { a.send(value) }
        #expect(probe.values == [0, 1, 2, 3, 4, 5])
    }

    @Test func queuedValuesAreDroppedByACancellation() {
        let (a, b) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
        let probe = a.merge(with: b).probe { probe, _ in
            b.send(2)
            probe.cancel()
            b.send(3)
        }
        a.send(1)
        a.send(4)
        #expect(probe.values == [1])
    }

    @Test func queuedValuesAreDroppedByAFailureThatPrecedesThem() {
        let (a, b) = (PassthroughSubject<Int, TestError>(), PassthroughSubject<Int, TestError>())
        let c = PassthroughSubject<Int, TestError>()
        let probe = a.merge(with: b, c).probe { _, value in
            guard value == 1 else { return }
            b.send(2)
            b.send(completion: .failure(.boom))
            c.send(3)
        }
        a.send(1)
        #expect(probe.values == [1, 2])
        #expect(probe.failure == .boom)
    }

    @Test func queuedValuesWaitForDemand() {
        let (a, b) = (TestPublisher<Int, Never>(), TestPublisher<Int, Never>())
        let probe = a.merge(with: b).probe(initial: .max(1)) { _, value in
            if value == 1 { b.send(2) }
        }
        a.send(1)
        #expect(probe.values == [1])
        probe.request(.max(1))
        #expect(probe.values == [1, 2])
    }

    @Test func demandThatBecomesUnlimitedReachesQueuedValues() {
        let (a, b) = (TestPublisher<Int, Never>(), TestPublisher<Int, Never>())
        let probe = a.merge(with: b).probe(initial: .max(1)) { probe, value in
            guard value == 1 else { return }
            b.send(2)
            probe.request(.unlimited)
        }
        a.send(1)
        b.send(3)
        #expect(probe.values == [1, 2, 3])
    }

    @Test func childThatIsAttachedWithinAValueIsRequestedFromAfterIt() {
        let children = PassthroughSubject<TestPublisher<Int, Never>, Never>()
        let (a, b) = (TestPublisher<Int, Never>(), TestPublisher<Int, Never>())
        let demand = Box<Subscribers.Demand?>(nil)
        let probe = children.flatMap { $0 }.probe { _, value in
            guard value == 1 else { return }
            children.send(b)
            demand.value = b.demand
        }
        children.send(a)
        a.send(1)
        #expect(demand.value == Subscribers.Demand.none)
        #expect(b.demand == .unlimited)
        b.send(2)
        #expect(probe.values == [1, 2])
    }

    @Test func childThatIsAttachedWithinTheLastValueIsCancelled() {
        let children = PassthroughSubject<TestPublisher<Int, Never>, Never>()
        let (a, b) = (TestPublisher<Int, Never>(), TestPublisher<Int, Never>())
        let probe = children.flatMap { $0 }.probe { probe, _ in
            children.send(b)
            probe.cancel()
        }
        children.send(a)
        a.send(1)
        #expect(b.isCancelled)
        b.send(2)
        #expect(probe.values == [1])
    }

    @Test func switchToLatestDropsQueuedValuesOfAnEarlierChild() {
        let children = PassthroughSubject<TestPublisher<Int, Never>, Never>()
        let (a, b) = (TestPublisher<Int, Never>(staysAttached: true), TestPublisher<Int, Never>())
        let probe = children.switchToLatest().probe { _, value in
            guard value == 1 else { return }
            children.send(b)
            a.send(2)
        }
        children.send(a)
        a.send(1)
        b.send(3)
        #expect(probe.values == [1, 3])
    }
}
