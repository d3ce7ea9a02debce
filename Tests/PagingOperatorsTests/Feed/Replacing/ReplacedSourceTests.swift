import Streams
import TestSupport
import Testing

@testable import PagingOperators

/// Feeds of a publisher of sources: another source takes the place of the one before.
@Suite(.timeLimit(.minutes(1)))
struct ReplacedSourceTests {
    private let sources = PassthroughSubject<ScriptedPages<Person>, Never>()
    private let signals = PassthroughSubject<ListSignal, Never>()
    private let old = ScriptedPages<Person>()
    private let new = ScriptedPages<Person>()

    private func subscribe(_ rules: PagingRules = PagingRules(threshold: 2)) -> StateRecorder<Person> {
        let list = StateRecorder<Person>()
        signals.paginate(rules, from: sources).subscribe(list)
        return list
    }

    /// A list with ten rows of the first source, whose second page is being loaded.
    private func subscribeAndLoad(_ rules: PagingRules = PagingRules(threshold: 2)) -> StateRecorder<Person> {
        let list = subscribe(rules)
        sources.send(old)
        old.answer(.people(0..<10))
        signals.send(.shown(row: 9))
        return list
    }

    @Test func nothingIsLoadedBeforeTheFirstSource() {
        let list = subscribe()
        signals.send(.refresh, .shown(row: 0), .jump(toRow: 5))
        #expect(list.states.isEmpty)
        sources.send(old)
        #expect(old.requests == [.refresh])
        #expect(list.state.phase == .firstLoad)
        old.answer(.people(0..<10))
        #expect(list.rows == .people(0..<10))
        #expect(list.state.scrollTarget == nil)
    }

    @Test func newSourceCancelsTheLoadsOfTheOldOne() {
        let list = subscribeAndLoad()
        #expect(old.running == [.append(10)])
        sources.send(new)
        #expect(old.running.isEmpty)
        #expect(old.cancelled == [1])
        #expect(new.requests == [.refresh])
        #expect(list.state.refresh.isLoading)
        #expect(!list.state.append.isLoading)
    }

    @Test func endOfTheOldListIsNotThatOfTheNewOne() {
        let list = subscribeAndLoad()
        old.answer(Page(.people(10..<15), next: nil))
        #expect(!list.state.hasMore)
        sources.send(new)
        #expect(list.state.hasMore)
        signals.send(.cancel)
        #expect(list.rows == .people(0..<15))
        #expect(list.state.kinds == [.idle, .idle, .idle])
        signals.send(.loadMore)
        new.answer(.people(20..<25))
        #expect(list.rows == .people(20..<25))
    }

    /// Its pages are newer.
    @Test func whatASourceSendsAtTheSubscriptionHasNoEffect() {
        let changes = CurrentValueSubject<Int, Never>(0)
        let insertions = CurrentValueSubject<Person, Never>(Person(id: 99))
        let list = StateRecorder<Person>()
        signals.paginate(
            threshold: 2,
            from: sources.map { $0.invalidated(by: changes).inserting(insertions, at: .start) }
        ).subscribe(list)
        for source in [old, new] {
            sources.send(source)
            source.answer(.people(0..<10))
            #expect(source.requests == [.refresh])
            #expect(list.rows == .people(0..<10))
        }
        changes.send(1)
        #expect(new.running == [.refresh])
    }

    /// Two sources come while a state is delivered. When the list subscribes to what the second one inserts,
    /// the first one sends, as another thread may do.
    @Test func whatTheOldSourceSendsAfterItWasReplacedHasNoEffect() {
        let changes = PassthroughSubject<Void, Never>()
        let people = PassthroughSubject<Person, Never>()
        let sends = Locked(true)
        let list = StateRecorder<Person>()
        let feed = signals.paginate(
            threshold: 2,
            from: sources.map { [old, new] source in
                let insertions = Deferred { () -> PassthroughSubject<Person, Never> in
                    if source === old { return people }
                    if source === new {
                        changes.send()
                        people.send(Person(id: 99))
                    }
                    return PassthroughSubject()
                }
                return source.invalidated(by: changes.filter { source === old })
                    .inserting(insertions, at: .end)
            })
        feed.handleEvents(receiveOutput: { [sources, old, new] state in
            guard !state.items.isEmpty, sends.exchange(false) else { return }
            for source in [old, new] { sources.send(source) }
        }).subscribe(list)
        let first = ScriptedPages<Person>()
        sources.send(first)
        first.answer(.people(0..<3))
        #expect(new.running == [.refresh])
        new.answer(Page(.people(5..<8), next: nil))
        #expect(list.rows == .people(5..<8))
        #expect(new.running.isEmpty)
    }

    @Test func firstLoadIsReplaced() {
        let list = subscribe()
        sources.send(old)
        sources.send(new)
        #expect(old.cancelled == [0])
        #expect(new.running == [.refresh])
        new.answer(.people(5..<8))
        #expect(list.rows == .people(5..<8))
    }

    @Test func rowsStayUntilTheFirstPageAndChangeByTheDifference() {
        let list = subscribeAndLoad()
        sources.send(new)
        #expect(list.rows == .people(0..<10))
        new.answer(Page([], next: 3))
        #expect(list.rows == .people(0..<10))
        new.answer(.people(4..<12))
        #expect(list.rows == .people(4..<12))
        #expect(!list.state.change.isReload)
        #expect(list.state.change.removed == [0..<4])
        #expect(list.state.change.inserted == [6..<8])
        signals.send(.shown(row: 7))
        #expect(new.running == [.append(12)])
    }

    @MainActor @Test func eachListOfAModelBeginsAtTheKey() {
        let models = [
            PagingModel(threshold: 0, from: sources, startingAt: 7),
            PagingModel(PagingRules(threshold: 0), from: sources, startingAt: 7),
        ]
        for model in models { model.loadInitial() }
        for source in [old, new] {
            sources.send(source)
            #expect(source.requests.map(\.key) == [7, 7])
        }
    }

    @Test func rowsGoAtOnceIfTheRulesSaySo() {
        let list = subscribeAndLoad(PagingRules(threshold: 2, sourceChange: .removesRows))
        sources.send(new)
        #expect(list.rows.isEmpty)
        #expect(list.state.phase == .firstLoad)
        #expect(list.state.change.isReload)
        new.answer(.people(4..<12))
        #expect(list.rows == .people(4..<12))
        #expect(list.state.scrollTarget == nil)
    }

    @Test func lateAnswersOfTheOldSourceAreIgnored() {
        let late = ScriptedPages<Person>(answersCancelledLoads: true)
        let list = subscribe()
        sources.send(late)
        sources.send(new)
        late.answer(.people(100..<110), to: 0)
        #expect(list.rows.isEmpty)
        new.answer(.people(0..<3))
        late.fail(at: 0)
        #expect(list.rows == .people(0..<3))
        #expect(list.state.error == nil)
    }

    @Test func failureKeepsTheRowsAndOnlyTheFirstPageIsRetried() {
        let list = subscribeAndLoad()
        sources.send(new)
        new.fail()
        #expect(list.rows == .people(0..<10))
        #expect(list.state.refresh.isFailed)
        // The rows are of the old source: no page is loaded after them.
        signals.send(.shown(row: 9), .loadMore, .shown(row: 3))
        #expect(new.requests == [.refresh])
        signals.send(.retry)
        #expect(new.requests == [.refresh, .refresh])
        new.answer(.people(20..<30))
        #expect(list.rows == .people(20..<30))
        #expect(old.requests.count == 2)
    }

    @Test func hintRetriesTheFirstPageIfTheRulesSaySo() {
        let list = subscribeAndLoad(PagingRules(threshold: 2, failurePolicy: .retryOnHint))
        sources.send(new)
        new.fail()
        signals.send(.shown(rows: 3..<5))
        #expect(new.requests == [.refresh, .refresh])
        new.answer(.people(20..<30))
        #expect(list.rows == .people(20..<30))
    }

    @Test func hintAfterACancelLoadsTheNewSource() {
        let list = subscribeAndLoad()
        sources.send(new)
        signals.send(.cancel)
        #expect(new.cancelled == [0])
        #expect(list.state.refresh.kind == .idle)
        signals.send(.shown(row: 9))
        #expect(new.running == [.refresh])
    }

    @Test func refreshWhileTheFirstPageLoadsIsThatLoad() {
        _ = subscribeAndLoad()
        signals.send(.refresh)
        sources.send(new)
        signals.send(.refresh)
        #expect(old.running.isEmpty)
        #expect(new.requests == [.refresh])
    }

    @Test func requestsOfTheOldListDoNotCountForTheNewOne() {
        let list = subscribeAndLoad(PagingRules(threshold: 0))
        signals.send(.loadMore, .loadMore, .jump(toRow: 200))
        sources.send(new)
        new.answer(.people(50..<60))
        #expect(new.running.isEmpty)
        #expect(list.state.scrollTarget?.isJump != true)
    }

    @Test func jumpWhileTheFirstPageLoadsIsOneOfTheNewList() {
        let list = subscribeAndLoad()
        sources.send(new)
        signals.send(.jump(toRow: 7))
        #expect(list.state.scrollTarget == nil)
        new.answer(.people(50..<55))
        #expect(new.running == [.append(55)])
        new.answer(.people(55..<60))
        #expect(list.state.scrollTarget == .jump(row: 7))
    }

    @Test func newListBeginsAtItsStart() {
        let list = subscribeAndLoad()
        old.answer(.people(10..<20))
        signals.send(.shown(rows: 8..<14))
        sources.send(new)
        signals.send(.shown(rows: 10..<16))
        new.answer(.people(50..<80))
        #expect(list.state.scrollTarget == .moved(to: 0, by: -10))
    }

    @Test func listWithoutRowsDoesNotScroll() {
        let sources = PassthroughSubject<ScriptedPages<Int>, Never>()
        let (old, new) = (ScriptedPages<Int>(), ScriptedPages<Int>())
        let list = StateRecorder<Int>()
        signals.paginate(threshold: 2, from: sources).subscribe(list)
        sources.send(old)
        old.answer(.rows(0..<10))
        signals.send(.shown(row: 5))
        sources.send(new)
        new.answer(Page([], next: nil))
        #expect(list.state.phase == .empty)
        #expect(list.state.scrollTarget == nil)
    }

    @Test func listAtItsStartStaysThere() {
        let list = subscribeAndLoad()
        signals.send(.shown(rows: 0..<6))
        sources.send(new)
        new.answer(Page([20, 21, 3, 4].map(Person.init), next: nil))
        #expect(list.state.topRow(following: 0..<6) == 0)
    }

    @Test func listAtItsStartStaysThereWhenItsFirstRowIsFartherDown() {
        let list = subscribeAndLoad()
        signals.send(.shown(rows: 0..<6))
        sources.send(new)
        new.answer(Page((Array(20..<27) + [0, 1, 2]).map(Person.init), next: nil))
        #expect(list.state.scrollTarget == .moved(to: 0, by: 0))
        #expect(list.state.topRow(following: 0..<6) == 0)
    }

    @Test func rowInViewThatIsInBothListsStays() {
        let list = subscribeAndLoad()
        signals.send(.shown(rows: 5..<8))
        sources.send(new)
        new.answer(Page([20, 5, 6, 21].map(Person.init), next: nil))
        #expect(list.state.scrollTarget == nil)
        #expect(list.state.topRow(following: 5..<8) == 1)
    }

    @Test func equalSourceIsIgnored() {
        let requests = Log<String>()
        let queries = PassthroughSubject<String, Never>()
        let list = StateRecorder<Person>()
        signals.paginate(threshold: 2, from: queries.map { SearchPages(query: $0, requests: requests) })
            .subscribe(list)
        for query in ["a", "a", "ab", "ab", "a"] { queries.send(query) }
        #expect(requests.entries == ["a", "ab", "a"])
        #expect(list.rows == .people(1..<11))
    }

    @Test func publisherThatEndsKeepsTheLastSource() {
        let list = subscribe()
        sources.send(old)
        sources.send(completion: .finished)
        old.answer(.people(0..<10))
        signals.send(.shown(row: 9))
        old.answer(.people(10..<20))
        #expect(list.rows == .people(0..<20))
        #expect(!list.isFinished)
        signals.send(completion: .finished)
        #expect(list.isFinished)
    }

    @Test func feedContinuesWhileThereMayBeSources() {
        let list = subscribeAndLoad()
        signals.send(completion: .finished)
        old.answer(.people(10..<12))
        #expect(!list.isFinished)
        sources.send(new)
        sources.send(completion: .finished)
        #expect(!list.isFinished)
        new.answer(Page(.people(0..<2), next: nil))
        #expect(list.isFinished)
    }

    @Test func feedWithoutASourceFinishes() {
        let list = subscribe()
        sources.send(completion: .finished)
        #expect(list.isFinished)
        #expect(list.states.isEmpty)
    }

    @Test func onlyTheLatestSourceInvalidatesTheList() {
        let changes = (TestPublisher<Void, Never>(), TestPublisher<Void, Never>())
        let invalidated = PassthroughSubject<InvalidatedPages<ScriptedPages<Person>>, Never>()
        let list = StateRecorder<Person>()
        signals.paginate(threshold: 2, from: invalidated).subscribe(list)
        invalidated.send(old.invalidated(by: changes.0))
        old.answer(Page(.people(0..<4), next: nil))
        invalidated.send(new.invalidated(by: changes.1))
        new.answer(Page(.people(0..<4), next: nil))
        changes.0.send(())
        #expect(new.requests.count == 1)
        changes.1.send(())
        #expect(new.requests.count == 2)
        #expect(old.requests.count == 1)
        #expect(changes.0.isCancelled)
        #expect(!changes.1.isCancelled)
        list.cancel()
        #expect(changes.1.isCancelled)
    }

    @Test func lastSourceInvalidatesTheListAfterThePublisherHasEnded() {
        let changes = TestPublisher<Void, Never>()
        let invalidated = PassthroughSubject<InvalidatedPages<ScriptedPages<Person>>, Never>()
        let list = StateRecorder<Person>()
        signals.paginate(threshold: 2, from: invalidated).subscribe(list)
        invalidated.send(old.invalidated(by: changes))
        invalidated.send(completion: .finished)
        old.answer(Page(.people(0..<4), next: nil))
        #expect(!changes.isCancelled)
        changes.send(())
        #expect(old.requests.count == 2)
        old.answer(Page(.people(0..<5), next: nil))
        #expect(list.rows == .people(0..<5))
        list.cancel()
        #expect(changes.isCancelled)
    }

    @Test func sourceOfAPublisherThatHasEndedAtOnceInvalidatesTheList() {
        let changes = PassthroughSubject<Void, Never>()
        let list = StateRecorder<Person>()
        signals.paginate(threshold: 2, from: Just(old.invalidated(by: changes))).subscribe(list)
        old.answer(Page(.people(0..<4), next: nil))
        changes.send(())
        old.answer(Page(.people(0..<5), next: nil))
        #expect(list.rows == .people(0..<5))
        signals.send(completion: .finished)
        #expect(list.isFinished)
    }

    /// As by a screen that changes what it shows, where the first page is there at once.
    @Test func changesOfASourceFromItsFirstLoadOnCount() {
        let (changes, people) = (PassthroughSubject<Void, Never>(), PassthroughSubject<Person, Never>())
        let list = StateRecorder<Person>()
        let source = old.handleEvents(receiveRequest: { request in
            guard request.key == nil else { return }
            people.send(Person(id: 5))
            changes.send()
        })
        let changing = source.invalidated(by: changes.prefix(1)).inserting(people.prefix(1), at: .end)
        signals.paginate(threshold: 2, from: Just(changing)).subscribe(list)
        old.answer(Page(.people(0..<5), next: nil))
        #expect(list.rows == .people(0..<6))
        #expect(old.running == [.refresh])
    }

    @Test func cancelledFeedReleasesItsSources() {
        let sent = TestPublisher<ScriptedPages<Person>, Never>()
        let list = StateRecorder<Person>()
        signals.paginate(threshold: 2, from: sent).subscribe(list)
        sent.send(old)
        list.cancel()
        #expect(old.cancelled == [0])
        #expect(sent.isCancelled)
        sent.send(new)
        #expect(new.requests.isEmpty)
    }

    @Test func sourceThatIsSentByAStateReplacesTheOneThatHasDeliveredIt() {
        let (sources, old, new) = (sources, old, new)
        let list = StateRecorder<Person>(onState: { state in
            if state.items.count == 3 { sources.send(new) }
        })
        signals.paginate(threshold: 2, from: sources).subscribe(list)
        sources.send(old)
        old.answer(.people(0..<3))
        #expect(old.requests.count == 1)
        #expect(new.running == [.refresh])
        new.answer(.people(0..<5))
        #expect(list.rows == .people(0..<5))
    }

    @Test func loadsOfARestoredListAreThoseOfTheFirstSource() async throws {
        let first = subscribe()
        first.cancel()
        let archive = FeedArchive<Int, Person>()
        let list = StateRecorder<Person>()
        signals.paginate(threshold: 2, from: sources).archived(by: archive).subscribe(list)
        sources.send(old)
        old.answer(.people(0..<10))
        let snapshot = try #require(await archive.snapshot())
        let restored = StateRecorder<Person>()
        let feed = signals.paginate(threshold: 2, from: sources)
            .archived(by: FeedArchive(restoring: snapshot))
        let log = Log<String>()
        let events = feed.events.sink { log.append("\($0)") }
        feed.subscribe(restored)
        list.cancel()
        sources.send(new)
        #expect(restored.rows == .people(0..<10))
        #expect(log.entries.prefix(3) == ["session began", "source replaced", "10 rows restored"])
        events.cancel()
        signals.send(.shown(row: 9))
        #expect(new.requests == [.append(10)])
    }
}

/// A search whose results are the persons with numbers from the length of the query on.
private struct SearchPages: PageSource, Equatable {
    typealias Item = Person
    typealias Failure = Never

    let query: String
    let requests: Log<String>

    func page(for request: PageRequest<Int>) -> Just<Page<Int, Person>> {
        requests.append(query)
        return Just(.people(query.count..<query.count + 10))
    }

    static func == (one: Self, other: Self) -> Bool { one.query == other.query }
}

extension [Person] {
    fileprivate static func people(_ ids: Range<Int>) -> Self { ids.map(Person.init) }
}

extension Page<Int, Person> {
    fileprivate static func people(_ ids: Range<Int>) -> Self {
        Page(.people(ids), next: ids.upperBound)
    }
}
