import Streams
import TestSupport
import Testing

/// Reactive Streams 1.0, applied to the publishers that send from tasks and threads of their own.
@Suite(.prompt, .timeLimit(.minutes(1))) struct AsynchronousConformanceTests {
    private func outcome(of probe: Probe<Int, TestError>) -> Outcome {
        Outcome(values: probe.values, completion: probe.completion)
    }

    @Test(arguments: AsynchronousCase.all)
    func outcomeIsTheSameForEveryDemand(of tested: AsynchronousCase) async {
        for pattern in DemandPattern.allCases where pattern != .random {
            let ended = Gate()
            let probe = Probe<Int, TestError>(
                initial: pattern == .unlimited ? .unlimited : .max(1),
                perValue: pattern == .returned ? .max(1) : .none,
                onValue: { probe, _ in if pattern == .reentrant { probe.request(1) } },
                onCompletion: { _ in ended.open() })
            tested.build(Token()).subscribe(probe)
            // More than there are, so that a stream requested one by one completes as well.
            if pattern == .oneByOne { for _ in 0..<5 { probe.request(1) } }
            await ended.pass()
            #expect(outcome(of: probe) == tested.expected, "\(pattern)")
            probe.request(1)
            probe.cancel()
        }
    }

    @Test(arguments: AsynchronousCase.all)
    func severalSubscribersGetTheWholeStreamEach(of tested: AsynchronousCase) async {
        let publisher = tested.build(Token())
        for _ in 0..<3 {
            let ended = Gate()
            let probe = publisher.probe(onCompletion: { _ in ended.open() })
            await ended.pass()
            #expect(outcome(of: probe) == tested.expected)
        }
    }

    @Test(arguments: AsynchronousCase.all)
    func cancellationWithinTheSubscriptionReleasesEverything(of tested: AsynchronousCase) async {
        let released = Gate()
        let probe: Probe<Int, TestError>
        do {
            probe = tested.build(Token { released.open() })
                .probe(initial: .none, onSubscription: { $0.cancel() })
        }
        probe.request(1)
        await released.pass()
        #expect(probe.signals.count == 1)
    }

    @Test(
        "Cancelled within a value it is silent after it and holds nothing", arguments: AsynchronousCase.all)
    func cancelWithinValue(of tested: AsynchronousCase) async {
        let released = Gate()
        let probe: Probe<Int, TestError>
        do {
            probe = tested.build(Token { released.open() }).probe { probe, _ in probe.cancel() }
        }
        await released.pass()
        // An upstream that has sent all its values may be released before the main actor delivers the first
        // of them.
        await MainActor.run {}
        #expect(probe.values == Array(tested.expected.values.prefix(1)))
        #expect((probe.completion == nil) == !tested.expected.values.isEmpty)
    }
}
