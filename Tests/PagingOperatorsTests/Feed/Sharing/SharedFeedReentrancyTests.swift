import Streams
import TestSupport
import Testing

@testable import PagingOperators

/// Subscribing, cancelling and sending signals within a shared state.
struct SharedFeedReentrancyTests {
    private let signals = PassthroughSubject<ListSignal, Never>()
    private let source = ScriptedPages<Int>()

    @Test func subscriberWithinAStateGetsThatStateOnce() {
        let feed = signals.paginate(threshold: 2, from: source).share(replay: 1)
        let inner = StateRecorder<Int>()
        let outer = StateRecorder<Int> { state in
            if state.items.count == 5, !state.isLoading { feed.subscribe(inner) }
        }
        feed.subscribe(outer)
        source.answer(.rows(0..<5))
        #expect(inner.states.count == 1)
        #expect(inner.rows == Array(0..<5))
        signals.send(.refresh)
        #expect(inner.states.count == 2)
        outer.cancel()
        inner.cancel()
        #expect(source.running == [])
    }

    @Test func subscriberMayCancelItselfWithinAState() {
        let feed = signals.paginate(threshold: 2, from: source).share(replay: 1)
        let handle = Locked<StateRecorder<Int>?>(nil)
        let leaving = StateRecorder<Int> { state in
            if !state.items.isEmpty { handle.withLock { $0 }?.cancel() }
        }
        _ = handle.exchange(leaving)
        let staying = StateRecorder<Int>()
        feed.subscribe(leaving)
        feed.subscribe(staying)
        source.answer(.rows(0..<5))
        signals.send(.shown(row: 4))
        #expect(leaving.states.count == 2)
        #expect(staying.states.count == 3)
        #expect(source.running == [.append(5)])
        _ = handle.exchange(nil)
    }

    @Test func subscriberMayCancelAnotherBeforeItsDelivery() {
        let feed = signals.paginate(threshold: 2, from: source).share(replay: 1)
        let other = StateRecorder<Int>()
        let canceller = StateRecorder<Int> { state in
            if !state.items.isEmpty { other.cancel() }
        }
        feed.subscribe(canceller)
        feed.subscribe(other)
        source.answer(.rows(0..<5))
        #expect(canceller.rows == Array(0..<5))
        #expect(other.rows == [])
    }

    @Test func lastCancellationWithinAStateEndsTheSession() {
        let feed = signals.paginate(threshold: 2, from: source).share(replay: 1)
        let subscription = feed.prefix(1).sink { _ in }
        #expect(source.running == [])
        let next = StateRecorder<Int>()
        feed.subscribe(next)
        source.answer(.rows(0..<5))
        #expect(next.rows == Array(0..<5))
        subscription.cancel()
    }

    @Test func signalsWithinAStateApplyAfterItForAll() {
        let signals = signals
        let feed = signals.paginate(threshold: 2, from: CountingPages(count: 20, perPage: 5))
            .share(replay: 1)
        let scrolling = StateRecorder<Int> { state in
            if let last = state.items.indices.last { signals.send(.shown(row: last)) }
        }
        let watching = StateRecorder<Int>()
        feed.subscribe(watching)
        feed.subscribe(scrolling)
        #expect(watching.rows == Array(0..<20))
        #expect(scrolling.rows == Array(0..<20))
    }

    @Test func requestWithinAStateIsMet() {
        let feed = signals.paginate(threshold: 2, from: source).share(replay: 1)
        let handle = Locked<StateRecorder<Int>?>(nil)
        let list = StateRecorder<Int>(demand: .max(1)) { _ in handle.withLock { $0 }?.request(.max(1)) }
        _ = handle.exchange(list)
        feed.subscribe(list)
        source.answer(.rows(0..<5))
        signals.send(.shown(row: 4))
        #expect(list.states.count == 3)
        _ = handle.exchange(nil)
        list.cancel()
    }

    @Test(.timeLimit(.minutes(1))) func pagesRequestedWithinStatesUseConstantStack() throws {
        let outcome = withSmallStack { [signals] steps in
            let last = Locked(ViewState<Int>())
            let subscription = signals.paginate(
                threshold: 1, from: CountingPages(count: steps, perPage: 1)
            ).share(replay: 1).sink { state in
                _ = last.exchange(state)
                guard !state.items.isEmpty, !state.isPaging else { return }
                signals.send(.shown(row: state.items.count - 1))
            }
            subscription.cancel()
            return (last.withLock { $0.items.count }, steps)
        }
        let (count, steps) = try #require(outcome)
        #expect(count == steps)
    }
}
