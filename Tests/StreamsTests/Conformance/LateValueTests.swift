import Streams
import TestSupport
import Testing

/// What operators answer to values that come when they should not.
@Suite(.timeLimit(.minutes(1))) struct LateValueTests {
    @Test(arguments: OperatorCase.all)
    func valueAfterTheCancellationReturnsNoDemand(of tested: OperatorCase) {
        let time = VirtualTimeScheduler()
        let upstream = TestPublisher<Int, TestError>(staysAttached: true)
        let probe = tested.build(upstream.eraseToAnyPublisher(), Token(), time)
            .probe(initial: .max(2), tolerance: [.lateSignals, .excess])
        upstream.send(2)
        time.run()
        probe.cancel()
        time.run()
        let requests = upstream.requests
        #expect(upstream.send(4) == .none)
        time.run()
        #expect(upstream.requests == requests)
    }

    @Test(arguments: OperatorCase.all.filter { !$0.trustsUpstream })
    func valueAfterTheEndReturnsNoDemand(of tested: OperatorCase) {
        for end in [IntCompletion.finished, .failure(.boom)] {
            let time = VirtualTimeScheduler()
            let upstream = TestPublisher<Int, TestError>(staysAttached: true)
            let probe = tested.build(upstream.eraseToAnyPublisher(), Token(), time)
                .probe(initial: .max(2), tolerance: .excess)
            upstream.send(2)
            time.run()
            for _ in 0..<4 {
                upstream.send(completion: end)
                time.run()
            }
            guard probe.completion != nil else { continue }
            let requests = upstream.requests
            #expect(upstream.send(4) == .none, "\(end)")
            time.run()
            #expect(upstream.requests == requests, "\(end)")
        }
    }

    @Test(arguments: OperatorCase.all)
    func valueSentWithinAValueReturnsDemand(of tested: OperatorCase) {
        let time = VirtualTimeScheduler()
        let upstream = TestPublisher<Int, TestError>()
        let answered = Box(Subscribers.Demand.none)
        let probe = tested.build(upstream.eraseToAnyPublisher(), Token(), time)
            .probe(initial: .max(2), perValue: .max(1), tolerance: .overlaps) { probe, _ in
                if probe.values.count == 1 { answered.value += upstream.send(4) }
            }
        answered.value += upstream.send(2)
        time.run()
        guard probe.values.count == 2, probe.completion == nil, !upstream.isCancelled else { return }
        // Two values arrived, and more are requested.
        #expect(upstream.demand + answered.value > 2)
    }
}
