import Streams
import TestSupport
import Testing

extension RaceTests {
    @Suite struct Combining {
        @Test func zipPairsConcurrentValuesInOrder() {
            race(rounds: 1_000) {
                let (a, b) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
                return (a, b, a.zip(b) { $0 * 100 + $1 }.probe(tolerance: .lateSignals))
            } _: { a, _, _ in
                for value in 1...9 { a.send(value) }
                a.send(completion: .finished)
            } against: { _, b, _ in
                for value in 1...9 { b.send(value) }
                b.send(completion: .finished)
            } check: { _, _, probe in
                #expect(probe.values == (1...9).map { $0 * 101 })
                #expect(probe.isFinished)
            }
        }

        @Test func zipMeetsDemandFromTheSideThatCompletesAPair() {
            race(rounds: 500) {
                let counted = (1...20).publisher
                let (a, b) = (PassthroughSubject<Void, Never>(), PassthroughSubject<Void, Never>())
                let probe = a.flatMap { counted }.zip(b.flatMap { counted }) { $0 * 100 + $1 }
                    .probe(initial: .max(1), perValue: .max(1), tolerance: .lateSignals)
                return (a, b, probe)
            } _: { a, _, _ in
                a.send()
            } against: { _, b, _ in
                b.send()
            } check: { _, _, probe in
                #expect(probe.values == (1...20).map { $0 * 101 })
            }
        }

        @Test func valueSentRightAfterTheSubscriptionCounts() {
            race(rounds: 1_000) {
                let a = CurrentValueSubject<Int, Never>(0)
                let b = PassthroughSubject<Int, Never>()
                return (a, b, Probe<Int, Never>(tolerance: .lateSignals))
            } _: { a, b, probe in
                a.combineLatest(b) { $0 * 100 + $1 }.subscribe(probe)
                b.send(5)
            } against: { a, _, _ in
                for value in 1...9 { a.send(value) }
            } check: { _, _, probe in
                #expect(probe.values.last == 905)
            }
            race(rounds: 1_000) {
                let a = CurrentValueSubject<Int, Never>(0)
                let b = PassthroughSubject<Int, Never>()
                return (a, b, Probe<Int, Never>(initial: .max(2), tolerance: .lateSignals))
            } _: { a, b, probe in
                a.zip(b) { $1 }.subscribe(probe)
                b.send(5)
            } against: { a, _, _ in
                for value in 1...9 { a.send(value) }
            } check: { _, _, probe in
                #expect(probe.values == [5])
            }
        }

        @Test func racePassesOneOfTwoConcurrentUpstreams() {
            race {
                let (a, b) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
                return (a, b, a.race(with: b).probe(tolerance: .lateSignals))
            } _: { a, _, _ in
                for value in 1...3 { a.send(value) }
            } against: { _, b, _ in
                for value in 1...3 { b.send(-value) }
            } check: { _, _, probe in
                #expect(probe.values == [1, 2, 3] || probe.values == [-1, -2, -3])
            }
        }

        @Test func withLatestFromKeepsTheOrderWhileTheOtherChanges() {
            race(rounds: 1_000) {
                let source = PassthroughSubject<Int, TestError>()
                let other = CurrentValueSubject<Int, TestError>(0)
                return (source, other, source.withLatestFrom(other) { $0 * 100 + $1 }.probe())
            } _: { source, _, _ in
                for value in 1...9 { source.send(value) }
                source.send(completion: .finished)
            } against: { _, other, _ in
                for value in 1...9 { other.send(value) }
            } check: { _, _, probe in
                #expect(probe.values.map { $0 / 100 } == Array(1...9))
                #expect(probe.values.map { $0 % 100 } == probe.values.map { $0 % 100 }.sorted())
                #expect(probe.isFinished)
            }
        }
    }
}
