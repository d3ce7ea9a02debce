import Dispatch
import Streams
import TestSupport
import Testing

@testable import PagingOperators

/// The end of `await model.refresh()`.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct PagingModelRefreshTests {
    @MainActor
    private final class Refresh {
        private(set) var hasEnded = false
        private var task: Task<Void, Never>?

        /// Calls `refresh()` in a task, up to its first suspension.
        init<Item>(of model: PagingModel<Item>) async {
            await withCheckedContinuation { continuation in
                task = Task {
                    // The call runs synchronously until it waits for the refresh.
                    MainActor.shared.schedule { continuation.resume() }
                    await model.refresh()
                    hasEnded = true
                }
            }
        }

        func end() async { await task?.value }

        func cancel() { task?.cancel() }
    }

    /// A load that ends may be another one: a reload, or a refresh of which the latest state did not know.
    @Test func endOfAnotherLoadDoesNotEndARefresh() async {
        var state = ViewState<Int>()
        state.tally.generations = 1
        let wait = RefreshWait(after: state)
        let ended = Locked(false)
        let task = Task {
            await wait.finished()
            ended.withLock { $0 = true }
        }
        func take(_ change: (inout LoadTally) -> Void) async {
            for refresh in [LoadState.loading, .idle] {
                state.refresh = refresh
                if refresh == .idle { change(&state.tally) }
                wait.take(state)
            }
            await withCheckedContinuation { continuation in
                MainActor.shared.schedule { continuation.resume() }
            }
        }
        await take { $0.generations += 1 }
        #expect(!ended.withLock { $0 })
        await take { ($0.refreshes, $0.endedRefreshes) = (2, 1) }
        #expect(!ended.withLock { $0 })
        await take { $0.endedRefreshes = 2 }
        await task.value
        #expect(ended.withLock { $0 })
    }

    /// A search may go to another feed, which does not know of the refresh.
    @Test func endOfTheFirstLoadOfAnotherFeedEndsARefresh() async {
        let queries = PassthroughSubject<ScriptedPages<Int>, Never>()
        let model = PagingModel { signals in
            queries.flatMapLatest { pages in signals.paginate(threshold: 1, from: pages) }
        }
        model.loadInitial()
        queries.send(source)
        source.answer(.rows(0..<5))
        let refresh = await Refresh(of: model)
        #expect(model.isLoading)
        let next = ScriptedPages<Int>()
        queries.send(next)
        #expect(!refresh.hasEnded)
        next.answer(.rows(5..<8))
        await refresh.end()
        #expect(Array(model.items) == [5, 6, 7])
    }

    private let source = ScriptedPages<Int>()

    private func loaded() -> PagingModel<Int> {
        let model = PagingModel(threshold: 1, from: source)
        model.loadInitial()
        source.answer(.rows(0..<5))
        return model
    }

    @Test func refreshEndsWhenTheFirstPageIsLoaded() async {
        let model = loaded()
        let refresh = await Refresh(of: model)
        #expect(source.running == [.refresh])
        #expect(!refresh.hasEnded)
        source.answer(.rows(7..<9))
        await refresh.end()
        #expect(Array(model.items) == [7, 8])
        #expect(!model.isLoading)
    }

    @Test func refreshEndsWhenTheFirstPageHasFailed() async {
        let model = loaded()
        let refresh = await Refresh(of: model)
        source.fail(.broken)
        await refresh.end()
        #expect(model.error as? TestError == .broken)

        // The same failure again is the end of another refresh.
        let second = await Refresh(of: model)
        #expect(!second.hasEnded)
        source.fail(.broken)
        await second.end()
    }

    @Test(arguments: [ListSignal.cancel, .reset])
    func cancelledRefreshEnds(by signal: ListSignal) async {
        let model = loaded()
        let refresh = await Refresh(of: model)
        model.send(signal)
        await refresh.end()
        #expect(source.running == [])
    }

    @Test func refreshesThatRunTogetherEndTogether() async {
        let model = loaded()
        let one = await Refresh(of: model)
        let other = await Refresh(of: model)
        #expect(source.running == [.refresh])
        #expect(!one.hasEnded && !other.hasEnded)
        source.answer(.rows(7..<9))
        await one.end()
        await other.end()
    }

    @Test func refreshEndsThoughTheListIsReloadedAtOnceWithEqualRows() async {
        let (source, changes) = (ScriptedPages<Person>(), PassthroughSubject<Void, Never>())
        let model = PagingModel(threshold: 1, from: source.invalidated(by: changes))
        let people = Page<Int, Person>((0..<5).map(Person.init), next: nil)
        model.loadInitial()
        source.answer(people)
        let refresh = await Refresh(of: model)
        changes.send(())
        source.answer(people)
        #expect(source.running == [.refresh])
        await refresh.end()
        #expect(model.isLoading)
        source.answer(people)
        #expect(!model.isLoading)
    }

    @Test func refreshThatAJumpReplacesEndsWithTheJump() async {
        let line = ServedNumbers(count: 100, perPage: 10, isCounted: true)
        let held = HeldPages(line)
        let model = PagingModel(threshold: 1, from: held)
        model.loadInitial()
        held.release()
        let refresh = await Refresh(of: model)
        model.jump(toRow: 55)
        #expect(!refresh.hasEnded)
        held.release()
        await refresh.end()
        #expect(model.items.contains(55))
    }

    @Test func refreshThatAnEndedJumpHasReplacedEndsWithItsFirstPage() async {
        let held = HeldPages(ServedNumbers(count: 100, perPage: 10, isCounted: true))
        let model = PagingModel(threshold: 1, from: held)
        model.loadInitial()
        held.release()
        let refresh = await Refresh(of: model)
        model.jump(toRow: 55)
        model.jump(toRow: 5)
        #expect(!refresh.hasEnded)
        #expect(model.isLoading)
        held.release()
        await refresh.end()
        #expect(Array(model.items) == Array(0..<10))
    }

    @Test func cancelledTaskEndsTheWaitAndNotTheRefresh() async {
        let model = loaded()
        let refresh = await Refresh(of: model)
        refresh.cancel()
        await refresh.end()
        #expect(source.running == [.refresh])
        source.answer(.rows(7..<9))
        #expect(Array(model.items) == [7, 8])
    }

    @Test func refreshOfASynchronousSourceEndsAtOnce() async {
        let model = PagingModel(threshold: 1, from: ServedNumbers(count: 20, perPage: 5))
        model.loadInitial()
        await model.refresh()
        #expect(model.items.count == 5)
    }

    @Test func refreshOfAListWithoutRowsEnds() async {
        let model = PagingModel(threshold: 1, from: source)
        model.loadInitial()
        source.answer(Page([], next: nil))
        let refresh = await Refresh(of: model)
        source.answer(Page([], next: nil))
        await refresh.end()
        #expect(model.phase == .empty)
    }

    @Test func refreshWithoutASessionEndsAtOnce() async {
        let model = PagingModel(threshold: 1, from: source)
        await model.refresh()
        #expect(source.requests == [])
    }

    @Test func refreshBeforeTheFirstSourceEndsAtOnce() async {
        let sources = PassthroughSubject<ScriptedPages<Int>, Never>()
        let model = PagingModel(PagingRules(threshold: 1), from: sources)
        model.loadInitial()
        var states = 0
        let subscription = model.states.sink { _ in states += 1 }
        await model.refresh()
        #expect(states == 0)
        #expect(model.phase == .firstLoad)
        subscription.cancel()
    }

    @Test func refreshOfAFeedThatUsesOtherSignalsEndsAtOnce() async {
        let others = PassthroughSubject<ListSignal, Never>()
        let feed = others.paginate(threshold: 1, from: source)
        let model = PagingModel { _ in feed }
        model.loadInitial()
        source.answer(.rows(0..<5))
        await model.refresh()
        #expect(source.requests == [.refresh])
    }

    @Test func refreshEndsWithItsFeed() async {
        let states = PassthroughSubject<ViewState<Int>, Never>()
        let model = PagingModel<Int> { signals in
            states.merge(with: signals.compactMap { _ in nil as ViewState<Int>? })
                .prefix(untilOutputFrom: states.filter { $0.total == 0 })
        }
        model.loadInitial()
        states.send(ViewState(items: PagedItems([1])))
        let refresh = await Refresh(of: model)
        #expect(!refresh.hasEnded)
        states.send(ViewState(total: 0))
        await refresh.end()
        await model.refresh()
    }

    @Test func refreshOfStatesThatNoEngineMadeEndsWithTheirLoad() async {
        let states = PassthroughSubject<ViewState<Int>, Never>()
        let model = PagingModel<Int> { signals in
            states.merge(with: signals.compactMap { _ in nil as ViewState<Int>? })
        }
        model.loadInitial()
        states.send(ViewState(items: PagedItems([1])))
        let refresh = await Refresh(of: model)
        states.send(ViewState(items: PagedItems([1]), refresh: .loading))
        #expect(!refresh.hasEnded)
        states.send(ViewState(items: PagedItems([2]), change: .reload))
        await refresh.end()
    }

    /// In cases with a time limit each: a turn of the main actor waits for those of other tests.
    @Test(arguments: 1...10)
    func refreshWhosePagesArriveOnOtherThreadsEnds(number: Int) async {
        let pages = OffsetPages(limit: 4, end: .shortPage) { (offset, limit) async in
            Array(offset..<min(10, offset + limit))
        }
        let model = PagingModel(threshold: 1, from: pages)
        model.loadInitial()
        for _ in 0..<5 {
            await model.refresh()
            #expect(!model.isLoading)
            #expect(model.items.count == 4)
        }
    }
}

/// A source whose pages are held until the test releases them.
private final class HeldPages: PageSource {
    typealias Item = Int
    typealias Failure = Never

    private let line: ServedNumbers
    private let gate = PassthroughSubject<Void, Never>()

    init(_ line: ServedNumbers) { self.line = line }

    func page(for request: PageRequest<Int>) -> AnyPublisher<Page<Int, Int>, Never> {
        gate.first().flatMap { [line] in line.page(for: request) }.eraseToAnyPublisher()
    }

    func key(forRow row: Int) -> Int? { line.key(forRow: row) }

    func release() { gate.send(()) }
}
