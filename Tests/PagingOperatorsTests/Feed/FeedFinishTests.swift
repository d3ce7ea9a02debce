import Streams
import Testing

@testable import PagingOperators

/// The feed finishes when its signals have finished and nothing is being loaded.
struct FeedFinishTests {
    private let signals = PassthroughSubject<ListSignal, Never>()
    private let source = ScriptedPages<Int>()

    private func subscribe(demand: Subscribers.Demand = .unlimited) -> StateRecorder<Int> {
        let recorder = StateRecorder<Int>(demand: demand)
        signals.paginate(threshold: 4, from: source).subscribe(recorder)
        return recorder
    }

    @Test func idleFeedFinishesWithItsSignals() {
        let list = subscribe()
        source.answer(.rows(0..<5))
        #expect(!list.isFinished)
        signals.send(completion: .finished)
        #expect(list.isFinished)
    }

    @Test func runningLoadDelaysTheFinish() {
        let list = subscribe()
        signals.send(.shown(row: 4))
        signals.send(completion: .finished)
        #expect(!list.isFinished)
        source.answer(.rows(0..<5))
        #expect(!list.isFinished)
        source.answer(.rows(5..<7))
        #expect(!list.isFinished)
        source.answer(.rows(7..<9))
        #expect(list.isFinished)
        #expect(list.rows == Array(0..<9))
    }

    @Test func loadThatFailsIsTheLastState() {
        let list = subscribe()
        signals.send(completion: .finished)
        source.fail()
        #expect(list.state.phase == .failed)
        #expect(list.isFinished)
    }

    @Test func endOfTheListIsNotTheEndOfTheFeed() {
        let list = subscribe()
        source.answer(.last(0..<5))
        #expect(!list.isFinished)
        signals.send(.refresh)
        source.answer(.last(0..<2))
        #expect(list.rows == [0, 1])
    }

    @Test func lastStateIsDeliveredBeforeTheEnd() {
        let list = subscribe(demand: .none)
        source.answer(.rows(0..<5))
        signals.send(completion: .finished)
        #expect(!list.isFinished)
        list.request(.max(1))
        #expect(list.rows == Array(0..<5))
        #expect(list.isFinished)
    }

    @Test func emptySignalsStillLoadTheFirstPage() {
        let recorder = StateRecorder<Int>()
        Empty<ListSignal, Never>().paginate(threshold: 4, from: source).subscribe(recorder)
        #expect(source.requests == [.refresh])
        #expect(!recorder.isFinished)
        source.answer(.rows(0..<5))
        #expect(recorder.rows == Array(0..<5))
        #expect(recorder.isFinished)
    }

    @Test func signalsSentAtOnceAreAllProcessed() {
        let recorder = StateRecorder<Int>()
        [ListSignal.shown(row: 9), .loadMore].publisher
            .paginate(threshold: 1, from: CountingPages(count: 100, perPage: 5))
            .subscribe(recorder)
        #expect(recorder.rows.count == 15)
        #expect(recorder.isFinished)
    }

    @Test func cancelBeforeTheFirstLoadDoesNotStopIt() {
        let recorder = StateRecorder<Int>()
        Just(ListSignal.cancel).paginate(threshold: 4, from: source).subscribe(recorder)
        #expect(source.requests == [.refresh])
        source.answer(.last(0..<1))
        #expect(recorder.rows == [0])
        #expect(recorder.isFinished)
    }
}
