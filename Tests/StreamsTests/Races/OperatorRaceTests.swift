import Streams
import TestSupport
import Testing

extension RaceTests {
    @Suite struct Operators {
        typealias IntSubject = PassthroughSubject<Int, TestError>

        struct Setting: Sendable {
            let a = IntSubject()
            let b = IntSubject()
            let probe: Probe<Int, TestError>

            init(
                probe: Probe<Int, TestError> = Probe(tolerance: .lateSignals),
                _ build: (IntSubject, IntSubject) -> IntPublisher
            ) {
                self.probe = probe
                build(a, b).subscribe(probe)
            }
        }

        private static let joining: [@Sendable (IntSubject, IntSubject) -> IntPublisher] = [
            { a, b in a.merge(with: b).eraseToAnyPublisher() },
            { a, b in [a, b].merged().eraseToAnyPublisher() },
            { a, b in
                [a, b].publisher.setFailureType(to: TestError.self).flatMap { $0 }.eraseToAnyPublisher()
            },
            { a, b in
                a.flatMap { Just($0).setFailureType(to: TestError.self) }
                    .merge(with: b.flatMap { Just($0).setFailureType(to: TestError.self) })
                    .eraseToAnyPublisher()
            },
        ]

        @Test(arguments: 0..<4)
        func concurrentUpstreamsKeepTheirOrder(joining index: Int) {
            let batch = 20
            race(rounds: 500) {
                Setting(Self.joining[index])
            } _: { setting in
                for value in 1...batch { setting.a.send(value) }
                setting.a.send(completion: .finished)
            } against: { setting in
                for value in 1...batch { setting.b.send(-value) }
                setting.b.send(completion: .finished)
            } check: { setting in
                let values = setting.probe.values
                #expect(values.filter { $0 > 0 } == Array(1...batch))
                #expect(values.filter { $0 < 0 } == (1...batch).map { -$0 })
                #expect(setting.probe.isFinished)
            }
        }

        @Test func concurrentChildrenMeetDemandFromAThirdThread() {
            race(rounds: 500) {
                Setting(probe: Probe(initial: .max(1), perValue: .max(1), tolerance: .lateSignals)) { a, b in
                    a.merge(with: b)
                        .flatMap {
                            Publishers.Sequence<[Int], TestError>(sequence: [$0, $0])
                        }.eraseToAnyPublisher()
                }
            } _: { setting in
                for value in 1...10 { setting.a.send(value) }
                setting.a.send(completion: .finished)
            } against: { setting in
                for value in 1...10 { setting.b.send(-value) }
                setting.b.send(completion: .finished)
            } check: { setting in
                #expect(setting.probe.isFinished)
                for value in setting.probe.values {
                    #expect(setting.probe.values.filter { $0 == value }.count == 2)
                }
            }
        }

        @Test(arguments: 0..<4)
        func concurrentFailureAndValueSendOneCompletion(joining index: Int) {
            race {
                Setting(Self.joining[index])
            } _: { setting in
                setting.a.send(completion: .failure(.boom))
            } against: { setting in
                for value in 1...3 { setting.b.send(value) }
                setting.b.send(completion: .failure(.other(1)))
            } check: { setting in
                #expect(setting.probe.failure != nil)
            }
        }

        @Test func combineLatestEndsInThePairOfTheLastValues() {
            race(rounds: 1_000) {
                Setting { a, b in a.combineLatest(b) { $0 * 100 + $1 }.eraseToAnyPublisher() }
            } _: { setting in
                for value in 1...9 { setting.a.send(value) }
                setting.a.send(completion: .finished)
            } against: { setting in
                for value in 1...9 { setting.b.send(value) }
                setting.b.send(completion: .finished)
            } check: { setting in
                #expect(setting.probe.values.last == 909)
                #expect(setting.probe.values == setting.probe.values.sorted())
                #expect(setting.probe.isFinished)
            }
        }

        @Test func switchToLatestReplacesAChildThatIsSending() {
            race {
                let children = PassthroughSubject<IntPublisher, TestError>()
                let setting = Setting { a, _ in
                    children.switchToLatest().eraseToAnyPublisher()
                }
                children.send(setting.a.eraseToAnyPublisher())
                return (setting, children)
            } _: { setting, children in
                children.send(setting.b.eraseToAnyPublisher())
                for value in 1...3 { setting.b.send(-value) }
            } against: { setting, _ in
                for value in 1...3 { setting.a.send(value) }
            } check: { setting, children in
                let values = setting.probe.values
                #expect(values.filter { $0 < 0 } == [-1, -2, -3])
                #expect(values.suffix(3) == [-1, -2, -3])
                setting.a.send(9)
                #expect(setting.probe.values == values)
                children.send(completion: .finished)
                setting.b.send(completion: .finished)
                #expect(setting.probe.isFinished)
            }
        }

        @Test(arguments: OperatorCase.all)
        func concurrentRequestAndCancellationAreSafe(of tested: OperatorCase) {
            race(rounds: 100) {
                let upstream = TestPublisher<Int, TestError>()
                let time = VirtualTimeScheduler()
                let probe = Probe<Int, TestError>(initial: .none, tolerance: [.lateSignals, .excess])
                tested.build(upstream.eraseToAnyPublisher(), Token(), time).subscribe(probe)
                return (probe, upstream)
            } _: { probe, _ in
                for _ in 0..<5 { probe.request(1) }
            } against: { probe, _ in
                probe.cancel()
                probe.cancel()
            } check: { probe, upstream in
                if let first = upstream.subscriptions.first { #expect(first.isCancelled) }
                let before = probe.values
                upstream.send(1)
                #expect(probe.values == before)
            }
        }

        @Test(arguments: OperatorCase.all)
        func nothingIsSentAfterAConcurrentCancellation(of tested: OperatorCase) {
            race(rounds: 100) {
                let upstream = PassthroughSubject<Int, TestError>()
                let time = VirtualTimeScheduler()
                let probe = Probe<Int, TestError>(tolerance: .lateSignals)
                tested.build(upstream.eraseToAnyPublisher(), Token(), time).subscribe(probe)
                return (probe, upstream, time)
            } _: { _, upstream, time in
                for value in 2...4 { upstream.send(value) }
                upstream.send(completion: .failure(.boom))
                // A timer ticks on while the other thread is suspended between two of its cancellations.
                time.run(limit: 100_000)
            } against: { probe, _, _ in
                probe.cancel()
            } check: { probe, upstream, time in
                let before = probe.signals.count
                upstream.send(9)
                time.run()
                #expect(probe.signals.count == before)
            }
        }

        @Test func concurrentRequestsSendEachValueOnceInOrder() {
            race(rounds: 1_000) {
                (1...20).publisher.probe(initial: .none)
            } _: { probe in
                for _ in 0..<10 { probe.request(1) }
            } against: { probe in
                for _ in 0..<10 { probe.request(1) }
            } check: { probe in
                #expect(probe.values == Array(1...20))
                #expect(probe.isFinished)
            }
        }

        @Test func concurrentCancellationsReachUpstreamOnce() {
            race {
                let count = Box(0)
                let probe = PassthroughSubject<Int, Never>()
                    .handleEvents(receiveCancel: { count.increment() }).probe(tolerance: .lateSignals)
                return (probe, count)
            } _: { probe, _ in
                probe.cancel()
            } against: { probe, _ in
                probe.cancel()
            } check: { _, count in
                #expect(count.value == 1)
            }
        }
    }

    @Suite struct Futures {
        @Test func promiseDuringASubscriptionIsDeliveredOnce() {
            race {
                let promise = Box<Future<Int, Never>.Promise>({ _ in })
                let future = Future<Int, Never> { promise.value = $0 }
                return (future, promise.value, Probe<Int, Never>(initial: .none))
            } _: { _, promise, _ in
                promise(.success(1))
            } against: { future, _, probe in
                future.subscribe(probe)
                probe.request(1)
            } check: { _, _, probe in
                #expect(probe.values == [1])
                #expect(probe.isFinished)
            }
        }

        @Test func demandDuringThePromiseIsMet() {
            race(rounds: 20_000) {
                let promise = Box<Future<Int, Never>.Promise>({ _ in })
                let future = Future<Int, Never> { promise.value = $0 }
                return (promise.value, future.probe(initial: .none))
            } _: { promise, _ in
                promise(.success(1))
            } against: { _, probe in
                probe.request(1)
            } check: { _, probe in
                #expect(probe.values == [1])
            }
        }

        @Test func concurrentPromisesGiveAllTheSameResult() {
            race {
                let promise = Box<Future<Int, Never>.Promise>({ _ in })
                let future = Future<Int, Never> { promise.value = $0 }
                return (promise.value, [future.probe(), future.probe()])
            } _: { promise, _ in
                promise(.success(1))
            } against: { promise, _ in
                promise(.success(2))
            } check: { _, probes in
                #expect(probes[0].values == probes[1].values)
                #expect(probes[0].values.count == 1)
            }
        }
    }
}
