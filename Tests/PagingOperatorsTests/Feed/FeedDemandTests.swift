import Streams
import TestSupport
import Testing

@testable import PagingOperators

/// States are delivered by demand; waiting ones are conflated to the latest.
struct FeedDemandTests {
    private let signals = PassthroughSubject<ListSignal, Never>()
    private let source = ScriptedPages<Int>()

    private func subscribe(demand: Subscribers.Demand) -> StateRecorder<Int> {
        let recorder = StateRecorder<Int>(demand: demand)
        signals.paginate(threshold: 2, from: source).subscribe(recorder)
        return recorder
    }

    @Test func withoutDemandNothingIsDeliveredButPagesLoad() {
        let list = subscribe(demand: .none)
        source.answer(.rows(0..<5))
        signals.send(.shown(row: 4))
        #expect(source.requests == [.refresh, .append(5)])
        #expect(list.states.isEmpty)
    }

    @Test func slowSubscriberSkipsToTheLatestState() {
        let list = subscribe(demand: .max(1))
        source.answer(.rows(0..<5))
        signals.send(.shown(row: 4))
        source.answer(.rows(5..<10))
        #expect(list.states.count == 1)
        list.request(.max(1))
        #expect(list.states.count == 2)
        #expect(list.rows == Array(0..<10))
        #expect(list.state.change == RowChange(inserted: [0..<10]))
        list.request(.max(1))
        #expect(list.states.count == 2)
    }

    /// The first state is a reload, which moves nothing: there were no rows.
    @Test(arguments: [false, true])
    func subscriberThatSkipsTheFirstStateDoesNotScroll(showsPlaceholders: Bool) {
        let server = ServedNumbers(count: 100, perPage: 10, isCounted: true)
        let list = StateRecorder<Int>(demand: .none)
        signals.paginate(
            PagingRules(threshold: 2, showsPlaceholders: showsPlaceholders), from: server, startingAt: 50
        ).subscribe(list)
        list.request(.max(1))
        #expect(list.state.change.isReload)
        #expect(list.state.items.first == 50)
        #expect(list.state.scrollTarget == nil)
    }

    /// A loop requests at most 16 states that it has not consumed.
    @Test(arguments: [false, true]) func slowLoopSkipsToTheLatestState(isShared: Bool) async {
        let server = CountingPages(count: 1_000, perPage: 10)
        let feed = signals.paginate(threshold: 2, from: server)
        let states =
            isShared ? feed.share(replay: 1).eraseToAnyPublisher() : feed.eraseToAnyPublisher()
        var counts: [Int] = []
        for await state in states.values {
            counts.append(state.items.count)
            if state.items.count == 1_000 { break }
            if counts.count == 1 { for _ in 0..<99 { signals.send(.loadMore) } }
        }
        #expect(counts.count <= 18)
        #expect(counts == counts.sorted())
    }

    @Test func outstandingDemandIsMetByTheNextStates() {
        let list = subscribe(demand: .max(3))
        source.answer(.rows(0..<5))
        signals.send(.shown(row: 4))
        #expect(list.states.count == 3)
        source.answer(.rows(5..<10))
        #expect(list.states.count == 3)
        list.request(.max(2))
        #expect(list.states.count == 4)
        signals.send(.refresh)
        #expect(list.states.count == 5)
    }

    @Test func changesAreConflatedAcrossARefresh() {
        let list = subscribe(demand: .max(2))
        source.answer(.rows(0..<5))
        signals.send(.refresh)
        source.answer(.rows(10..<12))
        signals.send(.loadMore)
        source.answer(.rows(12..<14))
        list.request(.unlimited)
        #expect(list.state.change == .reload)
        #expect(list.rows == Array(10..<14))
    }

    @Test func changesAreConflatedAcrossAReset() {
        let list = subscribe(demand: .max(2))
        source.answer(.rows(0..<5))
        signals.send(.reset, .loadMore)
        source.answer(.rows(7..<9))
        list.request(.max(1))
        #expect(list.rows == [7, 8])
    }

    @Test func requestWithinAStateIsMet() {
        let subscription = Locked<StateRecorder<Int>?>(nil)
        let recorder = StateRecorder<Int>(demand: .max(1)) { _ in
            subscription.withLock { $0 }?.request(.max(1))
        }
        _ = subscription.exchange(recorder)
        signals.paginate(threshold: 2, from: source).subscribe(recorder)
        source.answer(.rows(0..<5))
        signals.send(.shown(row: 4))
        #expect(recorder.states.count == 3)
        _ = subscription.exchange(nil)
    }

    @Test func demandOfNoneDoesNothing() {
        let list = subscribe(demand: .none)
        list.request(.none)
        #expect(list.states.isEmpty)
    }

    /// Random signals and answers, and a subscriber with random demand: it never gets more than it requested,
    /// and each state's change starts at the last state that *it* received.
    @Test func changesAreRightForARandomDemand() {
        Seeds.forEach(600) { random in
            let signals = PassthroughSubject<ListSignal, Never>()
            let source = ScriptedPages<Int>(answersCancelledLoads: random.chance(30))
            let slow = StateRecorder<Int>(demand: .none)
            signals.paginate(threshold: 1 + random.number(below: 4), from: source)
                .dedupe(by: { $0 })
                .subscribe(slow)
            for _ in 0..<40 {
                switch random.number(below: 10) {
                case 0, 1: slow.request(.max(1 + random.number(below: 2)))
                case 2, 3: signals.send(.shown(row: random.number(below: 20)))
                case 4: signals.send([.refresh, .reset, .cancel, .retry, .loadMore][random.number(below: 5)])
                case 5: source.fail(at: random.number(below: source.loads.count))
                default:
                    let first = random.number(below: 50)
                    let page = Page(Array(first..<first + random.number(below: 6)), next: 1000 + first)
                    source.answer(page, to: random.number(below: source.loads.count))
                }
            }
            signals.send(completion: .finished)
            while let load = source.loads.last(where: \.isRunning) { load.end(.failure(.offline)) }
            let (hadFinished, count) = (slow.isFinished, slow.states.count)
            slow.request(.unlimited)
            try Mismatch.unless(slow.isFinished, "a feed at rest does not finish")
            try Mismatch.unless(
                hadFinished == (slow.states.count == count), "the last state does not come before the finish")
            try Mismatch.unless(slow.states.count > 0, "finished without a state")
        }
    }
}
