import Streams
import TestSupport
import Testing

@testable import PagingOperators

struct FeedClosureTests {
    private let signals = PassthroughSubject<ListSignal, Never>()

    @Test func closureMayMakeThePublisherOfAPage() {
        let recorder = StateRecorder<Int>()
        signals.paginate(threshold: 2) { (request: PageRequest<Int>) in
            let first = request.key ?? 0
            return Just(Page.rows(first..<first + 3))
        }
        .subscribe(recorder)
        signals.send(.shown(row: 2))
        #expect(recorder.rows == Array(0..<6))
    }

    @Test func closureMayReturnAnErasedPublisher() {
        @Sendable func fetch(_ request: PageRequest<String>) -> AnyPublisher<Page<String, Int>, TestError> {
            if request.key == nil { return Just(Page([1], next: "b")).mapError { $0 }.eraseToAnyPublisher() }
            return Fail(error: TestError.offline).eraseToAnyPublisher()
        }
        let recorder = StateRecorder<Int>()
        signals.paginate(threshold: 1) { request in fetch(request) }.subscribe(recorder)
        signals.send(.loadMore)
        #expect(recorder.rows == [1])
        #expect(recorder.state.error as? TestError == .offline)
    }

    @Test(.timeLimit(.minutes(1))) func closureMayBeAsynchronous() async {
        let feed = signals.paginate(threshold: 1) { (request: PageRequest<Int>) async in
            await Task.yield()
            return Page<Int, Int>.last(3..<5)
        }
        let finished = Turnstile()
        let recorder = StateRecorder<Int>(onFinish: { finished.pass() })
        feed.subscribe(recorder)
        signals.send(completion: .finished)
        await finished.reached()
        #expect(recorder.rows == [3, 4])
    }

    @Test(.timeLimit(.minutes(1))) func errorOfAnAsynchronousClosureIsAState() async {
        let feed = signals.paginate(threshold: 1) {
            (_: PageRequest<Int>) async throws(TestError) -> Page<Int, Int> in
            throw TestError.broken
        }
        let finished = Turnstile()
        let recorder = StateRecorder<Int>(onFinish: { finished.pass() })
        feed.subscribe(recorder)
        signals.send(completion: .finished)
        await finished.reached()
        #expect(recorder.state.refresh.error as? TestError == .broken)
    }

    @Test(.timeLimit(.minutes(1))) func asynchronousClosureIsCancelledWithItsLoad() async {
        let started = Turnstile()
        let cancelled = Turnstile()
        let feed = signals.paginate(threshold: 1) { (_: PageRequest<Int>) async in
            started.pass()
            await Turnstile.untilCancelled { cancelled.pass() }
            return Page<Int, Int>.last(0..<1)
        }
        let recorder = StateRecorder<Int>()
        feed.subscribe(recorder)
        await started.reached()
        signals.send(.cancel)
        await cancelled.reached()
        signals.send(.loadMore)
        await started.reached(2)
        signals.send(.reset)
        await cancelled.reached(2)
        signals.send(.refresh)
        await started.reached(3)
        recorder.cancel()
        await cancelled.reached(3)
        #expect(recorder.rows == [])
    }
}
