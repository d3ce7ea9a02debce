import Streams
import TestSupport
import Testing

@testable import PagingOperators

/// Own messages, which the server confirms and does not push, between those of others, which it pushes.
struct ConfirmedBesidePushedTests {
    private let list = StateRecorder<Person>()
    private let signals = PassthroughSubject<ListSignal, Never>()
    private let drafts = FeedEdits<Person, Int>()

    private func show(_ server: GrowingServer, _ rules: PagingRules = PagingRules(threshold: 2)) {
        signals.paginate(rules, from: server.live).edits(drafts).dedupe(by: \.id).subscribe(list)
        server.time.advance(by: .milliseconds(20))
    }

    private func makeServer(_ ids: Range<Int>, pageSize: Int = 10) -> GrowingServer {
        GrowingServer(ids, pageSize: pageSize, delays: (.milliseconds(5), .milliseconds(5)))
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

    @Test func messagesOfTheLastPageThatIsLoadedKeepTheirOrder() {
        let server = makeServer(0..<15)
        show(server)
        signals.send(.loadMore)
        server.time.advance(by: .milliseconds(7))
        server.grow(.end)
        send(to: server)
        server.grow(.end)
        server.time.advance(by: .milliseconds(20))
        #expect(ids == Array(0..<18))
    }

    /// The first of several confirmations precedes the messages of others that come later.
    @Test func confirmationBeforeTheFirstPushPrecedesIt() {
        let server = makeServer(0..<15)
        show(server)
        signals.send(.loadMore)
        server.time.advance(by: .milliseconds(7))
        send(to: server)
        server.grow(.end, by: 2)
        server.time.advance(by: .milliseconds(20))
        #expect(ids == Array(0..<18))
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
                    // One during a load: a second one is put beside it.
                    if test.list.state.append.isLoading { server.time.advance(by: .milliseconds(20)) }
                    test.confirm(drafts.removeFirst(), by: server)
                default: server.time.advance(by: .milliseconds(1 + random.number(below: 12)))
                }
            }
            for draft in drafts { test.confirm(draft, by: server) }
            server.time.advance(by: .milliseconds(40))
            while !test.list.state.isAtEnd {
                test.signals.send(.loadMore)
                server.time.advance(by: .milliseconds(40))
            }
            #expect(test.ids == Array(server.present))
        }
    }
}

extension ViewState {
    fileprivate var isAtEnd: Bool { append.kind == .end }
}
