import Streams
import Testing

@testable import PagingOperators

/// Signals that are sent from inside a state, and sources that answer at once.
struct FeedReentrancyTests {
    private let signals = PassthroughSubject<ListSignal, Never>()

    /// Would overflow the stack if each page were loaded from inside the one before.
    @Test(.timeLimit(.minutes(5))) func manyPagesThatArriveAtOnceNeedNoStack() {
        let last = Locked(ViewState<Int>())
        let signals = signals
        let subscription =
            signals
            .paginate(threshold: 1, from: CountingPages(count: 20_000, perPage: 1))
            .sink { state in
                _ = last.exchange(state)
                if !state.items.isEmpty, !state.isPaging { signals.send(.shown(row: state.items.count - 1)) }
            }
        let state = last.withLock { $0 }
        #expect(state.append.isEnd)
        #expect(state.items.elementsEqual(0..<20_000))
        subscription.cancel()
    }

    @Test(.timeLimit(.minutes(5))) func manyPagesForOneHintNeedNoStack() {
        let last = Locked(ViewState<Int>())
        let subscription =
            signals
            .paginate(threshold: 1, from: CountingPages(count: 20_000, perPage: 2))
            .sink { _ = last.exchange($0) }
        signals.send(.shown(row: 19_999))
        #expect(last.withLock { $0.items.count } == 20_000)
        subscription.cancel()
    }

    @Test(.timeLimit(.minutes(5))) func manyEmptiedPagesNeedNoStack() {
        let last = Locked(ViewState<Int>())
        let subscription =
            signals
            .paginate(threshold: 1, from: CountingPages(count: 10_000, perPage: 1))
            .dedupe(by: { $0 / 9_999 })
            .sink { _ = last.exchange($0) }
        signals.send(.loadMore)
        #expect(last.withLock { Array($0.items) } == [0, 9_999])
        subscription.cancel()
    }

    @Test func hintsSentFromInsideAStateComeAfterIt() {
        let signals = signals
        let recorder = StateRecorder<Int> { state in
            if let last = state.items.indices.last { signals.send(.shown(row: last)) }
        }
        signals.paginate(threshold: 2, from: CountingPages(count: 20, perPage: 5)).subscribe(recorder)
        #expect(recorder.rows == Array(0..<20))
        #expect(recorder.state.append.isEnd)
    }

    @Test func aRefreshFromInsideAStateComesAfterIt() {
        let signals = signals
        let source = ScriptedPages<Int>()
        let recorder = StateRecorder<Int> { state in
            if state.items.count == 5 { signals.send(.refresh) }
        }
        signals.paginate(threshold: 2, from: source).subscribe(recorder)
        source.answer(.rows(0..<5))
        #expect(source.requests == [.refresh, .refresh])
        source.answer(.rows(0..<3))
        #expect(recorder.rows == [0, 1, 2])
    }

    @Test func aResetFromInsideTheLoadingStateLeavesNothingRunning() {
        let signals = signals
        let source = ScriptedPages<Int>()
        let recorder = StateRecorder<Int> { state in
            if state.isPaging { signals.send(.reset) }
        }
        signals.paginate(threshold: 2, from: source).subscribe(recorder)
        source.answer(.rows(0..<5))
        signals.send(.shown(row: 4))
        #expect(source.running == [])
        #expect(recorder.rows == [])
        #expect(recorder.state.kinds == [.idle, .idle, .idle])
    }

    @Test func theEndOfTheSignalsFromInsideAStateComesAfterIt() {
        let signals = signals
        let recorder = StateRecorder<Int> { state in
            if !state.items.isEmpty { signals.send(completion: .finished) }
        }
        signals.paginate(threshold: 2, from: CountingPages(count: 20, perPage: 5)).subscribe(recorder)
        #expect(recorder.rows == Array(0..<5))
        #expect(recorder.isFinished)
    }
}
