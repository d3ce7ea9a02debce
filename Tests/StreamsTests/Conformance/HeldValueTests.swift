import Streams
import TestSupport
import Testing

/// Values that wait in an operator are released with the cancellation, while the subscription is kept.
@Suite(.timeLimit(.minutes(1))) struct HeldValueTests {
    typealias Tokens = AnyPublisher<Token, Never>

    /// An operator that keeps a value while there is no demand for it, or until its time.
    struct Holder: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let build: @Sendable (Tokens, VirtualTimeScheduler) -> AnyPublisher<Void, Never>

        init<P: Publisher>(
            _ name: String, _ build: @escaping @Sendable (Tokens, VirtualTimeScheduler) -> P
        ) where P.Failure == Never {
            testDescription = name
            self.build = { build($0, $1).map { _ in }.eraseToAnyPublisher() }
        }
    }

    static let never = Empty<Token, Never>(completeImmediately: false)

    /// Operators that release their values even if upstream holds on to them.
    static let holders = [
        Holder("delay") { $0.delay(for: .seconds(5), scheduler: $1) },
        Holder("debounce") { $0.debounce(for: .seconds(5), scheduler: $1) },
        Holder("throttle, latest") { $0.throttle(for: .seconds(5), scheduler: $1, latest: true) },
        Holder("throttle, first") { $0.throttle(for: .seconds(5), scheduler: $1, latest: false) },
        Holder("collect(.byTime)") { $0.collect(.byTime($1, .seconds(5))) },
        Holder("collect(.byTimeOrCount)") { $0.collect(.byTimeOrCount($1, .seconds(5), 9)) },
        Holder("timeout") { $0.timeout(.seconds(5), scheduler: $1) },
        Holder("receive(on:)") { $0.receive(on: $1) },
        Holder("buffer, by request") { upstream, _ in
            upstream.buffer(size: 9, prefetch: .byRequest, whenFull: .dropOldest)
        },
        Holder("buffer, kept full") { upstream, _ in
            upstream.buffer(size: 9, prefetch: .keepFull, whenFull: .dropOldest)
        },
        Holder("zip") { upstream, _ in upstream.zip(never) },
        Holder("zip, second") { upstream, _ in never.zip(upstream) },
        Holder("zip of three") { upstream, _ in never.zip(never, upstream) },
        Holder("zip of four") { upstream, _ in never.zip(never, never, upstream) },
        Holder("zip of many") { upstream, _ in [never.eraseToAnyPublisher(), upstream].zipped() },
        Holder("combineLatest") { upstream, _ in upstream.combineLatest(never) },
        Holder("combineLatest of three") { upstream, _ in never.combineLatest(never, upstream) },
        Holder("withLatestFrom") { upstream, _ in never.withLatestFrom(upstream) },
        Holder("merge") { upstream, _ in upstream.merge(with: never) },
        Holder("flatMap") { upstream, _ in Just(1).flatMap { _ in upstream } },
    ]

    /// Operators that upstream releases, and that release their values then.
    static let collectors = [
        Holder("collect(9)") { upstream, _ in upstream.collect(9) },
        Holder("collect()") { upstream, _ in upstream.collect() },
        Holder("last") { upstream, _ in upstream.last() },
        Holder("reduce") { upstream, _ in upstream.reduce([Token]()) { $0 + [$1] } },
        Holder("first") { upstream, _ in upstream.first() },
        Holder("multicast through a current value") { upstream, _ in
            upstream.map { Optional($0) }.multicast(subject: CurrentValueSubject(nil)).autoconnect()
        },
    ]

    @Test(arguments: holders)
    func releasesWhatWaits(holder: Holder) {
        expectRelease(by: holder, of: TestPublisher<Token, Never>(staysAttached: true))
    }

    @Test(arguments: collectors)
    func isReleasedWithWhatWaits(collector: Holder) {
        expectRelease(by: collector, of: TestPublisher<Token, Never>())
    }

    private func expectRelease(by holder: Holder, of upstream: TestPublisher<Token, Never>) {
        let time = VirtualTimeScheduler()
        var tokens = [Token(), Token()]
        let first = Weak(tokens[0])
        let second = Weak(tokens[1])
        let probe = holder.build(upstream.eraseToAnyPublisher(), time).probe(initial: .none)
        for token in tokens { upstream.send(token) }
        tokens = []
        probe.cancel()
        time.run()
        #expect(probe.values.isEmpty)
        #expect(first.object == nil)
        #expect(second.object == nil)
    }
}
