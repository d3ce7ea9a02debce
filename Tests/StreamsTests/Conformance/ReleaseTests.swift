import Streams
import TestSupport
import Testing

/// A completed or cancelled stream retains nothing, even while its subscription is retained.
@Suite(.timeLimit(.minutes(1))) struct ReleaseTests {
    enum End: CaseIterable {
        case finish, failure, cancel, cancelWithinValue

        func send(to upstream: TestPublisher<Int, TestError>, probe: Probe<Int, TestError>) {
            switch self {
            case .finish: upstream.send(completion: .finished)
            case .failure: upstream.send(completion: .failure(.boom))
            case .cancel, .cancelWithinValue: probe.cancel()
            }
        }
    }

    @Test(arguments: OperatorCase.all)
    func upstreamIsReleasedAfterTheEnd(by tested: OperatorCase) {
        for end in End.allCases {
            let time = VirtualTimeScheduler()
            var upstream = Optional(TestPublisher<Int, TestError>())
            var token = Optional(Token())
            let weakUpstream = Weak(upstream!)
            let weakToken = Weak(token!)
            let probe = tested.build(upstream!.eraseToAnyPublisher(), token!, time).probe { probe, _ in
                if end == .cancelWithinValue { probe.cancel() }
            }
            upstream!.send(2)
            time.run()
            for _ in 0..<4 {
                end.send(to: upstream!, probe: probe)
                time.run()
            }
            upstream = nil
            token = nil
            #expect(probe.hasSubscription, "\(end)")
            #expect(weakUpstream.object == nil, "the source is still held after \(end)")
            #expect(weakToken.object == nil, "a closure is still held after \(end)")
        }
    }

    @Test(
        "What was built and never subscribed, or dropped while it ran, is released",
        arguments: OperatorCase.all)
    func publisherIsReleasedWithoutASubscriber(of tested: OperatorCase) {
        var token = Optional(Token())
        let weakToken = Weak(token!)
        _ = tested.build(
            Empty(completeImmediately: false).eraseToAnyPublisher(), token!, VirtualTimeScheduler())
        token = nil
        #expect(weakToken.object == nil)
    }

    @Test(arguments: OperatorCase.all)
    func subscriberIsReleasedAfterTheEnd(by tested: OperatorCase) {
        for end in End.allCases {
            let time = VirtualTimeScheduler()
            let upstream = TestPublisher<Int, TestError>()
            let publisher = tested.build(upstream.eraseToAnyPublisher(), Token(), time)
            var probe = Optional(
                publisher.probe { probe, _ in if end == .cancelWithinValue { probe.cancel() } })
            let weakProbe = Weak(probe!)
            upstream.send(2)
            time.run()
            for _ in 0..<4 {
                end.send(to: upstream, probe: probe!)
                time.run()
            }
            probe = nil
            #expect(weakProbe.object == nil, "\(end)")
        }
    }

    @Test(arguments: OperatorCase.all)
    func deinitThatCallsBackFindsNoLockHeld(into tested: OperatorCase) {
        for end in End.allCases {
            let time = VirtualTimeScheduler()
            let upstream = TestPublisher<Int, TestError>()
            let reference = Box<Probe<Int, TestError>?>(nil)
            let calls = Box(0)
            var token = Optional(
                Token { [weak upstream] in
                    calls.increment()
                    reference.value?.request(1)
                    reference.value?.cancel()
                    upstream?.send(6)
                    upstream?.send(completion: .finished)
                })
            do {
                let probe = tested.build(upstream.eraseToAnyPublisher(), token!, time)
                    .probe(tolerance: [.excess, .lateSignals])
                reference.value = probe
                token = nil
                upstream.send(2)
                time.run()
                for _ in 0..<4 {
                    end.send(to: upstream, probe: probe)
                    time.run()
                }
            }
            reference.value = nil
            #expect(calls.value == 1, "\(end)")
        }
    }
}
