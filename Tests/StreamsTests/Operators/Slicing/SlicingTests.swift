import Streams
import TestSupport
import Testing

/// Operators that drop values at one end of a stream.
@Suite struct SlicingTests {
    private typealias Upstream = TestPublisher<Int, TestError>

    @Test func dropFirstAddsToTheFirstRequestOnly() {
        let upstream = Upstream()
        let probe = upstream.dropFirst(3).probe(initial: .max(2))
        #expect(upstream.requests == [.max(5)])
        for value in 1...5 { #expect(upstream.send(value) == .none) }
        probe.request(1)
        #expect(upstream.demand == .max(6))
        #expect(probe.values == [4, 5])
    }

    @Test func firstMismatchCancelsAndFinishesWithoutDelivery() {
        let upstream = Upstream()
        let probe = upstream.prefix { $0 < 3 }.probe()
        for value in 1...3 { upstream.send(value) }
        #expect(probe.values == [1, 2])
        #expect(probe.isFinished)
        #expect(upstream.isCancelled)
    }

    @Test func dropWhileReplacesDroppedValuesUntilTheFirstMatch() {
        let calls = Box(0)
        let upstream = Upstream()
        let probe = upstream.drop { value in
            calls.increment()
            return value < 3
        }.probe(initial: .max(3))
        #expect([1, 2].map { upstream.send($0) } == [.max(1), .max(1)])
        for value in [3, 1] { upstream.send(value) }
        #expect(probe.values == [3, 1])
        #expect(calls.value == 3)
    }

    @Test func triggerIsSubscribedFirstAndRequestedOnce() {
        let log = Log<String>()
        let trigger = TestPublisher<Int, TestError>()
        let (upstream, other) = (
            Deferred {
                log.append("upstream")
                return Upstream()
            },
            Deferred {
                log.append("trigger")
                return trigger
            }
        )
        let probes = [
            upstream.prefix(untilOutputFrom: other).probe(initial: .max(5)),
            upstream.drop(untilOutputFrom: other).probe(initial: .max(5)),
        ]
        #expect(log.entries == ["trigger", "upstream", "trigger", "upstream"])
        #expect(trigger.requests == [.max(1), .max(1)])
        for probe in probes { probe.cancel() }
    }

    @Test func triggerEndsThePrefix() {
        let stage = Stage()
        let prefix = stage.hot("a--b--c|").prefix(untilOutputFrom: stage.hot("----o"))
        stage.expect(prefix, "a--b|")
    }

    @Test(arguments: ["-|"]) func completionOfThePrefixTriggerAloneIsIgnored(trigger: String) {
        let stage = Stage()
        stage.expect(stage.hot("a--b--c|").prefix(untilOutputFrom: stage.hot(trigger)), "a--b--c|")
    }

    @Test func triggerThatHasFinishedIsNeitherCancelledNorListenedTo() {
        let trigger = TestPublisher<Int, TestError>(staysAttached: true)
        let upstream = Upstream()
        let probe = upstream.prefix(untilOutputFrom: trigger).probe()
        trigger.send(completion: .finished)
        trigger.send(1)
        upstream.send(2)
        upstream.send(completion: .finished)
        #expect(probe.values == [2])
        #expect(probe.isFinished)
        #expect(!trigger.isCancelled)
    }

    @Test func synchronousTriggerActsAfterTheSubscription() {
        let probe = (1...3).publisher.prefix(untilOutputFrom: Just(0)).probe()
        #expect(probe.values == [])
        #expect(probe.isFinished)
    }

    @Test(arguments: [("----o", "------c|"), ("--|", "--|"), ("--#", "--#")])
    func triggerOpensTheRest(trigger: String, output: String) {
        let stage = Stage()
        stage.expect(stage.hot("a--b--c|").drop(untilOutputFrom: stage.hot(trigger)), output)
    }
}
