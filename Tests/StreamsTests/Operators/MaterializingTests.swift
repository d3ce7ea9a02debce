import Streams
import TestSupport
import Testing

@Suite struct MaterializingTests {
    @Test func completionIsAValueThatWaitsForDemand() {
        let probe = Fail<Int, TestError>(error: .boom).materialize().probe(initial: .none)
        #expect(probe.signals.count == 1)
        probe.request(1)
        #expect(probe.values == [.failure(.boom)])
        #expect(probe.isFinished)
    }

    @Test func allSignalsAreValues() {
        let probe = [1, 2].publisher.materialize().probe()
        #expect(probe.values == [.value(1), .value(2), .finished])
        #expect(probe.isFinished)
    }

    @Test func dematerializeReversesMaterialize() {
        let signals: [Signal<Int, TestError>] = [.value(1), .failure(.boom), .value(2)]
        let probe = signals.publisher.dematerialize().probe()
        #expect(probe.values == [1])
        #expect(probe.failure == .boom)
    }

    @Test func pairwisePairsEachValueWithThePreviousOne() {
        let probe = (1...4).publisher.pairwise().map { [$0, $1] }.probe(initial: .max(2))
        #expect(probe.values == [[1, 2], [2, 3]])
        #expect(probe.completion == nil)
    }

    @Test func printLogsEverySignalAndRequest() {
        let transcript = Transcript()
        let probe = [1, 2].publisher.print("numbers", to: transcript).probe(initial: .max(1))
        probe.request(.unlimited)
        #expect(
            transcript.writes.dropFirst() == [
                "numbers: request max: (1)\n", "numbers: receive value: (1)\n",
                "numbers: request unlimited\n", "numbers: receive value: (2)\n",
                "numbers: receive finished\n",
            ])
    }

    @Test func printTellsDemandThatIsReturnedForAValue() {
        let transcript = Transcript()
        let probe = [1, 2].publisher.print("x", to: transcript).probe(initial: .max(1), perValue: .max(1))
        #expect(probe.values == [1, 2])
        #expect(
            transcript.writes.filter { $0.contains("request") } == [
                "x: request max: (1)\n", "x: request max: (1) (synchronous)\n",
                "x: request max: (1) (synchronous)\n",
            ])
    }

    @Test func dematerializeFinishesWithUpstreamThoughNoSignalSaysSo() {
        let upstream = TestPublisher<Signal<Int, TestError>, Never>()
        let probe = upstream.dematerialize().probe()
        upstream.send(.value(1))
        upstream.send(completion: .finished)
        #expect(probe.values == [1])
        #expect(probe.isFinished)
    }

    @Test func printTellsFailureAndCancellation() {
        let (cancelled, failed) = (Transcript(), Transcript())
        Empty<Int, TestError>(completeImmediately: false).print("x", to: cancelled).probe().cancel()
        #expect(cancelled.writes.last == "x: receive cancel\n")
        _ = Fail<Int, TestError>(error: .boom).print("x", to: failed).probe()
        #expect(failed.writes.last == "x: receive error: (boom)\n")
    }
}
