import Streams
import TestSupport
import Testing

extension RaceTests {
    @Suite struct Subjects {
        /// The common interface of all subjects.
        private static let kinds: [@Sendable () -> any Subject<Int, Never>] = [
            { PassthroughSubject<Int, Never>() },
            { CurrentValueSubject<Int, Never>(0) },
            { ReplaySubject<Int, Never>(bufferSize: 2) },
        ]

        struct Setting: Sendable {
            let subject: any Subject<Int, Never>
            let probes: [Probe<Int, Never>]
        }

        private func setting(
            _ subject: any Subject<Int, Never>, probes count: Int, initial: Subscribers.Demand = .unlimited
        ) -> Setting {
            Setting(
                subject: subject,
                probes: (0..<count).map { _ in
                    let probe = Probe<Int, Never>(initial: initial, tolerance: .lateSignals)
                    subject.subscribe(probe)
                    return probe
                })
        }

        @Test(arguments: 0..<3)
        func concurrentSendsReachAllInOneOrder(kind: Int) {
            let batch = 20
            race(rounds: 500) {
                setting(Self.kinds[kind](), probes: 3)
            } _: { setting in
                for value in 1...batch { setting.subject.send(value) }
            } against: { setting in
                for value in 1...batch { setting.subject.send(-value) }
            } check: { setting in
                let values = setting.probes.map { $0.values.filter { $0 != 0 } }
                #expect(values[0].filter { $0 > 0 } == Array(1...batch))
                #expect(values[0].filter { $0 < 0 } == (1...batch).map { -$0 })
                #expect(values[1] == values[0] && values[2] == values[0])
                for probe in setting.probes {
                    probe.cancel()
                }
            }
        }

        @Test(arguments: 0..<3)
        func acceptedValuesPrecedeAConcurrentFinish(kind: Int) {
            race {
                setting(Self.kinds[kind](), probes: 2)
            } _: { setting in
                for value in 1...5 { setting.subject.send(value) }
            } against: { setting in
                setting.subject.send(completion: .finished)
            } check: { setting in
                let values = setting.probes[0].values.filter { $0 != 0 }
                #expect(values == Array((1...5).prefix(values.count)))
                if let current = setting.subject as? CurrentValueSubject<Int, Never> {
                    #expect(current.value == (values.last ?? 0))
                }
                for probe in setting.probes {
                    #expect(probe.isFinished)
                    #expect(probe.values.filter { $0 != 0 } == values)
                }
            }
        }

        @Test(arguments: 0..<3)
        func concurrentSubscriptionMissesNothingAfterItsStart(kind: Int) {
            race {
                setting(Self.kinds[kind](), probes: 1)
            } _: { setting in
                for value in 1...5 { setting.subject.send(value) }
            } against: { setting in
                setting.subject.subscribe(setting.probes[0])
                let late = Probe<Int, Never>(
                    tolerance: .lateSignals,
                    onCompletion: { probe in
                        #expect(probe.values == Array((0...5).suffix(probe.values.count)))
                    })
                setting.subject.subscribe(late)
            } check: { setting in
                setting.subject.send(completion: .finished)
            }
        }

        @Test(arguments: 0..<3)
        func concurrentSubscriptionReceivesTheCompletion(kind: Int) {
            race {
                Setting(subject: Self.kinds[kind](), probes: [Probe(), Probe()])
            } _: { setting in
                for probe in setting.probes { setting.subject.subscribe(probe) }
            } against: { setting in
                setting.subject.send(completion: .finished)
            } check: { setting in
                for probe in setting.probes {
                    #expect(probe.isFinished)
                }
            }
        }

        @Test(arguments: 0..<3)
        func cancellationDuringASendReleasesTheSubscriberAndSendsNothingMore(kind: Int) {
            race {
                setting(Self.kinds[kind](), probes: 2)
            } _: { setting in
                setting.probes[0].cancel()
            } against: { setting in
                for value in 1...5 { setting.subject.send(value) }
            } check: { setting in
                let before = setting.probes[0].values
                setting.subject.send(6)
                #expect(setting.probes[0].values == before)
                #expect(setting.probes[1].values.filter { $0 != 0 } == Array(1...6))
                setting.probes[1].cancel()
            }
        }

        @Test(arguments: 0..<3)
        func requestDuringASendIsNotExceeded(kind: Int) {
            race {
                setting(Self.kinds[kind](), probes: 1, initial: .none)
            } _: { setting in
                for _ in 0..<5 { setting.probes[0].request(1) }
            } against: { setting in
                for value in 1...8 { setting.subject.send(value) }
            } check: { setting in
                let values = setting.probes[0].values
                #expect(values.count <= 5 && values == values.sorted())
                setting.subject.send(completion: .finished)
                // As many values as a subject may have buffered.
                setting.probes[0].request(3)
                #expect(setting.probes[0].isFinished)
            }
        }

        @Test(arguments: 0..<3)
        func requestDuringACancellationIsSafe(kind: Int) {
            race {
                setting(Self.kinds[kind](), probes: 1, initial: .none)
            } _: { setting in
                setting.probes[0].request(.unlimited)
            } against: { setting in
                setting.probes[0].cancel()
            } check: { setting in
                let before = setting.probes[0].values.count
                setting.subject.send(1)
                setting.probes[0].request(1)
                #expect(setting.probes[0].values.count == before)
            }
        }
    }
}
