import Streams
import TestSupport
import Testing

extension RaceTests {
    /// Two threads subscribe to a shared stream, or cancel, concurrently.
    @Suite struct Connections {
        /// A source that counts its subscriptions and cancellations.
        struct Source: Sendable {
            let subject = PassthroughSubject<Int, Never>()
            let subscriptions = Box(0)
            let cancellations = Box(0)

            var publisher: AnyPublisher<Int, Never> {
                Deferred { [self] in
                    subscriptions.increment()
                    return subject.handleEvents(receiveCancel: { cancellations.increment() })
                }.eraseToAnyPublisher()
            }
        }

        private typealias Sharing = @Sendable (AnyPublisher<Int, Never>) -> AnyPublisher<Int, Never>

        private static let kinds: [Sharing] = [
            { $0.share().eraseToAnyPublisher() },
            { $0.share(replay: 1).eraseToAnyPublisher() },
            { $0.share(replay: 1, scope: .forever).eraseToAnyPublisher() },
            { $0.multicast { PassthroughSubject() }.autoconnect().eraseToAnyPublisher() },
            { $0.makeConnectable().autoconnect().eraseToAnyPublisher() },
        ]

        struct Setting: Sendable {
            let source = Source()
            let shared: AnyPublisher<Int, Never>
            let probes = [
                Probe<Int, Never>(tolerance: .lateSignals), Probe<Int, Never>(tolerance: .lateSignals),
            ]

            init(kind: Int) {
                shared = Connections.kinds[kind](source.publisher)
            }
        }

        @Test(arguments: 0..<5)
        func concurrentSubscribersShareOneUpstreamSubscription(kind: Int) {
            race(rounds: 1_000) {
                Setting(kind: kind)
            } _: { setting in
                setting.shared.subscribe(setting.probes[0])
            } against: { setting in
                setting.shared.subscribe(setting.probes[1])
            } check: { setting in
                #expect(setting.source.subscriptions.value == 1)
                setting.source.subject.send(1)
                for probe in setting.probes {
                    #expect(probe.values == [1])
                    #expect(setting.source.cancellations.value == 0)
                    probe.cancel()
                }
                #expect(setting.source.cancellations.value == 1)
            }
        }

        @Test(arguments: 0..<5)
        func concurrentCancellationsCancelUpstreamOnce(kind: Int) {
            race(rounds: 1_000) {
                let setting = Setting(kind: kind)
                for probe in setting.probes { setting.shared.subscribe(probe) }
                return setting
            } _: { setting in
                setting.probes[0].cancel()
                setting.probes[0].cancel()
            } against: { setting in
                setting.probes[1].cancel()
                setting.probes[1].cancel()
            } check: { setting in
                #expect(setting.source.subscriptions.value == 1)
                #expect(setting.source.cancellations.value == 1)
                setting.source.subject.send(1)
                #expect(setting.probes.allSatisfy { $0.values.isEmpty })
            }
        }

        @Test(arguments: 0..<5)
        func subscriptionDuringACancellationIsConnected(kind: Int) {
            race(rounds: 1_000) {
                let setting = Setting(kind: kind)
                setting.shared.subscribe(setting.probes[0])
                return setting
            } _: { setting in
                setting.shared.subscribe(setting.probes[1])
            } against: { setting in
                setting.probes[0].cancel()
            } check: { setting in
                setting.source.subject.send(1)
                #expect(setting.probes[0].values == [])
                #expect(setting.probes[1].values == [1])
                setting.probes[1].cancel()
                #expect(setting.source.cancellations.value == setting.source.subscriptions.value)
            }
        }

        @Test(arguments: 0..<5)
        func subscriptionDuringTheCompletionReceivesIt(kind: Int) {
            race(rounds: 1_000) {
                let setting = Setting(kind: kind)
                setting.shared.subscribe(setting.probes[0])
                return setting
            } _: { setting in
                setting.shared.subscribe(setting.probes[1])
            } against: { setting in
                setting.source.subject.send(completion: .finished)
            } check: { setting in
                #expect(setting.source.subscriptions.value == 1)
                for probe in setting.probes {
                    #expect(probe.isFinished)
                }
            }
        }

        @Test func concurrentConnectsMakeOneConnection() {
            race {
                let source = Source()
                let connectable = source.publisher.multicast { PassthroughSubject() }
                let probe = connectable.probe()
                return (source, connectable, probe, [Box<(any Cancellable)?>(nil), Box(nil)])
            } _: { _, connectable, _, handles in
                handles[0].value = connectable.connect()
            } against: { _, connectable, _, handles in
                handles[1].value = connectable.connect()
            } check: { source, connectable, probe, handles in
                #expect(source.subscriptions.value == 1)
                source.subject.send(1)
                #expect(probe.values == [1])
                handles[0].value?.cancel()
                #expect(source.cancellations.value == 1)
                handles[1].value?.cancel()
                #expect(source.cancellations.value == 1)
            }
        }

        @Test func connectDuringADisconnectConnectsOnce() {
            race {
                let source = Source()
                let connectable = source.publisher.multicast { PassthroughSubject() }
                return (source, connectable, connectable.connect(), Box<(any Cancellable)?>(nil))
            } _: { _, connectable, _, second in
                second.value = connectable.connect()
            } against: { _, _, first, _ in
                first.cancel()
            } check: { source, connectable, _, second in
                #expect((0...1).contains(source.subscriptions.value - source.cancellations.value))
                let third = connectable.connect()
                #expect(source.subscriptions.value - source.cancellations.value == 1)
                third.cancel()
                second.value?.cancel()
                #expect(source.subscriptions.value == source.cancellations.value)
            }
        }
    }
}
