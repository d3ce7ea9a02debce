import Streams
import TestSupport
import Testing

@Suite struct ManySubscribersTests {
    private static let kinds: [@Sendable () -> any Subject<Int, Never>] = [
        { PassthroughSubject<Int, Never>() },
        { CurrentValueSubject<Int, Never>(0) },
        { ReplaySubject<Int, Never>(bufferSize: 0) },
    ]

    @Test(arguments: 0..<3) func eachOfManySubscribersGetsEachValueUntilItCancels(kind: Int) {
        let subject = Self.kinds[kind]()
        let probes = (0..<100).map { _ in
            let probe = Probe<Int, Never>()
            subject.subscribe(probe)
            return probe
        }
        subject.send(1)
        for (index, probe) in probes.enumerated() where index % 3 != 0 { probe.cancel() }
        subject.send(2)
        subject.send(completion: .finished)
        for (index, probe) in probes.enumerated() {
            #expect(probe.values.filter { $0 != 0 } == (index % 3 == 0 ? [1, 2] : [1]))
            #expect(probe.isFinished == (index % 3 == 0))
        }
    }

    /// The last one first: a search through all of them for each takes minutes.
    @Test(.timeLimit(.minutes(1)), arguments: 0..<3) func manySubscribersMayCancel(kind: Int) {
        let subject = Self.kinds[kind]()
        var handles = (0..<100_000).map { _ in subject.sink { _ in } }
        while !handles.isEmpty { handles.removeLast() }
        let probe = subject.probe()
        subject.send(1)
        #expect(probe.values.last == 1)
    }
}
