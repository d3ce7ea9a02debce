import Dispatch
import Streams
import Testing

@testable import PagingOperators

/// Sources that report changes of their items.
@Suite(.timeLimit(.minutes(1)))
struct FeedInvalidationTests {
    private let signals = PassthroughSubject<ListSignal, Never>()
    private let source = ScriptedPages<Int>()
    private let changes = PassthroughSubject<Void, Never>()

    private func subscribe(
        _ onState: @escaping @Sendable (ViewState<Int>) -> Void = { _ in }
    ) -> StateRecorder<Int> {
        let recorder = StateRecorder<Int>(onState: onState)
        signals.paginate(threshold: 2, from: source.invalidated(by: changes)).subscribe(recorder)
        return recorder
    }

    @Test func invalidationReloadsThePageOfTheShownRowAndKeepsTheRows() {
        let list = subscribe()
        source.answer(.rows(0..<5))
        signals.send(.shown(row: 4))
        source.answer(.rows(5..<10))
        signals.send(.shown(row: 7))
        changes.send()
        #expect(source.running == [PageRequest(key: 5, direction: .refresh)])
        #expect(list.rows == Array(0..<10))
        source.answer(Page(Array(105..<110), previous: 0, next: 10))
        #expect(list.rows == Array(105..<110))
    }

    @Test func invalidationDuringALoadReloadsOnceItHasEnded() {
        let list = subscribe()
        changes.send()
        source.answer(.rows(0..<5))
        #expect(list.rows == Array(0..<5))
        #expect(source.cancelled == [])
        #expect(source.running == [.refresh])
        source.answer(.rows(0..<3))
        #expect(list.rows == Array(0..<3))
        #expect(source.running == [])
    }

    @Test func invalidationWithinAStateAppliesAfterIt() {
        let changes = changes
        let list = subscribe { state in
            if state.items.count == 5, !state.isLoading { changes.send() }
        }
        source.answer(.rows(0..<5))
        #expect(source.running == [.refresh])
        source.answer(.rows(0..<3))
        #expect(list.rows == [0, 1, 2])
        #expect(source.running == [])
    }

    @Test func finishedInvalidationsEndNothing() {
        let list = subscribe()
        source.answer(.rows(0..<5))
        changes.send(completion: .finished)
        #expect(!list.isFinished)
        signals.send(.shown(row: 4))
        #expect(source.running == [.append(5)])
    }

    @Test func invalidationsAreCancelledWithTheSession() {
        let cancellations = Locked(0)
        let reports = changes.handleEvents(receiveCancel: { cancellations.withLock { $0 += 1 } })
        let feed = signals.paginate(threshold: 2, from: source.invalidated(by: reports))
        let (list, other) = (StateRecorder<Int>(), StateRecorder<Int>())
        feed.subscribe(list)
        feed.subscribe(other)
        list.cancel()
        #expect(cancellations.withLock { $0 } == 1)
        changes.send()
        #expect(list.states.count == 1)
        source.answer(.rows(0..<5))
        // The reload for the change during the first load.
        source.answer(.rows(0..<5))
        signals.send(completion: .finished)
        #expect(other.isFinished)
        #expect(cancellations.withLock { $0 } == 2)
    }

    @Test func invalidationsHoldNoSession() {
        weak var source: ScriptedPages<Int>?
        weak var list: StateRecorder<Int>?
        do {
            let (strongSource, strongList) = (ScriptedPages<Int>(), StateRecorder<Int>())
            (source, list) = (strongSource, strongList)
            signals.paginate(threshold: 2, from: strongSource.invalidated(by: changes)).subscribe(strongList)
            strongSource.answer(.rows(0..<5))
            changes.send()
            strongList.cancel()
        }
        #expect(source == nil)
        #expect(list == nil)
    }

    @Test func immediateCancellationEndsInvalidations() {
        let subscriptions = Locked(0)
        let cancellations = Locked(0)
        let reports = changes.handleEvents(
            receiveSubscription: { _ in subscriptions.withLock { $0 += 1 } },
            receiveCancel: { cancellations.withLock { $0 += 1 } })
        signals.paginate(threshold: 2, from: source.invalidated(by: reports)).prefix(0).sink { _ in }.cancel()
        #expect(subscriptions.withLock { $0 } == cancellations.withLock { $0 })
        #expect(source.requests == [])
    }

    @Test func invalidationsFromOtherThreadsSettle() {
        for _ in 0..<20 {
            let signals = PassthroughSubject<ListSignal, Never>()
            let changes = PassthroughSubject<Void, Never>()
            let list = StateRecorder<Int>()
            signals.paginate(
                threshold: 2, from: ServedNumbers(count: 200, perPage: 5).invalidated(by: changes)
            )
            .subscribe(list)
            DispatchQueue.concurrentPerform(iterations: 3) { thread in
                for row in 0..<50 { thread == 0 ? changes.send() : signals.send(.shown(row: row)) }
            }
            #expect(!list.state.isLoading)
            #expect(!list.state.isPaging)
            #expect(list.rows == list.rows.first.map { Array($0..<$0 + list.rows.count) })
            list.cancel()
        }
    }

    @Test func cancellationRacesWithAnInvalidation() {
        for _ in 0..<300 {
            let source = ScriptedPages<Int>()
            let list = StateRecorder<Int>()
            let (signals, changes) = (signals, PassthroughSubject<Void, Never>())
            signals.paginate(threshold: 2, from: source.invalidated(by: changes)).subscribe(list)
            source.answer(.rows(0..<5))
            DispatchQueue.concurrentPerform(iterations: 2) { thread in
                if thread == 0 { list.cancel() } else { changes.send() }
            }
            #expect(source.running == [])
        }
    }
}
