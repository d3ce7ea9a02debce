import Streams
import TestSupport
import Testing

@Suite struct UpstreamCallsTests {
    @Test func upstreamThatSendsWithinARequestIsRequestedInTurn() {
        let depth = Box(0)
        let deepest = Box(0)
        let sent = Box(0)
        let upstream = TestPublisher<Int, TestError> { upstream, _ in
            deepest.value = max(deepest.value, depth.increment())
            if sent.value < 1_000 { upstream.send(sent.increment()) }
            depth.value -= 1
        }
        let numbers = (1...).publisher.setFailureType(to: TestError.self)
        let probe = upstream.zip(numbers).map { $0 - $1 }.probe(initial: .max(1), perValue: .max(1))
        #expect(probe.values.count == 1_000)
        #expect(probe.values.allSatisfy { $0 == 0 })
        // The first request comes from the subscriber, and makes the others.
        #expect(deepest.value <= 2)
    }
}
