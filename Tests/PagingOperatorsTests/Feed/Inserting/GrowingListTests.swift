import Streams
import TestSupport
import Testing

@testable import PagingOperators

/// `.loadMore` at the end of a list that grows.
struct GrowingListTests {
    private let list = StateRecorder<Person>()
    private let signals = PassthroughSubject<ListSignal, Never>()

    private func show(_ server: GrowingServer, _ policy: PagingRules.EndPolicy = .loadAgain) {
        signals.paginate(PagingRules(threshold: 2, endPolicy: policy), from: server).subscribe(list)
    }

    private func showToTheEnd(_ server: GrowingServer, pushed: Bool = false) {
        let rules = PagingRules(threshold: 2, endPolicy: .loadAgain)
        if pushed {
            signals.paginate(rules, from: server.live).dedupe(by: \.id).subscribe(list)
        } else {
            show(server)
        }
        server.time.advance(by: .milliseconds(20))
        signals.send(.shown(row: 9))
        server.time.advance(by: .milliseconds(20))
    }

    private var ids: [Int] { list.state.items.map(\.id) }

    @Test func lastPageIsLoadedAgain() {
        let server = GrowingServer(0..<15, pageSize: 10)
        show(server)
        signals.send(.shown(row: 9))
        server.grow(.end, by: 2, isPushed: false)
        signals.send(.loadMore)
        #expect(server.requests == [.refresh, .append(10), .append(10)])
        #expect(ids == Array(0..<17))
        #expect(list.state.change == RowChange(inserted: [15..<17]))
        #expect(list.state.append.kind == .end)
    }

    @Test func pageThatWasEmptyAndHasGainedItemsIsContinuedAtItsStart() {
        let server = Locked([0])
        let pages = KeysetPages<Person, Int, Never>(by: \.id, perPage: 5) { since, count in
            Just(
                server.withLock { ids in
                    ids.filter { since == nil || $0 > since! }.prefix(count).map { Person(id: $0) }
                })
        } before: { id, count in
            Just(
                server.withLock { ids in
                    ids.filter { $0 < id }.suffix(count).map { Person(id: $0) }
                })
        }
        signals.paginate(PagingRules(threshold: 2, maxRows: 29, endPolicy: .loadAgain), from: pages)
            .subscribe(list)
        signals.send(.shown(rows: 0..<1))
        server.withLock { $0 = Array(0..<30) }
        signals.send(.loadMore)
        for _ in 0..<10 {
            signals.send(.shown(rows: ids.count - 4..<ids.count))
            signals.send(.loadMore)
        }
        #expect(ids.last == 29)
        for _ in 0..<20 { signals.send(.shown(rows: 0..<4)) }
        #expect(Set(ids).count == ids.count)
    }

    @Test func stateIsLoadingMeanwhile() {
        let server = GrowingServer(0..<15, pageSize: 10, delays: (.milliseconds(10), .milliseconds(10)))
        showToTheEnd(server)
        #expect(list.state.append.kind == .end)
        signals.send(.loadMore)
        #expect(list.state.append.kind == .loading)
        server.time.advance(by: .milliseconds(20))
        #expect(list.state.append.kind == .end)
        #expect(ids == Array(0..<15))
    }

    @Test func itemsThatThePageHasGainedInPlaceOfRemovedOnesAreAdded() {
        let server = GrowingServer(0..<15, pageSize: 10)
        showToTheEnd(server)
        server.removeFirst(12)
        server.grow(.end, by: 2, isPushed: false)
        signals.send(.loadMore)
        #expect(ids == Array(0..<17))
        server.removeFirst(1)
        server.grow(.end, isPushed: false)
        signals.send(.loadMore)
        #expect(ids == Array(0..<18))
        #expect(list.state.append.kind == .end)
    }

    @Test func itemsThatHaveMovedByPagesAreNotAddedAgain() {
        let server = GrowingServer(0..<25, pageSize: 10)
        showToTheEnd(server)
        server.grow(.start, by: 20, isPushed: false)
        server.grow(.end, isPushed: false)
        signals.send(.loadMore)
        #expect(ids == Array(0..<26))
    }

    @Test func pageThatIsFullLeadsToTheNext() {
        let server = GrowingServer(0..<15, pageSize: 10)
        showToTheEnd(server)
        server.grow(.end, by: 30, isPushed: false)
        signals.send(.loadMore)
        #expect(ids == Array(0..<20))
        #expect(list.state.append.kind == .idle)
        signals.send(.loadMore)
        #expect(ids == Array(0..<30))
        #expect(server.requests == [.refresh, .append(10), .append(10), .append(20)])
    }

    @Test func failureIsAStateAndRetried() {
        let server = GrowingServer(0..<15, pageSize: 10)
        showToTheEnd(server)
        server.isOnline.withLock { $0 = false }
        server.grow(.end, isPushed: false)
        signals.send(.loadMore)
        #expect(list.state.append.kind == .failed)
        server.isOnline.withLock { $0 = true }
        signals.send(.retry)
        #expect(ids == Array(0..<16))
        #expect(list.state.append.kind == .end)
    }

    @Test func totalGrows() {
        let server = GrowingServer(0..<15, pageSize: 10, counts: true)
        showToTheEnd(server)
        server.grow(.end, by: 2, isPushed: false)
        signals.send(.loadMore)
        #expect(list.state.total == 17)
        #expect(list.state.placeholdersAfter == 0)
    }

    @Test func listOfOnePageIsReloaded() {
        let server = GrowingServer(0..<5, pageSize: 10)
        show(server)
        server.grow(.end, by: 2, isPushed: false)
        signals.send(.loadMore)
        #expect(server.requests == [.refresh, .refresh])
        #expect(ids == Array(0..<7))
    }

    @Test func scrollingToTheEndLoadsNothing() {
        let server = GrowingServer(0..<5, pageSize: 10)
        show(server)
        signals.send(.shown(row: 4))
        signals.send(.scrolled(offset: 100, viewport: 100, content: 200))
        signals.send(.prefetch(rows: 0..<5))
        #expect(server.requests.count == 1)
    }

    @Test func endIsFinalByDefault() {
        let server = GrowingServer(0..<5, pageSize: 10)
        show(server, .stop)
        server.grow(.end, isPushed: false)
        signals.send(.loadMore)
        #expect(server.requests.count == 1)
    }

    @Test func listThatBeginsAtItsEndIsReloadedAroundTheRowsInView() {
        let server = GrowingServer(0..<25, pageSize: 10, firstPage: .latest)
        show(server)
        signals.send(.shown(rows: 0..<5))
        signals.send(.shown(rows: 10..<15))
        #expect(ids == Array(5..<25))
        server.grow(.end, by: 7, isPushed: false)
        signals.send(.loadMore)
        #expect(list.state.refresh.kind == .idle)
        signals.send(.shown(rows: 15..<20))
        signals.send(.shown(rows: 17..<22))
        #expect(ids.last == 31)
        #expect(zip(ids, ids.dropFirst()).allSatisfy { $1 == $0 + 1 })
    }

    @Test(arguments: [5, 15, 25])
    func itemsThatArePushedMeanwhileAreAddedAndCountedOnce(milliseconds: Int) {
        let server = GrowingServer(
            0..<15, pageSize: 10, counts: true, delays: (.milliseconds(10), .milliseconds(10)))
        showToTheEnd(server, pushed: true)
        server.grow(.end)
        signals.send(.loadMore)
        server.grow(.end)
        server.time.advance(by: .milliseconds(milliseconds))
        server.grow(.end)
        server.time.advance(by: .milliseconds(20))
        #expect(ids == Array(0..<18))
        #expect(list.state.total == 18)
    }
}
