import Streams
import Testing

@testable import PagingOperators

struct FeedCancellationTests {
    private let signals = PassthroughSubject<ListSignal, Never>()

    @Test func cancellingStopsTheLoad() {
        let source = ScriptedPages<Int>()
        let subscription = signals.paginate(threshold: 2, from: source).sink { _ in }
        #expect(source.running == [.refresh])
        subscription.cancel()
        #expect(source.cancelled == [0])
    }

    @Test func nothingIsSentAfterCancellation() {
        let source = ScriptedPages<Int>(answersCancelledLoads: true)
        let recorder = StateRecorder<Int>()
        signals.paginate(threshold: 2, from: source).subscribe(recorder)
        recorder.cancel()
        source.answer(.rows(0..<5))
        signals.send(.refresh)
        signals.send(completion: .finished)
        #expect(recorder.states.count == 1)
        #expect(!recorder.isFinished)
        #expect(source.requests == [.refresh])
    }

    @Test func cancellingTwiceAndRequestingAfterwardsDoesNothing() {
        let source = ScriptedPages<Int>()
        let recorder = StateRecorder<Int>(demand: .none)
        signals.paginate(threshold: 2, from: source).subscribe(recorder)
        recorder.cancel()
        recorder.cancel()
        recorder.request(.max(3))
        #expect(recorder.states.isEmpty)
        #expect(source.cancelled == [0])
    }

    @Test func cancellingReleasesTheSourceAndTheSubscriber() {
        weak var source: ScriptedPages<Int>?
        weak var recorder: StateRecorder<Int>?
        do {
            let strongSource = ScriptedPages<Int>()
            let strongRecorder = StateRecorder<Int>()
            source = strongSource
            recorder = strongRecorder
            signals.paginate(threshold: 2, from: strongSource).subscribe(strongRecorder)
            strongSource.answer(.rows(0..<5))
            signals.send(.shown(row: 4))
            strongRecorder.cancel()
        }
        #expect(source == nil)
        #expect(recorder == nil)
    }

    @Test func releasingTheHandleReleasesTheSource() {
        weak var source: ScriptedPages<Int>?
        do {
            let strong = ScriptedPages<Int>()
            source = strong
            let subscription = signals.paginate(threshold: 2, from: strong).dedupe(by: { $0 }).sink { _ in }
            strong.answer(.rows(0..<5))
            withExtendedLifetime(subscription) {}
        }
        #expect(source == nil)
    }

    @Test func finishingReleasesTheSourceAndTheSubscriber() {
        weak var source: ScriptedPages<Int>?
        weak var recorder: StateRecorder<Int>?
        do {
            let strongSource = ScriptedPages<Int>()
            let strongRecorder = StateRecorder<Int>()
            source = strongSource
            recorder = strongRecorder
            signals.paginate(threshold: 2, from: strongSource).subscribe(strongRecorder)
            strongSource.answer(.rows(0..<5))
            signals.send(completion: .finished)
            #expect(strongRecorder.isFinished)
        }
        #expect(source == nil)
        #expect(recorder == nil)
    }

    @Test func cancellingAtTheSubscriptionLoadsNothing() {
        let source = ScriptedPages<Int>()
        let recorder = CancelsAtOnce()
        signals.paginate(threshold: 2, from: source).subscribe(recorder)
        #expect(source.requests == [])
    }

    @Test func cancellingWithinAStateStartsNoLoad() {
        let source = ScriptedPages<Int>()
        let handle = Locked<StateRecorder<Int>?>(nil)
        let recorder = StateRecorder<Int> { state in
            if state.isPaging { handle.withLock { $0 }?.cancel() }
        }
        _ = handle.exchange(recorder)
        signals.paginate(threshold: 2, from: source).subscribe(recorder)
        source.answer(.rows(0..<5))
        signals.send(.shown(row: 4))
        #expect(source.requests == [.refresh])
        #expect(recorder.states.count == 3)
        _ = handle.exchange(nil)
    }

    @Test func cancellingAtTheFirstStateLoadsNothing() {
        let source = ScriptedPages<Int>()
        let subscription = signals.paginate(threshold: 2, from: source).prefix(1).sink { _ in }
        #expect(source.running == [])
        #expect(source.requests == [])
        subscription.cancel()
    }

    @Test func signalsCancelTheLoadsOfTheSource() {
        let source = ScriptedPages<Int>()
        let subscription = signals.paginate(threshold: 2, from: source).sink { _ in }
        source.answer(.rows(0..<5))
        signals.send(.shown(row: 4), .cancel)
        #expect(source.cancelled == [1])
        signals.send(.shown(row: 4), .refresh)
        #expect(source.cancelled == [1, 2])
        signals.send(.reset)
        #expect(source.cancelled == [1, 2, 3])
        #expect(source.running == [])
        subscription.cancel()
    }

    @Test func lateAnswersOfACancelledLoadAreIgnored() {
        let source = ScriptedPages<Int>(answersCancelledLoads: true)
        let recorder = StateRecorder<Int>()
        signals.paginate(threshold: 2, from: source).subscribe(recorder)
        source.answer(.rows(0..<5))
        signals.send(.shown(row: 4), .refresh)
        let count = recorder.states.count
        source.answer(.rows(5..<10), to: 1)
        #expect(recorder.states.count == count)
        source.answer(.last(20..<21), to: 2)
        #expect(recorder.rows == [20])
    }
}

private struct CancelsAtOnce: Subscriber {
    typealias Input = ViewState<Int>
    typealias Failure = Never

    func receive(subscription: any Subscription) {
        subscription.request(.unlimited)
        subscription.cancel()
    }

    func receive(_ state: ViewState<Int>) -> Subscribers.Demand {
        Issue.record("A state came after the cancellation.")
        return .none
    }

    func receive(completion: Subscribers.Completion<Never>) {
        Issue.record("The feed finished after the cancellation.")
    }
}
