import Foundation
import Streams
import TestSupport
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

    private func expectCancellation<Source: PageSource>(
        of source: Source, startingAt key: Source.Key? = nil
    ) async where Source.Item == Int {
        let signals = PassthroughSubject<ListSignal, Never>()
        let recorder = StateRecorder<Int>()
        signals.paginate(threshold: 1, from: source, startingAt: key).subscribe(recorder)
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

    @Test func linked() async throws {
        let first = try #require(URL(string: "https://example.com"))
        await expectCancellation(
            of: LinkedPages(first: first) { _ in LinkedItems(await wait(), links: PageLinks(next: nil)) })
    }

    @Test func publishers() async {
        await expectCancellation(
            of: OffsetPages(limit: 1) { _, _ in ExtraPublishers.Async { await wait() } })
    }

    @Test func restOfAPage() async {
        let source = OffsetPages(limit: 2) { offset, _ in offset == 4 ? [4] : await wait() }
        await expectCancellation(of: source, startingAt: 4)
    }

    @Test func neighborOfAnEmptyPage() async {
        let source = KeysetPages(by: \Int.self, perPage: 2) { _, _ in
            []
        } before: { _, _ in
            await wait()
        }
        await expectCancellation(of: source, startingAt: .after(4))
    }
}
