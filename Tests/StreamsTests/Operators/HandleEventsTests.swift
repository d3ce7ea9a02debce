import Streams
import TestSupport
import Testing

@Suite struct HandleEventsTests {
    @Test func closuresReceiveEverySignalBeforeItIsPassedOn() {
        let log = Log<String>()
        let upstream = TestPublisher<Int, TestError>()
        let probe = upstream.handleEvents(
            receiveSubscription: { _ in log.append("subscription") },
            receiveOutput: { log.append("value \($0)") },
            receiveCompletion: { _ in log.append("completion") },
            receiveCancel: { log.append("cancel") },
            receiveRequest: { log.append("request \($0)") }
        ).probe(
            initial: .max(1), perValue: .max(2), onValue: { _, value in log.append("got \(value)") },
            onCompletion: { _ in log.append("got completion") })
        upstream.send(1)
        upstream.send(completion: .finished)
        probe.cancel()
        probe.request(1)
        #expect(
            log.entries == [
                "subscription", "request max(1)", "value 1", "got 1", "request max(2)", "completion",
                "got completion",
            ])
        #expect(upstream.demand == .max(1))
    }

    @Test func publisherIsMadeWithClosures() {
        let log = Log<String>()
        let upstream = TestPublisher<Int, TestError>()
        let handled = Publishers.HandleEvents(
            upstream: upstream,
            receiveSubscription: { _ in log.append("subscription") },
            receiveOutput: { log.append("value \($0)") },
            receiveCompletion: { _ in log.append("completion") },
            receiveCancel: { log.append("cancel") },
            receiveRequest: { log.append("request \($0)") })
        let probe = handled.probe(initial: .max(1))
        upstream.send(1)
        probe.cancel()
        let ended = Publishers.HandleEvents(
            upstream: Just(2), receiveCompletion: { _ in log.append("finish") }
        ).probe()
        #expect(ended.values == [2])
        #expect(log.entries == ["subscription", "request max(1)", "value 1", "cancel", "finish"])
    }

    @Test func cancellationIsReportedOnce() {
        let log = Log<String>()
        let upstream = TestPublisher<Int, TestError>()
        let probe = upstream.handleEvents(receiveCancel: { log.append("\(upstream.isCancelled)") }).probe()
        probe.cancel()
        probe.cancel()
        #expect(log.entries == ["false"])
        #expect(upstream.isCancelled)
    }

    @Test func closureOfACancellationMayCancel() {
        let reference = Box<Probe<Int, Never>?>(nil)
        let count = Box(0)
        let probe = PassthroughSubject<Int, Never>().handleEvents(receiveCancel: {
            count.increment()
            reference.value?.cancel()
        }).probe()
        reference.value = probe
        probe.cancel()
        #expect(count.value == 1)
        reference.value = nil
    }

    @Test func requestOfNoneIsNotReported() {
        let count = Box(0)
        let probe = PassthroughSubject<Int, Never>().handleEvents(receiveRequest: { _ in count.increment() })
            .probe(initial: .none)
        probe.requestNothing()
        #expect(count.value == 0)
    }
}
