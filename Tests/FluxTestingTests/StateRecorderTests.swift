import Flux
import FluxTesting
import Testing

struct StateRecorderTests {
    private let clock = VirtualTimeScheduler()
    private let signals = PassthroughSubject<ListSignal, Never>()

    private func pages() -> TestPages<Int, Int> {
        TestPages(Array(0..<50), perPage: 20, counts: .exact, delay: .seconds(1), scheduler: clock)
    }

    @Test func changesLeadToTheRowsOfEachState() throws {
        let recorder = StateRecorder(of: signals.paginate(threshold: 5, from: pages()))
        #expect(recorder.state.refresh == .loading)
        clock.run()
        signals.send(.shown(row: 19))
        clock.run()
        #expect(recorder.states.map(\.items.count) == [0, 20, 20, 40])
        #expect(recorder.items == Array(0..<40))
        try recorder.checkChanges()
        signals.send(.refresh)
        clock.run()
        #expect(recorder.items == Array(0..<20))
        try recorder.checkChanges()
    }

    @Test func placeholdersAreRows() throws {
        let rules = PagingRules(threshold: 5, showsPlaceholders: true)
        let recorder = StateRecorder(of: signals.paginate(rules, from: pages()))
        clock.run()
        #expect(recorder.rows.count == 50)
        #expect(recorder.items.count == 20)
        try recorder.checkChanges()
    }

    @Test func stateMadeByHandMayBeginAFeed() {
        let states = PassthroughSubject<ViewState<Int>, Never>()
        let recorder = StateRecorder(of: states)
        states.send(ViewState(items: PagedItems([1, 2])))
        #expect(recorder.mismatches.isEmpty)
        #expect(recorder.items == [1, 2])
        states.send(ViewState(items: PagedItems([1, 2, 3])))
        #expect(recorder.mismatches.count == 1)
    }

    @Test func wrongChangeIsAMismatch() {
        let states = PassthroughSubject<ViewState<Int>, Never>()
        let recorder = StateRecorder(of: states)
        states.send(ViewState(items: PagedItems([1, 2]), change: RowChange(inserted: [0..<2])))
        states.send(ViewState(items: PagedItems([1, 3]), change: .none))
        #expect(recorder.mismatches == [.wrongRow(1, .none)])
        #expect(recorder.items == [1, 3])
        #expect(throws: ListMismatch.wrongRow(1, .none)) { try recorder.checkChanges() }
    }

    @Test func statesAreRequestedByDemand() throws {
        let recorder = StateRecorder(of: signals.paginate(threshold: 5, from: pages()), demand: .max(1))
        clock.run()
        #expect(recorder.states.count == 1)
        recorder.request(.max(1))
        #expect(recorder.states.count == 2)
        #expect(recorder.items == Array(0..<20))
        try recorder.checkChanges()
    }

    @Test func releasingTheRecorderCancelsTheFeed() {
        let pages = pages()
        do {
            let recorder = StateRecorder(of: signals.paginate(threshold: 5, from: pages))
            #expect(recorder.states.count == 1)
        }
        #expect(pages.running.isEmpty)
        #expect(pages.cancelled.count == 1)
    }

    @Test func completionIsRecorded() {
        let recorder = StateRecorder(of: signals.paginate(threshold: 5, from: pages()))
        signals.send(completion: .finished)
        #expect(!recorder.isFinished)
        clock.run()
        #expect(recorder.isFinished)
    }
}
