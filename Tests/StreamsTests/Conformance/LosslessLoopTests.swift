import Streams
import TestSupport
import Testing

/// `values` of every operator: a loop that starts late receives what a sink receives.
@Suite(.prompt, .timeLimit(.minutes(1))) struct LosslessLoopTests {
    /// A buffer of limited size drops or fails, which is its purpose.
    static let tested = OperatorCase.all.filter { !$0.name.hasPrefix("buffer") }

    @Test(arguments: tested)
    func lateLoopReceivesWhatASinkReceives(through tested: OperatorCase) async {
        for completion in [IntCompletion.finished, .failure(.boom)] {
            let (sinkTime, loopTime) = (VirtualTimeScheduler(), VirtualTimeScheduler())
            let (sinkSource, loopSource) = (
                PassthroughSubject<Int, TestError>(), PassthroughSubject<Int, TestError>()
            )
            let sink = tested.build(sinkSource.eraseToAnyPublisher(), Token(), sinkTime).probe()
            let publisher = tested.build(loopSource.eraseToAnyPublisher(), Token(), loopTime)
            var iterator = publisher.values.makeAsyncIterator()
            for (source, time) in [(sinkSource, sinkTime), (loopSource, loopTime)] {
                time.run(limit: 100)
                for value in 1...40 { source.send(value % 14) }
                time.run(limit: 100)
                for _ in 0..<4 { source.send(completion: completion) }
                time.run(limit: 100)
            }
            guard sink.completion != nil else { continue }
            var outcome = Outcome(values: [], completion: .finished)
            do throws(TestError) {
                while let value = try await iterator.next() {
                    outcome.values.append(value)
                    loopTime.run(limit: 100)
                }
            } catch {
                outcome.completion = .failure(error)
            }
            let expected = Outcome(values: sink.values, completion: sink.completion)
            if tested.name.hasPrefix("zip"), case .failure = completion {
                // A failure does not wait for values of the other sides, which are pulled as the loop takes
                // pairs.
                #expect(
                    expected.values.starts(with: outcome.values) && outcome.completion == expected.completion)
            } else {
                #expect(outcome == expected)
            }
        }
    }
}
