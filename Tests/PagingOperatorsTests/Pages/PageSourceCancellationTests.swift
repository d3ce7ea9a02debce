import Streams
import Testing

@testable import PagingOperators

/// The closure of a ready-made source runs in a task that is cancelled with its load.
@Suite(.timeLimit(.minutes(1)))
struct PageSourceCancellationTests {
    private let started = Turnstile()
    private let cancelled = Turnstile()

    private func wait() async -> [Int] {
        started.pass()
        await Turnstile.untilCancelled { [cancelled] in cancelled.pass() }
        return [1]
    }

    private func expectCancellation<Source: PageSource>(of source: Source) async where Source.Item == Int {
        let signals = PassthroughSubject<ListSignal, Never>()
        let recorder = StateRecorder<Int>()
        signals.paginate(threshold: 1, from: source).subscribe(recorder)
        await started.reached()
        signals.send(.cancel)
        await cancelled.reached()
        #expect(recorder.state.kinds == [.idle, .idle, .idle])
    }

    @Test func offset() async {
        await expectCancellation(of: OffsetPages(limit: 1) { _, _ in await wait() })
    }

    @Test func number() async {
        await expectCancellation(of: NumberPages(size: 1) { _, _ in await wait() })
    }

    @Test func keyset() async {
        await expectCancellation(of: KeysetPages(by: \Int.self, perPage: 1) { _, _ in await wait() })
    }

    @Test func cursor() async {
        await expectCancellation(
            of: CursorPages(perPage: 1) { (_: Int?, _) in Page(await wait(), next: nil) })
    }

    @Test func retrying() async {
        await expectCancellation(
            of: OffsetPages(limit: 1) { _, _ in await wait() }.retry(.immediate(attempts: 3)))
    }
}
