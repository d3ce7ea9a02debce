import Streams
import TestSupport
import Testing

@testable import PagingOperators

/// Signals sent within a state, and synchronous sources.
@Suite(.timeLimit(.minutes(1)))
struct FeedReentrancyTests {
    private let signals = PassthroughSubject<ListSignal, Never>()

    /// The stack would overflow if each page were loaded within the previous one.
    @Test func synchronousPagesUseConstantStack() throws {
        let outcome = withSmallStack { [signals] steps in
            let last = Locked(ViewState<Int>())
            let subscription =
                signals
                .paginate(threshold: 1, from: CountingPages(count: steps, perPage: 1))
                .sink { state in
                    _ = last.exchange(state)
                    guard !state.items.isEmpty, !state.isPaging else { return }
                    signals.send(.shown(row: state.items.count - 1))
                }
            subscription.cancel()
            return (last.withLock { $0 }, steps)
        }
        let (state, steps) = try #require(outcome)
        #expect(state.append.isEnd)
        #expect(state.items.elementsEqual(0..<steps))
    }

    @Test func pagesForOneHintUseConstantStack() throws {
        let outcome = withSmallStack { [signals] steps in
            let last = Locked(ViewState<Int>())
            let subscription =
                signals
                .paginate(threshold: 1, from: CountingPages(count: 2 * steps, perPage: 2))
                .sink { _ = last.exchange($0) }
            signals.send(.jump(toRow: 2 * steps - 1))
            subscription.cancel()
            return (last.withLock { $0 }, steps)
        }
        let (state, steps) = try #require(outcome)
        #expect(state.items.count == 2 * steps)
    }

    @Test func emptiedPagesUseConstantStack() throws {
        let outcome = withSmallStack { [signals] steps in
            let last = Locked(ViewState<Int>())
            let subscription =
                signals
                .paginate(
                    PagingRules(threshold: 1, repeatedPageLimit: .max),
                    from: CountingPages(count: steps, perPage: 1)
                )
                .dedupe(by: { $0 / (steps - 1) })
                .sink { _ = last.exchange($0) }
            signals.send(.loadMore)
            subscription.cancel()
            return (last.withLock { $0 }, steps)
        }
        let (state, steps) = try #require(outcome)
        #expect(Array(state.items) == [0, steps - 1])
    }

    @Test func hintsSentWithinAStateApplyAfterIt() {
        let signals = signals
        let recorder = StateRecorder<Int> { state in
            if let last = state.items.indices.last { signals.send(.shown(row: last)) }
        }
        signals.paginate(threshold: 2, from: CountingPages(count: 20, perPage: 5)).subscribe(recorder)
        #expect(recorder.rows == Array(0..<20))
        #expect(recorder.state.append.isEnd)
    }

    @Test func refreshWithinAStateAppliesAfterIt() {
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

    @Test func resetWithinTheLoadingStateLeavesNoLoad() {
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

    @Test func signalsFinishingWithinAStateFinishAfterIt() {
        let signals = signals
        let recorder = StateRecorder<Int> { state in
            if !state.items.isEmpty { signals.send(completion: .finished) }
        }
        signals.paginate(threshold: 2, from: CountingPages(count: 20, perPage: 5)).subscribe(recorder)
        #expect(recorder.rows == Array(0..<5))
        #expect(recorder.isFinished)
    }
}
