import Streams
import TestSupport
import Testing

/// Operators with an upstream that breaks the rules.
@Suite(.timeLimit(.minutes(1))) struct MisbehavingUpstreamTests {
    @Test(arguments: OperatorCase.all)
    func secondSubscriptionIsCancelledAndTheFirstContinues(to tested: OperatorCase) {
        let time = VirtualTimeScheduler()
        let upstream = TestPublisher<Int, TestError>(staysAttached: true)
        let probe = tested.build(upstream.eraseToAnyPublisher(), Token(), time).probe()
        guard let first = upstream.subscriptions.first else { return }
        let second = upstream.sendSubscription()
        time.run()
        #expect(second.isCancelled)
        #expect(second.requests == [])
        #expect(!first.isCancelled)
        upstream.send(2)
        upstream.send(completion: .finished)
        time.run()
        #expect(probe.values == tested.expected(Outcome(values: [2], completion: .finished)).values)
    }

    @Test(arguments: OperatorCase.all)
    func sinkGetsNothingAfterTheEnd(of tested: OperatorCase) {
        for end in [IntCompletion.finished, .failure(.boom)] {
            let time = VirtualTimeScheduler()
            let upstream = TestPublisher<Int, TestError>(staysAttached: true)
            let log = Log<String>()
            let sink = tested.build(upstream.eraseToAnyPublisher(), Token(), time)
                .sink(
                    receiveCompletion: { _ in log.append("end") }, receiveValue: { _ in log.append("value") })
            upstream.send(2)
            for _ in 0..<4 { upstream.send(completion: end) }
            time.run()
            let before = log.entries
            #expect(before.filter { $0 == "end" }.count <= 1)
            upstream.send(4)
            upstream.send(completion: .finished)
            upstream.send(completion: .failure(.boom))
            time.run()
            if before.last == "end" { #expect(log.entries == before) }
            sink.cancel()
        }
    }

    @Test(
        "An operator with a state of its own guards what is below it from signals after the end",
        arguments: OperatorCase.all.filter { !$0.trustsUpstream })
    func signalsAfterTheEndAreDropped(by tested: OperatorCase) {
        for end in [IntCompletion.finished, .failure(.boom)] {
            let time = VirtualTimeScheduler()
            let upstream = TestPublisher<Int, TestError>(staysAttached: true)
            _ = tested.build(upstream.eraseToAnyPublisher(), Token(), time)
                .probe(tolerance: .excess)
            for _ in 0..<4 { upstream.send(completion: end) }
            time.run()
            upstream.send(4)
            upstream.send(completion: .finished)
            upstream.send(completion: .failure(.boom))
            time.run()
        }
    }

    @Test(arguments: OperatorCase.all)
    func valuesWithoutDemandAreHarmless(of tested: OperatorCase) {
        let time = VirtualTimeScheduler()
        let upstream = TestPublisher<Int, TestError>()
        let probe = tested.build(upstream.eraseToAnyPublisher(), Token(), time)
            .probe(initial: .none, tolerance: .excess)
        for value in [2, 4, 8] { upstream.send(value) }
        time.run()
        probe.request(2)
        upstream.send(10)
        time.run()
        probe.request(.unlimited)
        for _ in 0..<4 {
            upstream.send(completion: .failure(.boom))
            time.run()
        }
        #expect(probe.completion != nil)
    }

    @Test(arguments: OperatorCase.all)
    func completionPassesWithoutDemand(of tested: OperatorCase) {
        let time = VirtualTimeScheduler()
        let upstream = TestPublisher<Int, TestError>()
        let probe = tested.build(upstream.eraseToAnyPublisher(), Token(), time).probe(initial: .none)
        guard upstream.isSubscribed else { return }
        upstream.send(completion: .finished)
        time.run()
        probe.request(.unlimited)
        #expect(probe.isFinished)
    }
}
