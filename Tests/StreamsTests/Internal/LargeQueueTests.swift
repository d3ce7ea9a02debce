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
        let merged = subject.merge(with: other)
        let probe = merged.handleEvents(receiveOutput: { value in
            guard value == 0 || value == 200 else { return }
            for further in value + 1..<value + 200 { other.send(further) }
        }).probe()
        subject.send(0)
        subject.send(200)
        subject.send(400)
        #expect(probe.values == Array(0...400))
    }
}
