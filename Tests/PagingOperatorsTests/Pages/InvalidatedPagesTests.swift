import Streams
import Testing

@testable import PagingOperators

struct InvalidatedPagesTests {
    private let server = FakeServer(count: 100)
    private let changes = PassthroughSubject<Void, Never>()
    private let time = VirtualTimeScheduler()

    private var pages: OffsetPages<Int, Never> {
        OffsetPages(limit: 10) { [server] in Just(FetchedItems(server.offset($0, limit: $1), total: 100)) }
    }

    @Test func invalidationReloadsAroundTheShownRow() {
        let list = ScrolledList(over: pages.invalidated(by: changes))
        list.send(.shown(row: 9))
        list.send(.shown(row: 12))
        changes.send(())
        #expect(server.requests == [[0, 10], [10, 10], [10, 10]])
        #expect(list.numbers == 10..<20)
        list.scrollToStart()
        list.scrollToEnd()
        #expect(list.numbers == 0..<100)
    }

    @Test func invalidationAtTheStartReloadsFromTheStart() {
        let list = ScrolledList(over: pages.invalidated(by: changes), startingAt: 15)
        list.scrollToStart()
        list.send(.shown(row: 0))
        changes.send(())
        #expect(server.requests == [[15, 10], [5, 10], [0, 5], [0, 5]])
        #expect(list.numbers == 0..<5)
    }

    @Test func finishedInvalidationsChangeNothing() {
        let list = ScrolledList(over: pages.invalidated(by: changes))
        changes.send(completion: .finished)
        list.scrollToEnd()
        #expect(list.numbers == 0..<100)
    }

    @Test func invalidationsMayHaveAnyOutput() {
        let numbers = PassthroughSubject<Int, Never>()
        let list = ScrolledList(over: pages.invalidated(by: numbers))
        #expect(server.requests.count == 1)
        numbers.send(7)
        #expect(server.requests.count == 2)
        #expect(list.numbers == 0..<10)
    }

    @Test func severalPublishersMayInvalidate() {
        let others = PassthroughSubject<Void, Never>()
        let list = ScrolledList(over: pages.invalidated(by: changes).invalidated(by: others))
        changes.send(())
        #expect(server.requests.count == 2)
        others.send(())
        #expect(server.requests.count == 3)
        #expect(list.numbers == 0..<10)
    }

    @Test func retryingPassesInvalidationsOn() {
        let source = pages.invalidated(by: changes).retry(.immediate(attempts: 1), scheduler: time)
        let list = ScrolledList(over: source)
        changes.send(())
        #expect(server.requests == [[0, 10], [0, 10]])
        #expect(list.numbers == 0..<10)
    }

    @Test func rowsAreFoundThroughRetryingAndInvalidating() {
        let source = pages.retry(.immediate(attempts: 1), scheduler: time).invalidated(by: changes)
        #expect(source.key(forRow: 45) == 40)
        let list = ScrolledList(PagingRules(threshold: 1, showsPlaceholders: true), over: source)
        list.send(.jump(toRow: 45))
        #expect(server.requests == [[0, 10], [40, 10]])
        #expect(list.state.item(atRow: 45) == 45)
        changes.send(())
        #expect(server.requests == [[0, 10], [40, 10], [40, 10]])
        #expect(list.state.item(atRow: 45) == 45)
    }

    @Test func listThatChangesFasterThanItLoadsShowsNewRowsNowAndThen() {
        let version = Locked(0)
        let source = ClosurePages { [time] (_: PageRequest<Int>) in
            Just(Page<Int, Int>([version.withLock { $0 }], next: nil)).delay(
                for: .seconds(1), scheduler: time)
        }
        let list = StateRecorder<Int>()
        PassthroughSubject<ListSignal, Never>().paginate(threshold: 1, from: source.invalidated(by: changes))
            .subscribe(list)
        for number in 1...40 {
            version.withLock { $0 = number }
            time.advance(by: .milliseconds(500))
            changes.send()
        }
        // Twenty seconds, loads of one second.
        let shown = Set(list.states.flatMap(\.items))
        #expect(shown.count >= 19)
        time.run()
        #expect(list.rows == [40])
        #expect(!list.state.isLoading)
    }

    @Test func sourceWithoutInvalidationsHasNone() {
        #expect(pages.invalidations == nil)
        #expect(pages.retry(.immediate(attempts: 1), scheduler: time).invalidations == nil)
    }

    @Test func invalidationOfAOneWaySourceLosesNoRow() {
        let source = KeysetPages(by: \Int.self, perPage: 10) { [server] in Just(server.since($0, limit: $1)) }
        let list = ScrolledList(over: source.invalidated(by: changes))
        list.send(.shown(row: 9))
        list.send(.shown(row: 12))
        changes.send(())
        list.scrollToStart()
        list.scrollToEnd()
        #expect(list.numbers == 0..<100)
    }
}
