import Dispatch
import Streams
import TestSupport
import Testing

@testable import PagingOperators

@MainActor
@Suite(.timeLimit(.minutes(1)))
struct PagingModelTests {
    private let source = ScriptedPages<Int>()

    private func loaded(threshold: Int = 2) -> PagingModel<Int> {
        let model = PagingModel(threshold: threshold, from: source)
        model.loadInitial()
        source.answer(.rows(0..<5))
        return model
    }

    @Test func nothingLoadsBeforeLoadInitial() {
        let model = PagingModel(threshold: 2, from: source)
        model.shown(row: 0)
        model.loadMore()
        model.send(.refresh)
        model.retry()
        model.cancel()
        #expect(source.requests == [])
        #expect(model.phase == .firstLoad)
        #expect(!model.isLoading)
        #expect(model.hasMore)
        model.loadInitial()
        #expect(source.requests == [.refresh])
        #expect(model.isLoading)
        #expect(model.phase == .firstLoad)
    }

    @Test func statesOnTheMainActorAreShownSynchronously() {
        let model = loaded()
        #expect(Array(model.items) == Array(0..<5))
        #expect(!model.isLoading)
        #expect(model.phase == .content)
        model.shown(row: 4)
        #expect(model.isPaging)
        #expect(model.footer == .loading)
        source.answer(.last(5..<7))
        #expect(Array(model.items) == Array(0..<7))
        #expect(!model.hasMore)
        #expect(!model.isPaging)
        #expect(model.footer == .end)
        #expect(model.state.change == RowChange(inserted: [5..<7]))
    }

    @Test func modelSaysThatItsRowsAreStored() {
        let fixture = PageStoreFixture()
        fixture.keep(.rows(0..<3))
        let model = PagingModel(threshold: 2, from: source.stored(in: fixture.store, as: "numbers"))
        model.loadInitial()
        #expect(!model.isStored)
        fixture.time.advance()
        #expect(Array(model.items) == [0, 1, 2])
        #expect(model.isStored)
        #expect(model.isLoading)
        source.answer(.rows(0..<5))
        #expect(!model.isStored)
    }

    @Test(arguments: [true, false])
    func firstLoadThatIsCancelledBehindStoredRowsStartsAgain(isStopShown: Bool) {
        let fixture = PageStoreFixture()
        fixture.keep(.rows(0..<3), .rows(3..<6))
        let (source, clock) = (source, VirtualTimeScheduler())
        let model = PagingModel { signals in
            signals.paginate(threshold: 2, from: source.stored(in: fixture.store, as: "numbers"))
                .receive(on: clock)
        }
        model.loadInitial()
        fixture.time.advance()
        clock.run()
        model.cancel()
        if isStopShown { clock.run() }
        model.loadInitial()
        clock.run()
        #expect(source.running == [.refresh])
        #expect(model.isStored)
        model.loadInitial()
        source.answer(.rows(0..<5))
        clock.run()
        model.loadInitial()
        #expect(source.requests == [.refresh, .refresh])
        #expect(Array(model.items) == Array(0..<5))
    }

    @Test func loadInitialOfAValidStoredListThatIsCancelledDoesNothing() {
        let fixture = PageStoreFixture()
        fixture.keep(.rows(0..<3))
        let model = PagingModel(
            threshold: 2,
            from: source.stored(in: fixture.store, as: "numbers", validFor: .seconds(3600)))
        model.loadInitial()
        fixture.time.advance()
        model.loadMore()
        #expect(source.running == [.append(3)])
        model.cancel()
        model.loadInitial()
        #expect(source.running.isEmpty)
        #expect(Array(model.items) == [0, 1, 2])
    }

    @Test(arguments: [true, false])
    func loadInitialLoadsTheFirstPageOfANewSourceThatShowsOlderRows(isCancelled: Bool) {
        let (sources, new) = (PassthroughSubject<ScriptedPages<Int>, Never>(), ScriptedPages<Int>())
        let model = PagingModel(threshold: 2, from: sources)
        model.loadInitial()
        sources.send(source)
        source.answer(.rows(0..<5))
        sources.send(new)
        model.loadInitial()
        #expect(new.requests == [.refresh])
        if isCancelled { model.cancel() } else { new.fail() }
        #expect(model.items.count == 5)
        model.loadInitial()
        #expect(new.running == [.refresh])
        new.answer(.rows(7..<9))
        #expect(Array(model.items) == [7, 8])
        model.loadInitial()
        #expect(new.running.isEmpty)
    }

    @Test func loadInitialOfALoadedListDoesNothing() {
        let model = loaded()
        model.loadInitial()
        model.send(.refresh)
        model.loadInitial()
        #expect(source.requests == [.refresh, .refresh])
    }

    /// A feed may deliver its states later.
    @Test func loadInitialBeforeTheFirstStateDoesNothing() {
        let (source, clock) = (source, VirtualTimeScheduler())
        let model = PagingModel { signals in
            signals.paginate(threshold: 1, from: source).receive(on: clock)
        }
        model.loadInitial()
        model.loadInitial()
        clock.run()
        source.answer(.rows(0..<5))
        clock.run()
        #expect(Array(model.items) == Array(0..<5))
        #expect(source.requests == [.refresh])
    }

    @Test func listThatIsResetBeginsAgainBeforeItsStateIsShown() {
        let (source, clock) = (source, VirtualTimeScheduler())
        let model = PagingModel { signals in
            signals.paginate(threshold: 1, from: source).receive(on: clock)
        }
        model.loadInitial()
        source.answer(.rows(0..<5))
        clock.run()
        model.reset()
        model.loadInitial()
        model.loadInitial()
        #expect(source.requests == [.refresh, .refresh])
        source.answer(.rows(5..<7))
        clock.run()
        #expect(Array(model.items) == [5, 6])
        model.loadInitial()
        #expect(source.running == [])
    }

    @Test func listThatIsResetAndLoadedOtherwiseIsNotLoadedFurther() {
        let (source, clock) = (source, VirtualTimeScheduler())
        let model = PagingModel { signals in
            signals.paginate(threshold: 1, from: source).receive(on: clock)
        }
        model.reset()
        model.loadInitial()
        source.answer(.rows(0..<5))
        clock.run()
        model.reset()
        model.loadMore()
        source.answer(.rows(5..<7))
        clock.run()
        #expect(Array(model.items) == [5, 6])
        model.loadInitial()
        #expect(source.running == [])
    }

    @Test func loadInitialRepeatsAFailedFirstLoad() {
        let model = PagingModel(threshold: 2, from: source)
        model.loadInitial()
        source.fail(.broken)
        #expect(model.phase == .failed)
        #expect(model.error as? TestError == .broken)
        model.loadInitial()
        #expect(model.error == nil)
        source.fail()
        model.retry()
        #expect(source.requests == [.refresh, .refresh, .refresh])
        source.answer(.rows(0..<5))
        #expect(model.phase == .content)
    }

    @Test func failedPageKeepsTheRowsUntilItIsRetried() {
        let model = loaded()
        model.loadMore()
        source.fail()
        #expect(model.footer.isFailed)
        #expect(model.error as? TestError == .offline)
        model.shown(row: 4)
        #expect(source.running == [])
        model.retry()
        source.answer(.last(5..<6))
        #expect(Array(model.items) == Array(0..<6))
        #expect(model.error == nil)
    }

    @Test func refreshKeepsTheRowsUntilTheFirstPageArrives() {
        let model = loaded()
        model.send(.refresh)
        #expect(model.isLoading)
        #expect(model.items.count == 5)
        source.answer(.rows(10..<12))
        #expect(Array(model.items) == [10, 11])
    }

    @Test func cancelStopsTheLoadsAndKeepsTheRows() {
        let model = loaded()
        model.loadMore()
        model.cancel()
        #expect(source.running == [])
        #expect(source.cancelled == [1])
        #expect(!model.isPaging)
        #expect(model.items.count == 5)
        model.shown(row: 4)
        #expect(source.running == [.append(5)])
    }

    @Test func cancelledFirstLoadCanStartAgain() {
        let model = PagingModel(threshold: 2, from: source)
        model.loadInitial()
        model.cancel()
        #expect(model.phase == .idle)
        #expect(!model.isLoading)
        model.loadInitial()
        #expect(source.running == [.refresh])
    }

    @Test func loadInitialOfAnEmptyListDoesNothing() {
        let model = PagingModel(threshold: 2, from: source)
        model.loadInitial()
        source.answer(Page([], next: nil))
        #expect(model.phase == .empty)
        model.loadInitial()
        #expect(source.running == [])
    }

    @Test func anyFeedCanBeShown() {
        let source = source
        let model = PagingModel { signals in
            signals.paginate(PagingRules(threshold: 2), from: source).dedupe(by: { $0 % 10 }).map {
                "row \($0)"
            }
        }
        model.loadInitial()
        source.answer(Page([1, 2, 11, 3], next: 4))
        #expect(Array(model.items) == ["row 1", "row 2", "row 3"])
        model.send(.reset)
        #expect(model.items.isEmpty)
    }

    @Test func sourceMayStartInTheMiddle() {
        let model = PagingModel(threshold: 1, from: ServedNumbers(count: 30, perPage: 5), startingAt: 10)
        model.loadInitial()
        model.shown(row: 0)
        #expect(Array(model.items) == Array(5..<15))
        #expect(model.state.hasPrevious)
    }

    @Test func modelsMayShareASession() {
        let signals = PassthroughSubject<ListSignal, Never>()
        let feed = signals.paginate(threshold: 2, from: source).share(replay: 1)
        let (one, other) = (PagingModel { _ in feed }, PagingModel { _ in feed })
        one.loadInitial()
        source.answer(.rows(0..<5))
        other.loadInitial()
        #expect(source.requests == [.refresh])
        #expect(Array(other.items) == Array(0..<5))
    }

    @Test func releasingTheModelEndsItsSession() {
        weak var weakModel: PagingModel<Int>?
        do {
            let model = loaded()
            weakModel = model
            model.loadMore()
            #expect(source.running == [.append(5)])
        }
        #expect(weakModel == nil)
        #expect(source.running == [])
        #expect(source.cancelled == [1])
    }

    @Test func releasingTheModelReleasesTheSource() {
        weak var weakSource: ScriptedPages<Int>?
        do {
            let source = ScriptedPages<Int>()
            weakSource = source
            let model = PagingModel(threshold: 2, from: source)
            model.loadInitial()
            source.answer(.rows(0..<5))
        }
        #expect(weakSource == nil)
    }
}

/// States from other threads.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct PagingModelThreadTests {
    /// Runs what was scheduled on the main actor so far.
    private func mainActorIsFree() async {
        await withCheckedContinuation { continuation in
            MainActor.shared.schedule { continuation.resume() }
        }
    }

    @Test func statesFromOtherThreadsAreShownOnTheMainActor() async {
        let source = ScriptedPages<Int>()
        let model = PagingModel(threshold: 2, from: source)
        model.loadInitial()
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                source.answer(.rows(0..<5))
                continuation.resume()
            }
        }
        await mainActorIsFree()
        #expect(Array(model.items) == Array(0..<5))
        #expect(!model.isLoading)
    }

    /// The page has arrived, and is not shown yet.
    @Test func listThatIsResetWhileAStateIsScheduledBeginsAgain() async {
        let source = ScriptedPages<Int>()
        let model = PagingModel(threshold: 2, from: source)
        model.loadInitial()
        DispatchQueue.global().sync { source.answer(.rows(0..<5)) }
        #expect(model.items.isEmpty)
        model.reset()
        model.loadInitial()
        #expect(source.running == [.refresh])
        await mainActorIsFree()
        #expect(model.isLoading)
        source.answer(.rows(5..<7))
        #expect(Array(model.items) == [5, 6])
    }

    /// The session handles the reset, and its state is delivered later.
    @Test func listThatIsResetWhereItsStateIsDeliveredLaterBeginsAgain() {
        let (source, clock) = (ScriptedPages<Int>(), VirtualTimeScheduler())
        let model = PagingModel { signals in
            signals.paginate(threshold: 2, from: source).receive(on: clock)
        }
        // Does nothing yet.
        model.reset()
        model.loadInitial()
        clock.run()
        source.answer(.rows(0..<5))
        clock.run()
        model.loadInitial()
        #expect(source.running.isEmpty)
        model.reset()
        model.loadInitial()
        model.loadInitial()
        clock.run()
        #expect(source.running == [.refresh])
        source.answer(.rows(5..<7))
        clock.run()
        #expect(Array(model.items) == [5, 6])
        model.loadInitial()
        #expect(source.running.isEmpty)
    }

    @Test(arguments: [true, false])
    func firstLoadThatIsCancelledBeforeItsStateIsDeliveredStartsAgain(isLoadingShown: Bool) {
        let (source, clock) = (ScriptedPages<Int>(), VirtualTimeScheduler())
        let model = PagingModel { signals in
            signals.paginate(threshold: 2, from: source).receive(on: clock)
        }
        model.loadInitial()
        if isLoadingShown { clock.run() }
        model.cancel()
        model.loadInitial()
        model.loadInitial()
        clock.run()
        #expect(source.running == [.refresh])
        source.answer(.rows(0..<5))
        clock.run()
        #expect(Array(model.items) == Array(0..<5))
        #expect(source.running.isEmpty)
    }

    @Test func listThatIsCancelledAndLoadedTwiceLoadsOnePage() {
        let (source, clock) = (ScriptedPages<Int>(), VirtualTimeScheduler())
        let model = PagingModel { signals in
            signals.paginate(threshold: 2, from: source).receive(on: clock)
        }
        model.loadInitial()
        model.cancel()
        clock.run()
        #expect(model.phase == .idle)
        model.loadInitial()
        model.loadInitial()
        source.answer(.rows(0..<5))
        clock.run()
        #expect(Array(model.items) == Array(0..<5))
        #expect(source.running.isEmpty)
    }

    @Test func loadedListThatIsCancelledLoadsNoFurtherPage() {
        let (source, clock) = (ScriptedPages<Int>(), VirtualTimeScheduler())
        let model = PagingModel { signals in
            signals.paginate(threshold: 2, from: source).receive(on: clock)
        }
        model.loadInitial()
        source.answer(.rows(0..<5))
        clock.run()
        model.cancel()
        model.loadInitial()
        clock.run()
        #expect(source.running.isEmpty)
    }

    @Test func listThatIsResetAndRefreshedBeforeItsStateIsDeliveredLoadsOnePage() {
        let (source, clock) = (ScriptedPages<Int>(), VirtualTimeScheduler())
        let model = PagingModel { signals in
            signals.paginate(threshold: 2, from: source).receive(on: clock)
        }
        model.loadInitial()
        clock.run()
        source.answer(.rows(0..<5))
        clock.run()
        model.reset()
        model.send(.refresh)
        model.loadInitial()
        source.answer(.rows(5..<9))
        clock.run()
        #expect(Array(model.items) == Array(5..<9))
        #expect(source.running.isEmpty)
    }

    @Test func releasedModelReceivesNoState() async {
        let source = ScriptedPages<Int>()
        weak var weakModel: PagingModel<Int>?
        do {
            let model = PagingModel(threshold: 2, from: source)
            weakModel = model
            model.loadInitial()
            DispatchQueue.global().sync { source.answer(.rows(0..<5)) }
        }
        #expect(weakModel == nil)
        await mainActorIsFree()
    }

    @Test func pendingStateIsShownAfterTheFeedHasFinished() async {
        let source = ScriptedPages<Int>()
        let signals = PassthroughSubject<ListSignal, Never>()
        let model = PagingModel { _ in signals.paginate(threshold: 2, from: source) }
        model.loadInitial()
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                source.answer(.rows(0..<5))
                signals.send(completion: .finished)
                continuation.resume()
            }
        }
        await mainActorIsFree()
        #expect(Array(model.items) == Array(0..<5))
    }

    @Test func statesFromAnotherThreadArriveInOrder() async {
        let states = PassthroughSubject<ListSignal, Never>()
        let model = PagingModel { _ in
            states.paginate(threshold: 1, from: CountingPages(count: 400, perPage: 1))
        }
        model.loadInitial()
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                for row in 0..<400 { states.send(.jump(toRow: row)) }
                continuation.resume()
            }
        }
        await mainActorIsFree()
        await mainActorIsFree()
        #expect(Array(model.items) == Array(0..<400))
        #expect(!model.hasMore)
    }

    @Test func asynchronousSourcesAreShown() async {
        let ended = Turnstile()
        let pages = OffsetPages(limit: 4, end: .shortPage) { (offset, limit) async in
            Array(offset..<min(10, offset + limit))
        }
        let model = PagingModel(threshold: 10, from: pages)
        let states = model.states.sink { if $0.append.isEnd { ended.pass() } }
        model.loadInitial()
        model.shown(row: 9)
        await ended.reached()
        states.cancel()
        #expect(Array(model.items) == Array(0..<10))
    }
}
