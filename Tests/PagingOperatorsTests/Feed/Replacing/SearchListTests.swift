import LoadingTestSupport
import Streams
import TestSupport
import Testing

@testable import FluxImages
@testable import PagingOperators

/// Searches: lists whose source is made of a query, with what else a list has.
@Suite(.timeLimit(.minutes(1)))
struct SearchListTests {
    private let queries = PassthroughSubject<String, Never>()
    private let signals = PassthroughSubject<ListSignal, Never>()
    private let time = VirtualTimeScheduler()

    @Test func onlyTheQueryAfterAQuietIntervalIsRequested() {
        let words = WordPages.Server()
        let list = StateRecorder<String>()
        signals.paginate(
            threshold: 2,
            from: queries.debounce(for: .milliseconds(300), scheduler: time).map {
                WordPages(query: $0, server: words).delay(for: .milliseconds(200), scheduler: time)
            }
        ).subscribe(list)
        for (index, query) in ["f", "fl", "flu", "flux"].enumerated() {
            queries.send(query)
            time.advance(by: .milliseconds(index == 1 ? 400 : 100))
        }
        time.advance(by: .seconds(2))
        #expect(words.requests.entries == ["fl 0", "flux 0"])
        #expect(list.rows == (0..<5).map { "flux \($0)" })
    }

    /// Such as that of a link into the list.
    @Test(arguments: [ListSignal.jump(toRow: 7), .shown(rows: 3..<5), .loadMore, .cancel])
    func signalAtTheSubscriptionCountsForTheFirstList(signal: ListSignal) {
        func list(after delay: Int, of sources: Bool) -> StateRecorder<String> {
            let list = StateRecorder<String>()
            let words = WordPages(query: "flux", server: WordPages.Server()).delay(
                for: .seconds(delay), scheduler: time)
            let signals = signals.prepend(signal)
            if sources {
                signals.paginate(threshold: 2, from: CurrentValueSubject(words)).subscribe(list)
            } else {
                signals.paginate(threshold: 2, from: words).subscribe(list)
            }
            time.advance(by: .seconds(5))
            return list
        }
        for delay in [0, 1] {
            let (one, several) = (list(after: delay, of: false), list(after: delay, of: true))
            switch signal {
            case .jump: #expect(several.rows.count == 10 && several.rows == one.rows)
            case .shown: #expect(several.rows.count == 10 && several.rows == one.rows)
            case .cancel: #expect(!several.state.isLoading)
            // The first page is loading already, or there.
            default: #expect(several.rows.count == 10)
            }
        }
    }

    @Test func signalThatAnswersTheFirstStateCountsForTheFirstList() {
        let list = StateRecorder<String>()
        let words = WordPages(query: "flux", server: WordPages.Server()).delay(
            for: .seconds(1), scheduler: time)
        signals.paginate(threshold: 2, from: CurrentValueSubject(words))
            .handleEvents(receiveOutput: { [signals] state in
                if state.isLoading { signals.send(.jump(toRow: 7)) }
            })
            .subscribe(list)
        time.advance(by: .seconds(5))
        #expect(list.rows.count == 10)
    }

    @Test func everyListHasItsPlaceInTheStore() {
        let fixture = PageStoreFixture()
        let words = WordPages.Server()
        @Sendable func pages(_ query: String) -> StoredPages<WordPages> {
            WordPages(query: query, server: words).stored(in: fixture.store, as: "search \(query)")
        }
        let list = StateRecorder<String>()
        signals.paginate(threshold: 1, from: queries.map(pages)).subscribe(list)
        queries.send("a")
        fixture.time.advance()
        signals.send(.loadMore)
        queries.send("b")
        fixture.time.advance(by: .seconds(5))
        list.cancel()
        fixture.time.advance()

        words.isOnline.withLock { $0 = false }
        let offline = StateRecorder<String>()
        signals.paginate(threshold: 1, from: queries.map(pages)).subscribe(offline)
        queries.send("b")
        fixture.time.advance()
        #expect(offline.rows == (0..<5).map { "b \($0)" })
        queries.send("a")
        #expect(offline.rows.first == "b 0")
        fixture.time.advance()
        #expect(offline.rows == (0..<10).map { "a \($0)" })
        #expect(offline.state.isStored)
        #expect(offline.state.refresh.isFailed)
        queries.send("new")
        fixture.time.advance()
        #expect(offline.rows.count == 10)
        words.isOnline.withLock { $0 = true }
        signals.send(.retry)
        #expect(offline.rows == (0..<5).map { "new \($0)" })
        #expect(!offline.state.isStored)
        offline.cancel()
    }

    @Test func storedListOfAnotherSourceIsNotShown() {
        let fixture = PageStoreFixture()
        let words = WordPages.Server()
        @Sendable func pages(_ query: String) -> StoredPages<WordPages> {
            WordPages(query: query, server: words).stored(in: fixture.store, as: query)
        }
        let first = StateRecorder<String>()
        signals.paginate(threshold: 1, from: Just(pages("a"))).subscribe(first)
        fixture.time.advance(by: .seconds(5))
        first.cancel()
        fixture.time.advance()

        words.isOnline.withLock { $0 = false }
        let list = StateRecorder<String>()
        signals.paginate(threshold: 1, from: queries.map(pages)).subscribe(list)
        queries.send("a")
        queries.send("b")
        fixture.time.advance()
        #expect(list.rows.isEmpty)
        #expect(list.state.refresh.isFailed)
        signals.send(completion: .finished)
        queries.send(completion: .finished)
        #expect(list.isFinished)
    }

    @Test func editsArePartOfTheListOfEachQuery() {
        let words = WordPages.Server()
        let edits = FeedEdits<String, String>(by: \.self)
        let list = StateRecorder<String>()
        signals.paginate(threshold: 1, from: queries.map { WordPages(query: $0, server: words) })
            .edits(edits).subscribe(list)
        queries.send("a")
        edits.remove("a 1")
        #expect(list.rows == ["a 0", "a 2", "a 3", "a 4"])
        queries.send("b")
        edits.remove("b 0")
        #expect(list.rows == ["b 1", "b 2", "b 3", "b 4"])
    }

    @Test(arguments: [true, false])
    func editsOfAQueryThatIsStoredAreNotThoseOfTheNext(isValid: Bool) {
        let fixture = PageStoreFixture()
        let words = WordPages.Server()
        let list = StateRecorder<String>()
        let edits = FeedEdits<String, Substring>(by: { $0.suffix(1) })
        func search(_ list: StateRecorder<String>) {
            let pages = queries.map {
                WordPages(query: $0, server: words).stored(
                    in: fixture.store, as: $0, validFor: isValid ? .seconds(60) : .zero)
            }
            signals.paginate(threshold: 1, from: pages).edits(edits).subscribe(list)
            for query in ["a", "b"] {
                queries.send(query)
                fixture.time.advance()
                if query == "a" { edits.remove("4") }
            }
        }
        search(list)
        #expect(list.rows.last == "b 4")
        fixture.time.advance(by: .seconds(5))
        list.cancel()
        fixture.time.advance()

        words.isOnline.withLock { $0 = false }
        let next = StateRecorder<String>()
        search(next)
        #expect(next.state.isStored)
        #expect(next.rows == (0..<5).map { "b \($0)" })
        next.cancel()
    }

    @Test func imagesFollowTheListOfEachQuery() throws {
        let words = WordPages.Server()
        let source = ScriptedDataLoader()
        let feed = signals.paginate(threshold: 1, from: queries.map { WordPages(query: $0, server: words) })
            .images(
                from: ImageLoader<Picture>.scripted(source),
                at: { word in .picture(of: word.utf8.reduce(0) { $0 * 256 + Int($1) }) })
        let states = Log<ViewState<ImageRow<String, Picture>>>()
        let sink = feed.sink { states.append($0) }
        queries.send("a")
        let first = source.loads.count
        #expect(first > 0)
        queries.send("b")
        #expect(source.loads.prefix(first).allSatisfy { $0.isCancelled })
        #expect(source.loads.count > first)
        #expect(states.entries.last?.items.map(\.item) == (0..<5).map { "b \($0)" })
        sink.cancel()
    }

    @MainActor @Test func modelShowsTheListOfEachQuery() {
        let words = WordPages.Server()
        let model = PagingModel(
            threshold: 1, from: queries.map { WordPages(query: $0, server: words) })
        model.loadInitial()
        #expect(model.phase == .firstLoad)
        queries.send("a")
        #expect(model.items.first == "a 0")
        model.shown(row: 4)
        #expect(model.items.count == 10)
        queries.send("b")
        #expect(Array(model.items) == (0..<5).map { "b \($0)" })
    }

    /// A session of `flatMapLatest` begins while the rows of another one are shown.
    @Test func firstStateOfASessionReplacesTheRowsOfAnother() {
        let words = WordPages.Server()
        let states = Log<ViewState<String>>()
        let sink = queries.flatMapLatest { [signals] query in
            signals.paginate(threshold: 1, from: WordPages(query: query, server: words))
        }.sink { states.append($0) }
        queries.send("a")
        let count = states.entries.count
        #expect(states.entries[count - 1].items.count == 5)
        queries.send("b")
        #expect(states.entries[count].items.isEmpty)
        #expect(states.entries[count].change.isReload)
        sink.cancel()
    }
}

/// Words that begin with a query, five a page.
private struct WordPages: PageSource, Equatable {
    typealias Item = String

    final class Server: Sendable {
        let requests = Log<String>()
        let isOnline = Locked(true)
    }

    let query: String
    let server: Server

    func page(for request: PageRequest<Int>) -> Result<Page<Int, String>, TestError>.Publisher {
        let first = request.key ?? 0
        server.requests.append("\(query) \(first)")
        guard server.isOnline.withLock({ $0 }) else { return .init(.offline) }
        return .init(Page((first..<first + 5).map { "\(query) \($0)" }, next: first + 5))
    }

    static func == (one: Self, other: Self) -> Bool { one.query == other.query }
}
