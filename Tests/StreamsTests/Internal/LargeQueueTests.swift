import Streams
import TestSupport
import Testing

/// Queues that have been larger than the storage that they keep for reuse deliver each signal once.
@Suite struct LargeQueueTests {
    @Test func manyValuesThatWaitForASchedulerAreDeliveredOnce() {
        let time = VirtualTimeScheduler()
        let subject = PassthroughSubject<Int, Never>()
        let probe = subject.receive(on: time).probe()
        for round in 0..<3 {
            for value in 0..<200 { subject.send(round * 200 + value) }
            time.advance()
            #expect(probe.values == Array(0..<(round + 1) * 200))
        }
    }

    @Test func manyEventsDuringAnotherAreHandledOnce() {
        let (subject, other) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
        let probe = subject.merge(with: other)
            .handleEvents(receiveOutput: { value in
                guard value.isMultiple(of: 200) else { return }
                for further in value + 1..<value + 200 { other.send(further) }
            })
            .probe()
        for round in 0..<4 { subject.send(round * 200) }
        #expect(probe.values == Array(0..<800))
    }
}
