import Streams
import TestSupport
import Testing

@testable import PagingOperators

/// Sources of a type that is not known, and sources made of others.
struct InjectedPagesTests {
    private let time = VirtualTimeScheduler()
    private let changes = PassthroughSubject<Void, Never>()

    /// The numbers 0 to 29, ten a page.
    private var numbers: OffsetPages<Int, Never> {
        OffsetPages(limit: 10) { offset, limit in
            Just(FetchedItems(Array(offset..<min(30, offset + limit)), total: 30))
        }
    }

    private func firstState<Feed: Publisher<ViewState<Int>, Never>>(_ feed: Feed) -> ViewState<Int>? {
        let last = Locked<ViewState<Int>?>(nil)
        let sink = feed.sink { state in _ = last.exchange(state) }
        sink.cancel()
        return last.withLock { $0 }
    }

    @Test func sourceOfAnUnknownTypeIsPaginated() {
        let source: any PageSource<PageOffset, Int, Never> = numbers
        let signals = PassthroughSubject<ListSignal, Never>()
        #expect(firstState(signals.paginate(threshold: 3, from: source))?.items.count == 10)
        #expect(
            firstState(signals.paginate(PagingRules(threshold: 15), from: source, startingAt: 10))?.items
                .first == 10)
        #expect(firstState(signals.paginate(threshold: 3, from: numbers.eraseToAnyPageSource()))?.total == 30)
    }

    @MainActor @Test func modelIsGivenASourceOfAnUnknownType() {
        let source: any PageSource<PageOffset, Int, Never> = numbers
        let model = PagingModel(threshold: 3, from: source)
        model.loadInitial()
        #expect(Array(model.items) == Array(0..<10))
    }

    @Test func loopsReadASourceOfAnUnknownType() async throws {
        let source: any PageSource<PageOffset, Int, Never> = numbers
        var items: [Int] = []
        for try await item in source.items(prefetch: 1) { items.append(item) }
        #expect(items == Array(0..<30))
        var saved: PageCheckpoint<PageOffset>?
        for try await page in source.pages() {
            saved = page.checkpoint
            break
        }
        items = []
        for try await item in source.items(resumingAt: saved) { items.append(item) }
        #expect(items == Array(10..<30))
        var pages: [[Int]] = []
        for try await page in source.pages(prefetch: 1, resumingAt: saved) { pages.append(page.items) }
        #expect(pages == [Array(10..<20), Array(20..<30)])
    }

    @Test func operatorsFollowTheErasureOfAnUnknownType() {
        let source: any PageSource<PageOffset, Int, Never> = numbers
        let words = source.eraseToAnyPageSource().map { "\($0)" }
        #expect(only(words.page(for: PageRequest(key: 10, direction: .append)))?.items.first == "10")
    }

    @Test func loopsOfAKnownTypeKeepIt() {
        let items = numbers.items()
        #expect(type(of: items) == PageSequence<OffsetPages<Int, Never>, Int, any Error>.self)
    }

    @Test func erasedSourceFindsRowsAndIsInvalidatedAsItsBase() {
        let erased = numbers.invalidated(by: changes).eraseToAnyPageSource()
        #expect(erased.key(forRow: 25) == numbers.key(forRow: 25))
        let count = Locked(0)
        let sink = erased.invalidations?.sink { count.withLock { $0 += 1 } }
        changes.send(())
        #expect(count.withLock { $0 } == 1)
        sink?.cancel()
        #expect(erased.eraseToAnyPageSource().key(forRow: 12) == numbers.key(forRow: 12))
    }

    @Test func itemsOfASourceAreTransformed() {
        let words = numbers.map { "\($0)" }
        let page = words.page(for: PageRequest(key: 10, direction: .append))
        #expect(only(page)?.items.first == "10")
        let odd = numbers.compactMap { $0 % 2 == 1 ? $0 : nil }
        let oddPage = only(odd.page(for: PageRequest(key: 20, direction: .append)))
        #expect(oddPage?.items == [21, 23, 25, 27, 29])
        #expect(oddPage?.total == 30)
        #expect(odd.key(forRow: 25) == numbers.key(forRow: 25))
    }

    @Test func placeholdersDoNotStandForItemsThatATransformHasDropped() {
        let odd = numbers.compactMap { $0 % 2 == 1 ? $0 : nil }
        let last = only(odd.page(for: PageRequest(key: 20, direction: .append)))
        #expect(last?.itemsBefore == 20)
        #expect(last?.itemsAfter == 0)
        let signals = PassthroughSubject<ListSignal, Never>()
        let rules = PagingRules(threshold: 3, showsPlaceholders: true)
        let state = firstState(signals.paginate(rules, from: odd))
        #expect(state.map { Array($0.items) } == [1, 3, 5, 7, 9])
        #expect(state?.placeholdersAfter == 20)
        #expect(state?.total == 30)
    }

    @Test func countsBesideAPageAreKnownWithoutTheItemsThatATransformHasDropped() throws {
        func page(_ page: Page<Int, Int>) throws -> Page<Int, Int> {
            let source = ClosurePages { (_: PageRequest<Int>) in Just(page) }
            return try #require(only(source.compactMap { $0 > 1 ? $0 : nil }.page(for: .refresh)))
        }
        #expect(try page(Page([1, 2, 3], next: nil, total: 9, itemsAfter: 2)).itemsBefore == 4)
        #expect(try page(Page([1, 2, 3], next: nil, total: 9)).itemsAfter == nil)
        #expect(try page(Page([1, 2], next: nil, total: -1, itemsBefore: 0)).itemsAfter == nil)
        #expect(try page(Page([1, 2], next: nil, total: Int.max, itemsBefore: Int.min)).itemsAfter == nil)
    }

    @Test func pagesOfASourceAreDelayed() {
        let feed = PassthroughSubject<ListSignal, Never>()
            .paginate(threshold: 3, from: numbers.delay(for: .seconds(2), scheduler: time))
        let counts = Locked<[Int]>([])
        let sink = feed.sink { state in counts.withLock { $0.append(state.items.count) } }
        time.advance(by: .seconds(1))
        #expect(counts.withLock { $0 }.allSatisfy { $0 == 0 })
        time.advance(by: .seconds(1))
        #expect(counts.withLock { $0.last } == 10)
        sink.cancel()
    }

    @Test func operatorsOfASourceTakeASchedulerOfAnUnknownType() {
        let stored: any Scheduler = time
        let source = numbers.delay(for: 2, scheduler: stored)
            .retry(.immediate(attempts: 1), scheduler: stored)
        let items = Locked<[Int]>([])
        let sink = source.page(for: PageRequest(key: 10, direction: .append)).sink { page in
            _ = items.exchange(page.items)
        }
        time.advance(by: .seconds(1))
        #expect(items.withLock { $0 } == [])
        time.advance(by: .seconds(1))
        #expect(items.withLock { $0 } == Array(10..<20))
        sink.cancel()
    }

    @Test func loadsOfASourceAreObserved() {
        let scripted = ScriptedPages<Int>()
        let events = Locked<[String]>([])
        let note: @Sendable (String) -> Void = { event in events.withLock { $0.append(event) } }
        let observed = scripted.handleEvents(
            receiveRequest: { note("request \($0.key ?? 0)") },
            receivePage: { note("page \($0.items)") },
            receiveFailure: { note("failure \($0)") },
            receiveCancel: { note("cancel \($0.key ?? 0)") })
        let signals = PassthroughSubject<ListSignal, Never>()
        let sink = signals.paginate(threshold: 1, from: observed).sink { _ in }
        scripted.answer(Page([1], next: 1))
        signals.send(.shown(row: 0))
        scripted.fail()
        signals.send(.retry)
        sink.cancel()
        #expect(
            events.withLock { $0 } == [
                "request 0", "page [1]", "request 1", "failure offline", "request 1", "cancel 1",
            ])
    }

    private func only<Pages: Publisher>(_ pages: Pages) -> Pages.Output? {
        let value = Locked<Pages.Output?>(nil)
        pages.sink(receiveCompletion: { _ in }, receiveValue: { page in _ = value.exchange(page) }).cancel()
        return value.withLock { $0 }
    }
}
