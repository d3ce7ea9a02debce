import Streams
import TestSupport
import Testing

@testable import PagingOperators

/// Own messages, which the server confirms and does not push, between those of others, which it pushes.
struct ConfirmedBesidePushedTests {
    private let list = StateRecorder<Person>()
    private let signals = PassthroughSubject<ListSignal, Never>()
    private let drafts = FeedEdits<Person, Int>()

    private func show(
        _ server: GrowingServer, _ rules: PagingRules = PagingRules(threshold: 2),
        during milliseconds: Int = 20
    ) {
        signals.paginate(rules, from: server.live).edits(drafts).dedupe(by: \.id).subscribe(list)
        server.time.advance(by: .milliseconds(milliseconds))
    }

    private func makeServer(_ ids: Range<Int>, pageSize: Int = 10, counts: Bool = false) -> GrowingServer {
        GrowingServer(
            ids, pageSize: pageSize, counts: counts, delays: (.milliseconds(5), .milliseconds(5)))
    }

    /// Sends a message, which the server confirms at once.
    private func send(to server: GrowingServer, at edge: Edge = .end) {
        drafts.insert(Person(id: 1_000), at: edge == .end ? .end : .start, survivesRefresh: true)
        confirm(1_000, by: server, at: edge)
    }

    private func confirm(_ draft: Int, by server: GrowingServer, at edge: Edge = .end) {
        server.grow(edge == .end ? .end : .start, isPushed: false)
        let ids = server.present
        drafts.confirm(draft, as: Person(id: edge == .end ? ids.upperBound - 1 : ids.lowerBound))
    }

    private var ids: [Int] { list.state.items.map(\.id) }

    @Test func messageThatIsConfirmedWhileTheLastPageLoadsPrecedesThoseOfOthersAfterIt() {
        let server = makeServer(0..<15)
        show(server)
        signals.send(.loadMore)
        server.time.advance(by: .milliseconds(7))
        send(to: server)
        server.grow(.end, by: 2)
        server.time.advance(by: .milliseconds(20))
        #expect(ids == Array(0..<18))
    }

    @Test(arguments: [false, true]) func messageThatIsConfirmedDuringTheFirstLoadPrecedesThoseAfterIt(
        isReset: Bool
    ) {
        let server = makeServer(0..<5)
        show(server, during: isReset ? 20 : 7)
        if isReset {
            signals.send(.reset)
            signals.send(.refresh)
            server.time.advance(by: .milliseconds(7))
        }
        send(to: server)
        server.grow(.end)
        server.time.advance(by: .milliseconds(20))
        #expect(ids == Array(0..<7))
    }

    /// The end of the list was not loaded before, so that the message had no place.
    @Test func messageThatIsConfirmedDuringARefreshThatLoadsTheEndPrecedesThoseAfterIt() {
        let server = makeServer(0..<15)
        show(server)
        server.removeFirst(8)
        signals.send(.refresh)
        server.time.advance(by: .milliseconds(7))
        send(to: server)
        server.grow(.end)
        server.time.advance(by: .milliseconds(20))
        #expect(ids == Array(8..<17))
    }

    @Test(arguments: [Edge.end, .start]) func messagesKeepTheirOrderThroughARefresh(edge: Edge) {
        let server = makeServer(0..<5)
        show(server)
        signals.send(.refresh)
        server.time.advance(by: .milliseconds(7))
        server.grow(edge == .end ? .end : .start)
        send(to: server, at: edge)
        server.grow(edge == .end ? .end : .start)
        server.time.advance(by: .milliseconds(20))
        #expect(ids == Array(server.present))
    }

    @Test func messagesKeepTheirOrderWhileTheLastPageIsLoadedAgain() {
        let server = makeServer(0..<15)
        show(server, PagingRules(threshold: 2, endPolicy: .loadAgain))
        signals.send(.loadMore)
        server.time.advance(by: .milliseconds(20))
        signals.send(.loadMore)
        server.time.advance(by: .milliseconds(7))
        server.grow(.end)
        send(to: server)
        server.grow(.end)
        server.time.advance(by: .milliseconds(20))
        #expect(ids == Array(0..<18))
    }

    /// What the last page has gained is before a row that was pushed: the list is loaded again.
    @Test(arguments: [false, true]) func gainInTheMiddleOfTheLastPageIsInItsPlace(isOwn: Bool) {
        let server = makeServer(0..<15)
        show(server, PagingRules(threshold: 2, endPolicy: .loadAgain))
        signals.send(.loadMore)
        server.time.advance(by: .milliseconds(20))
        // The push of this message is lost.
        if isOwn { send(to: server) } else { server.grow(.end, isPushed: false) }
        server.grow(.end)
        #expect(ids == Array(0..<15) + (isOwn ? [15, 16] : [16]))
        signals.send(.shown(rows: ids.count - 4..<ids.count))
        signals.send(.loadMore)
        server.time.advance(by: .milliseconds(40))
        #expect(ids.suffix(4) == [13, 14, 15, 16])
        #expect(list.state.append.kind == .end)
    }

    /// The page has an item whose push was lost, or an own message, and lacks one that is pushed meanwhile.
    @Test(arguments: [false, true], [false, true]) func gainBeforeAPushDuringTheLoadIsInItsPlace(
        isOwn: Bool, counts: Bool
    ) {
        let server = makeServer(0..<15, counts: counts)
        show(server, PagingRules(threshold: 2, endPolicy: .loadAgain))
        signals.send(.shown(rows: 6..<10))
        server.time.advance(by: .milliseconds(20))
        signals.send(.shown(rows: 11..<15))
        if isOwn { send(to: server) } else { server.grow(.end, isPushed: false) }
        signals.send(.loadMore)
        server.time.advance(by: .milliseconds(7))
        server.grow(.end)
        server.time.advance(by: .milliseconds(60))
        #expect(ids.suffix(4) == [13, 14, 15, 16])
        if counts { #expect(list.state.total == 17) }
        signals.send(.loadMore)
        server.time.advance(by: .milliseconds(60))
        #expect(ids.suffix(4) == [13, 14, 15, 16])
    }

    /// Items without an identity are counted: one that is inserted waits for the page.
    @Test(arguments: [false, true]) func itemsWithoutAnIdentityWaitForTheLastPage(keeps: Bool) {
        var list = EngineDriver<Int, Int>(
            PagingRules(threshold: 2, endPolicy: .loadAgain), transform: IdentityTransform<Int>(),
            start: PagingStart(keepsItems: keeps))
        list.start()
        list.answer(Page([0, 1], next: 2))
        list.send(.loadMore)
        list.answer(Page([2, 3], previous: 0, next: nil))
        // The push of 4 is lost.
        list.send(.loadMore)
        list.insert(5, at: .end)
        list.answer(Page([2, 3, 4], previous: 0, next: nil))
        #expect(list.rows == Array(0...5))
    }

    /// The page before an empty one has what was pushed, when it is loaded again.
    @Test func messagesKeepTheirOrderWhenAWindowIsScrolledBack() {
        let server = Locked(Array(1...31))
        let pushed = PassthroughSubject<Person, Never>()
        let pages = KeysetPages<Person, Int, Never>(by: \.id, perPage: 10) { since, count in
            Just(server.withLock { $0.filter { $0 > since ?? 0 }.prefix(count).map { Person(id: $0) } })
        } before: { id, count in
            Just(server.withLock { $0.filter { $0 < id }.suffix(count).map { Person(id: $0) } })
        }
        signals.paginate(PagingRules(threshold: 2, maxRows: 36), from: pages.inserting(pushed, at: .end))
            .edits(drafts).dedupe(by: \.id).subscribe(list)
        func scrollToEnd() {
            for _ in 0..<30 {
                let count = list.state.rowCount
                signals.send(.shown(rows: max(0, count - 8)..<max(1, count)))
            }
        }
        func receive(_ count: Int) {
            for _ in 0..<count {
                let next = server.withLock { ids in
                    ids.append(ids.count + 1)
                    return ids.count
                }
                pushed.send(Person(id: next))
                scrollToEnd()
            }
        }
        scrollToEnd()
        receive(3)
        drafts.insert(Person(id: -1), at: .end, survivesRefresh: true)
        server.withLock { $0.append(35) }
        drafts.confirm(-1, as: Person(id: 35))
        scrollToEnd()
        receive(100)
        for _ in 0..<12 {
            signals.send(.shown(rows: 0..<8))
            #expect(ids == ids.sorted())
        }
        scrollToEnd()
        #expect(ids == ids.sorted() && ids.last == 135)
    }

    @Test func randomMessagesAreInTheOrderOfTheServer() {
        Seeds.forEach(300) { random in
            let test = ConfirmedBesidePushedTests()
            let server = test.makeServer(0..<random.number(below: 15), pageSize: 5)
            let endPolicy: PagingRules.EndPolicy = random.number(below: 2) == 0 ? .stop : .loadAgain
            test.show(server, PagingRules(threshold: 2, endPolicy: endPolicy))
            var drafts: [Int] = []
            for step in 0..<1 + random.number(below: 12) {
                switch random.number(below: 7) {
                case 0: test.signals.send(.loadMore)
                case 1: test.signals.send(.refresh)
                case 2, 3: server.grow(.end, isPushed: true)
                case 4:
                    test.drafts.insert(Person(id: 1_000 + step), at: .end, survivesRefresh: true)
                    drafts.append(1_000 + step)
                case 5 where !drafts.isEmpty:
                    // A message has no place before the end is loaded, and would precede those that wait for
                    // it.
                    if !test.list.state.isAtEnd { server.time.advance(by: .milliseconds(40)) }
                    test.confirm(drafts.removeFirst(), by: server)
                default: server.time.advance(by: .milliseconds(1 + random.number(below: 12)))
                }
            }
            server.time.advance(by: .milliseconds(40))
            for draft in drafts { test.confirm(draft, by: server) }
            server.time.advance(by: .milliseconds(40))
            repeat {
                test.signals.send(.loadMore)
                server.time.advance(by: .milliseconds(40))
            } while !test.list.state.isAtEnd
            #expect(test.ids == Array(server.present))
        }
    }
}

extension ConfirmedBesidePushedTests {
    @Test func randomMessagesAreInTheOrderOfTheServerWhileTheLastPageIsLoadedAgain() {
        Seeds.forEach(300) { random in
            let test = ConfirmedBesidePushedTests()
            let server = test.makeServer(0..<55, pageSize: 50)
            test.show(server, PagingRules(threshold: 2, endPolicy: .loadAgain))
            test.signals.send(.shown(rows: 46..<50))
            server.time.advance(by: .milliseconds(20))
            test.signals.send(.shown(rows: 51..<55))
            var drafts: [Int] = []
            for step in 0..<1 + random.number(below: 12) {
                switch random.number(below: 7) {
                case 0, 1: test.signals.send(.loadMore)
                case 2, 3: server.grow(.end, isPushed: random.number(below: 4) > 0)
                case 4:
                    test.drafts.insert(Person(id: 1_000 + step), at: .end, survivesRefresh: true)
                    drafts.append(1_000 + step)
                case 5 where !drafts.isEmpty: test.confirm(drafts.removeFirst(), by: server)
                default: server.time.advance(by: .milliseconds(1 + random.number(below: 12)))
                }
            }
            for draft in drafts { test.confirm(draft, by: server) }
            for _ in 0..<2 {
                server.time.advance(by: .milliseconds(60))
                test.signals.send(.loadMore)
            }
            server.time.advance(by: .milliseconds(60))
            #expect(test.ids.suffix(5) == Array(server.present).suffix(5))
            #expect(test.ids == test.ids.sorted())
        }
    }
}

extension ViewState {
    fileprivate var isAtEnd: Bool { append.kind == .end }
}
