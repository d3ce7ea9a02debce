import Streams
import TestSupport
import Testing

@Suite struct SwitchingDemandTests {
    @Test func valueSentFromWithinAValueIsAnsweredWithDemand() {
        let child = TestPublisher<Int, TestError>()
        let probe = Just(child).setFailureType(to: TestError.self).switchToLatest()
            .probe(initial: .max(3), perValue: .max(1)) { _, value in
                if value == 1 { child.send(2) }
            }
        let answered = child.send(1)
        #expect(probe.values == [1, 2])
        #expect(child.demand + answered == .max(5))
    }

    @Test func demandForOneValueIsRequestedFromALaterChildOnce() {
        let upstream = PassthroughSubject<TestPublisher<Int, Never>, Never>()
        let probe = upstream.switchToLatest().probe(initial: .max(1))
        let child = TestPublisher<Int, Never>()
        upstream.send(child)
        #expect(child.requests == [.max(1)])
        probe.cancel()
    }

    /// All values of a sequence are sent at once to a loop, which keeps them: none waits, and is lost at the
    /// next switch.
    @Test func loopGetsAllValuesOfSequencesThatAreReplaced() async {
        let upstream = PassthroughSubject<AnyPublisher<Int, Never>, Never>()
        let values = upstream.switchToLatest().values
        var iterator = values.makeAsyncIterator()
        upstream.send([1].publisher.eraseToAnyPublisher())
        upstream.send([2].publisher.eraseToAnyPublisher())
        upstream.send(completion: .finished)
        var received: [Int] = []
        while let value = await iterator.next() { received.append(value) }
        #expect(received == [1, 2])
    }

    @Test func childThatIsReplacedBeforeItsSubscriptionArrivesIsCancelled() {
        let scheduler = VirtualTimeScheduler()
        let (late, latest) = (TestPublisher<Int, Never>(), TestPublisher<Int, Never>())
        let upstream = PassthroughSubject<AnyPublisher<Int, Never>, Never>()
        let probe = upstream.switchToLatest().probe()
        upstream.send(late.subscribe(on: scheduler).eraseToAnyPublisher())
        upstream.send(latest.eraseToAnyPublisher())
        scheduler.advance()
        latest.send(1)
        #expect(probe.values == [1])
        let areCancelled = late.subscriptions.map(\.isCancelled)
        #expect(!areCancelled.contains(false))
        #expect(!latest.isCancelled)
    }
}
