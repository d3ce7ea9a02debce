import Streams
import TestSupport
import Testing

extension RaceTests {
    /// A stream and its trigger send concurrently.
    @Suite struct Companions {
        typealias IntSubject = PassthroughSubject<Int, TestError>

        struct Setting: Sendable {
            let source = IntSubject()
            let companion = IntSubject()
            let subscriptions = Box(0)
            let probe = Probe<Int, TestError>(tolerance: .lateSignals)

            init(_ build: (AnyPublisher<Int, TestError>, IntSubject) -> IntPublisher) {
                // The first attempt subscribes to the source, later ones to a silent stream.
                let counted = Deferred { [source, subscriptions] in
                    subscriptions.increment() == 1
                        ? source.eraseToAnyPublisher()
                        : Empty(completeImmediately: false).eraseToAnyPublisher()
                }
                build(counted.eraseToAnyPublisher(), companion).subscribe(probe)
            }
        }

        @Test func retryMakesOneAttemptForASynchronousTrigger() {
            race {
                Setting { source, companion in
                    source.retry(when: { _ in companion }).eraseToAnyPublisher()
                }
            } _: { setting in
                setting.source.send(completion: .failure(.boom))
            } against: { setting in
                setting.companion.send(1)
            } check: { setting in
                // A trigger before the failure has no effect; the next one has.
                #expect(setting.subscriptions.value <= 2)
                setting.companion.send(2)
                #expect(setting.subscriptions.value == 2)
                setting.companion.send(3)
                #expect(setting.subscriptions.value == 2)
                #expect(setting.probe.completion == nil)
                setting.probe.cancel()
            }
        }

        @Test func retrySendsOneCompletionWhenItsTriggerFinishes() {
            race {
                Setting { source, companion in
                    source.retry(when: { _ in companion }).eraseToAnyPublisher()
                }
            } _: { setting in
                for value in 1...3 { setting.source.send(value) }
                setting.source.send(completion: .failure(.boom))
            } against: { setting in
                setting.companion.send(completion: .failure(.other(1)))
            } check: { setting in
                #expect(setting.probe.failure == .other(1))
                #expect(setting.probe.values == Array((1...3).prefix(setting.probe.values.count)))
                #expect(setting.subscriptions.value == 1)
            }
        }

        @Test func cancelledRetryMakesNoAttempt() {
            race {
                let setting = Setting { source, companion in
                    source.retry(when: { _ in companion }).eraseToAnyPublisher()
                }
                setting.source.send(completion: .failure(.boom))
                return setting
            } _: { setting in
                setting.probe.cancel()
            } against: { setting in
                setting.companion.send(1)
            } check: { setting in
                let subscriptions = setting.subscriptions.value
                setting.companion.send(2)
                #expect(setting.subscriptions.value == subscriptions)
                #expect(setting.probe.signals.count == 1)
            }
        }

        @Test func dropPassesValuesAfterTheTriggerInOrder() {
            race {
                Setting { source, companion in source.drop(untilOutputFrom: companion).eraseToAnyPublisher() }
            } _: { setting in
                for value in 1...5 { setting.source.send(value) }
            } against: { setting in
                setting.companion.send(0)
            } check: { setting in
                setting.source.send(6)
                #expect(setting.probe.values == Array((1...6).suffix(setting.probe.values.count)))
                #expect(setting.probe.values.last == 6)
                setting.source.send(completion: .finished)
                #expect(setting.probe.isFinished)
            }
        }

        @Test(
            "drop(untilOutputFrom:): both end at once: one end, nothing after it", arguments: [true, false])
        func dropUntilOutputEnded(bothFail: Bool) {
            race {
                Setting { source, companion in source.drop(untilOutputFrom: companion).eraseToAnyPublisher() }
            } _: { setting in
                for value in 1...3 { setting.source.send(value) }
                setting.source.send(completion: bothFail ? .failure(.boom) : .finished)
            } against: { setting in
                setting.companion.send(completion: bothFail ? .failure(.other(1)) : .finished)
            } check: { setting in
                #expect(setting.probe.values == [])
                #expect((setting.probe.failure != nil) == bothFail)
                #expect(setting.probe.completion != nil)
            }
        }

        @Test func dropIgnoresTheTriggersFinishWhileValuesPass() {
            race {
                Setting { source, companion in source.drop(untilOutputFrom: companion).eraseToAnyPublisher() }
            } _: { setting in
                for value in 1...5 { setting.source.send(value) }
                setting.source.send(completion: .finished)
            } against: { setting in
                setting.companion.send(0)
                setting.companion.send(completion: .failure(.boom))
            } check: { setting in
                #expect(setting.probe.isFinished)
                #expect(setting.probe.values == Array((1...5).suffix(setting.probe.values.count)))
            }
        }

        @Test func prefixEndsBetweenTwoValues() {
            race {
                Setting { source, companion in
                    source.prefix(untilOutputFrom: companion).eraseToAnyPublisher()
                }
            } _: { setting in
                for value in 1...5 { setting.source.send(value) }
            } against: { setting in
                setting.companion.send(0)
            } check: { setting in
                setting.source.send(6)
                #expect(setting.probe.values == Array((1...5).prefix(setting.probe.values.count)))
                #expect(setting.probe.isFinished)
            }
        }
    }
}
