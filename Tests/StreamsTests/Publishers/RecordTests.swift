import Streams
import TestSupport
import Testing

@Suite struct RecordTests {
    @Test(arguments: [IntCompletion.finished, .failure(.boom)])
    func recordCompletesWithItsLastRequestedValue(completion: IntCompletion) {
        let probe = Record<Int, TestError>(output: [1, 2], completion: completion).probe(initial: .max(1))
        #expect(probe.values == [1])
        #expect(probe.completion == nil)
        probe.request(1)
        #expect(probe.values == [1, 2])
        #expect(probe.completion == completion)
    }

    @Test(arguments: [IntCompletion.finished, .failure(.boom)])
    func emptyRecordCompletesWithoutDemand(completion: IntCompletion) {
        let probe = Record<Int, TestError>(output: [], completion: completion).probe(initial: .none)
        #expect(probe.completion == completion)
    }
}

@Suite struct OptionalAndResultPublisherTests {
    @Test func valueWaitsForDemandAndTheFinishFollows() {
        let probes: [Probe<Int, Never>] = [
            Optional(7).publisher.probe(initial: .none),
            Result<Int, Never>.success(7).publisher.probe(initial: .none),
        ]
        for probe in probes {
            #expect(probe.signals.count == 1)
            probe.request(1)
            #expect(probe.values == [7])
            #expect(probe.isFinished)
        }
    }

    @Test func nilFinishesWithNoDemand() {
        #expect(Optional<Int>.none.publisher.probe(initial: .none).isFinished)
    }

    @Test func failureFailsWithNoDemand() {
        let probe = Result<Int, TestError>.failure(.boom).publisher.probe(initial: .none)
        #expect(probe.failure == .boom)
    }
}
