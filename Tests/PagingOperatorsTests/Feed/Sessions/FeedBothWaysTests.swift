import Dispatch
import Streams
import TestSupport
import Testing

@testable import PagingOperators

/// Lists that begin in the middle, and lists that jump.
@Suite(.timeLimit(.minutes(1)))
struct FeedBothWaysTests {
    private let signals = PassthroughSubject<ListSignal, Never>()

    private func subscribe(_ feed: some Publisher<ViewState<Int>, Never>) -> StateRecorder<Int> {
        let recorder = StateRecorder<Int>()
        feed.subscribe(recorder)
        return recorder
    }

    @Test func hintNearBothEdgesLoadsInBothDirections() {
        let source = ScriptedPages<Int>()
        let list = subscribe(signals.paginate(threshold: 3, from: source, startingAt: 50))
        #expect(source.requests == [PageRequest(key: 50, direction: .refresh)])
        source.answer(Page(Array(50..<54), previous: 46, next: 54))
        signals.send(.shown(row: 2))
        #expect(source.running == [.append(54), PageRequest(key: 46, direction: .prepend)])
        #expect(list.state.kinds == [.idle, .loading, .loading])
        source.answer(Page(Array(46..<50), previous: 42, next: 50), to: 2)
        #expect(list.rows == Array(46..<54))
        #expect(list.state.change == RowChange(inserted: [0..<4]))
        source.answer(Page(Array(54..<58), previous: 50, next: nil), to: 1)
        #expect(list.rows == Array(46..<58))
        #expect(list.state.append.isEnd)
        #expect(list.state.hasPrevious)
    }

    @Test func failureInOneDirectionLeavesTheOther() {
        let source = ScriptedPages<Int>()
        let list = subscribe(signals.paginate(threshold: 3, from: source, startingAt: 50))
        source.answer(Page(Array(50..<54), previous: 46, next: 54))
        signals.send(.shown(row: 2))
        source.fail(at: 2)
        source.answer(Page(Array(54..<58), previous: 50, next: nil), to: 1)
        #expect(list.state.kinds == [.idle, .failed, .end])
        signals.send(.retry)
        #expect(source.running == [PageRequest(key: 46, direction: .prepend)])
        source.answer(Page(Array(46..<50), next: 50))
        #expect(list.rows == Array(46..<58))
    }

    @Test func pagesFromTwoThreadsAreAddedOnTheirSides() {
        for _ in 0..<300 {
            let signals = PassthroughSubject<ListSignal, Never>()
            let source = ScriptedPages<Int>()
            let list = subscribe(signals.paginate(threshold: 3, from: source, startingAt: 50))
            source.answer(Page(Array(50..<54), previous: 46, next: 54))
            signals.send(.shown(row: 2))
            DispatchQueue.concurrentPerform(iterations: 2) { thread in
                if thread == 0 {
                    source.answer(Page(Array(54..<58), previous: 50, next: nil), to: 1)
                } else {
                    source.answer(Page(Array(46..<50), previous: nil, next: 50), to: 2)
                }
            }
            #expect(list.rows == Array(46..<58))
            #expect(list.state.kinds == [.idle, .end, .end])
            list.cancel()
        }
    }

    @Test func hintsFromTwoThreadsLoadInBothDirections() {
        for _ in 0..<20 {
            let signals = PassthroughSubject<ListSignal, Never>()
            let list = subscribe(
                signals.paginate(threshold: 2, from: ServedNumbers(count: 300, perPage: 3), startingAt: 150))
            DispatchQueue.concurrentPerform(iterations: 2) { thread in
                for _ in 0..<100 { signals.send(thread == 0 ? .loadPrevious : .loadMore) }
            }
            while list.state.hasPrevious { signals.send(.loadPrevious) }
            while list.state.hasMore { signals.send(.loadMore) }
            #expect(list.rows == Array(0..<300))
            list.cancel()
        }
    }

    @Test func refreshReturnsToTheKeyOfTheStart() {
        let line = ServedNumbers(count: 60, perPage: 5)
        let list = subscribe(signals.paginate(threshold: 1, from: line, startingAt: 30))
        signals.send(.shown(row: 0), .shown(row: 9))
        #expect(list.rows == Array(25..<40))
        signals.send(.refresh)
        #expect(list.rows == Array(30..<35))
        #expect(line.requests.last == PageRequest(key: 30, direction: .refresh))
    }

    @Test func jumpStartsAGenerationAroundTheRow() {
        let line = ServedNumbers(count: 100, perPage: 5, isCounted: true)
        let states = Log<ViewState<Int>>()
        let rules = PagingRules(threshold: 2, showsPlaceholders: true)
        let subscription = signals.paginate(rules, from: line).sink { states.append($0) }
        signals.send(.jump(toRow: 71))
        #expect(line.requests[1] == PageRequest(key: 70, direction: .refresh))
        let state = states.entries.last ?? ViewState()
        #expect(state.item(atRow: 71) == 71)
        #expect(state.rowCount == 100)
        // The row is one from the page's start: the page before it is needed, too.
        #expect(line.requests.last == PageRequest(key: 65, direction: .prepend))
        subscription.cancel()
    }

    @Test func placeholderFarAwayMakesTheListJump() {
        let line = ServedNumbers(count: 100, perPage: 5, isCounted: true)
        let rules = PagingRules(threshold: 1, showsPlaceholders: true, jumpThreshold: 20)
        let states = Log<ViewState<Int>>()
        let subscription = signals.paginate(rules, from: line).sink { states.append($0) }
        signals.send(.shown(row: 52))
        #expect(line.requests == [.refresh, PageRequest(key: 50, direction: .refresh)])
        #expect(states.entries.last?.item(atRow: 52) == 52)
        subscription.cancel()
    }

    @Test func jumpWithoutRowLookupLoadsPageByPage() {
        let list = subscribe(signals.paginate(threshold: 1, from: CountingPages(count: 100, perPage: 5)))
        signals.send(.jump(toRow: 22))
        #expect(list.rows == Array(0..<25))
    }

    @Test func jumpToALoadedRowLoadsNothing() {
        let line = ServedNumbers(count: 100, perPage: 5, isCounted: true)
        let list = subscribe(signals.paginate(threshold: 1, from: line))
        signals.send(.jump(toRow: 2))
        #expect(line.requests == [.refresh])
        #expect(list.states.count == 3)
        #expect(list.state.change.isEmpty)
        #expect(list.state.scrollTarget == .jump(row: 2))
    }
}
