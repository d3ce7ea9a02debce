import Streams
import TestSupport
import Testing

/// Reactive Streams 1.0, applied to every operator.
@Suite(.timeLimit(.minutes(1))) struct ConformanceTests {
    /// A stream that sends values by demand, then completes.
    private func source(_ outcome: Outcome) -> IntPublisher {
        let values = Publishers.Sequence<[Int], TestError>(sequence: outcome.values)
        guard case .failure(let error) = outcome.completion else { return values.eraseToAnyPublisher() }
        return values.append(Fail(error: error)).eraseToAnyPublisher()
    }

    @Test(arguments: OperatorCase.all)
    func outcomeMatchesTheArrayFunctionForEveryDemand(of tested: OperatorCase) {
        var generator = SeededGenerator(seed: Seeds.makeOne())
        for _ in 0..<30 {
            let input = Outcome(
                values: (0..<Int.random(in: 0...12, using: &generator)).map { _ in
                    Int.random(in: 0...15, using: &generator)
                },
                completion: Bool.random(using: &generator) ? .finished : .failure(.boom))
            for pattern in DemandPattern.allCases where pattern.isEager || !tested.dropsUnwanted {
                let time = VirtualTimeScheduler()
                let publisher = tested.build(source(input), Token(), time)
                let probe = pattern.collect(publisher, on: time, using: &generator)
                let outcome = Outcome(values: probe.values, completion: probe.completion)
                var comment: Comment { "\(pattern) \(input) \(outcome), FLUX_SEED=\(generator.seed)" }
                #expect(tested.accepts(outcome, of: input) && !probe.brokeRules, comment)
            }
        }
    }

    @Test(arguments: OperatorCase.all)
    func nothingIsSentWithoutDemand(of tested: OperatorCase) {
        let time = VirtualTimeScheduler()
        let input = Outcome(values: [2, 4, 8, 10], completion: .finished)
        let probe = tested.build(source(input), Token(), time).probe(initial: .none)
        time.run()
        probe.requestNothing()
        time.run()
        #expect(probe.values.isEmpty)
        for asked in 1...3 where probe.completion == nil {
            probe.request(1)
            time.run()
            #expect(probe.values.count == asked)
        }
    }

    @Test(arguments: OperatorCase.all)
    func nothingIsSentAfterACancellationWithinAValue(of tested: OperatorCase) {
        for completion in [IntCompletion.finished, .failure(.boom)] {
            for length in 1...3 {
                let time = VirtualTimeScheduler()
                let input = Outcome(values: Array([2, 4, 8].prefix(length)), completion: completion)
                let probe = tested.build(source(input), Token(), time)
                    .probe { probe, _ in probe.cancel() }
                time.run()
                probe.request(5)
                probe.cancel()
                time.run()
                #expect(probe.values.count <= 1)
            }
        }
    }

    @Test(arguments: OperatorCase.all)
    func nothingIsSentAfterACancellationWithinTheSubscription(of tested: OperatorCase) {
        for completion in [IntCompletion.finished, .failure(.boom)] {
            for values in [[], [1]] {
                let time = VirtualTimeScheduler()
                let input = Outcome(values: values, completion: completion)
                let probe = tested.build(source(input), Token(), time)
                    .probe(initial: .none, onSubscription: { $0.cancel() })
                time.run()
                #expect(probe.signals.count == 1)
            }
        }
    }

    @Test(arguments: OperatorCase.all)
    func requestsAndCancellationsAfterTheEndDoNothing(of tested: OperatorCase) {
        let time = VirtualTimeScheduler()
        let input = Outcome(values: [2, 4], completion: .finished)
        let probe = tested.build(source(input), Token(), time).probe()
        time.run()
        probe.request(3)
        probe.request(.unlimited)
        probe.cancel()
        probe.cancel()
        probe.request(1)
        time.run()
        #expect(probe.completion != nil)
    }

    /// Checks that need an upstream pass for those that have none.
    @Test func allOperatorsSubscribeToTheirUpstream() {
        let time = VirtualTimeScheduler()
        let idle = OperatorCase.all.filter { tested in
            let upstream = TestPublisher<Int, TestError>()
            let probe = tested.build(upstream.eraseToAnyPublisher(), Token(), time).probe()
            defer { probe.cancel() }
            return !upstream.isSubscribed
        }
        #expect(
            Set(idle.map(\.name)) == [
                "Deferred", "Empty", "ExtraPublishers.Create", "Fail", "Future", "Future that fails",
                "Interval", "Just", "NotificationCenter.publisher", "Optional.publisher",
                "Optional.publisher of nil", "Published", "Record", "Result.publisher",
                "Result.publisher of a failure", "Sequence", "prefix(0)", "subscribe(on:) later",
            ])
    }

    @Test(arguments: OperatorCase.all)
    func cancellationReachesUpstreamOnce(of tested: OperatorCase) throws {
        let time = VirtualTimeScheduler()
        let upstream = TestPublisher<Int, TestError>()
        let probe = tested.build(upstream.eraseToAnyPublisher(), Token(), time).probe()
        guard upstream.isSubscribed else { return }
        upstream.send(2)
        time.run()
        probe.cancel()
        probe.cancel()
        time.run()
        #expect(upstream.subscriptions.first?.isCancelled == true)
        upstream.send(4)
        time.run()
    }

    @Test(arguments: OperatorCase.all)
    func severalSubscribersGetTheWholeStreamEach(of tested: OperatorCase) {
        let time = VirtualTimeScheduler()
        let input = Outcome(values: [2, 4, 6], completion: .finished)
        let publisher = tested.build(source(input), Token(), time)
        let probes = (0..<3).map { _ in publisher.probe() }
        time.run()
        for (index, probe) in probes.enumerated() where index == 0 || !tested.dropsUnwanted {
            #expect(Outcome(values: probe.values, completion: probe.completion) == tested.expected(input))
        }
    }
}
