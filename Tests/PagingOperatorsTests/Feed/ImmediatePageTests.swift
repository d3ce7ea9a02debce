import Streams
import TestSupport
import Testing

@testable import PagingOperators

/// Pages whose publisher knows its result: they are loaded without a subscription.
struct ImmediatePageTests {
    private let page = Page([0, 1], next: 2)

    private func states<Pages: Publisher<Page<Int, Int>, TestError>>(
        of pages: Pages, erased: Bool
    ) -> [ViewState<Int>] {
        let signals = PassthroughSubject<ListSignal, Never>()
        let source = ClosurePages { (_: PageRequest<Int>) in pages }
        let list = StateRecorder<Int>()
        if erased {
            signals.paginate(threshold: 0, from: source.eraseToAnyPageSource()).subscribe(list)
        } else {
            signals.paginate(threshold: 0) { (_: PageRequest<Int>) in pages }.subscribe(list)
        }
        signals.send(.retry)
        signals.send(.refresh)
        return list.states
    }

    /// Expects the states of a publisher that has no immediate result, and sends the same.
    private func expectStatesOfASubscription<Pages: Publisher<Page<Int, Int>, TestError>>(
        _ pages: Pages, _ location: SourceLocation = #_sourceLocation
    ) {
        let expected = states(of: pages.handleEvents(), erased: false)
        #expect(!expected.isEmpty, sourceLocation: location)
        #expect(states(of: pages, erased: false) == expected, sourceLocation: location)
        #expect(states(of: pages, erased: true) == expected, sourceLocation: location)
    }

    @Test func statesAreThoseOfASubscription() {
        let just = Just(page).setFailureType(to: TestError.self)
        #expect(states(of: just, erased: false).last?.items.count == 2)
        expectStatesOfASubscription(just)
        expectStatesOfASubscription(just.map { Page($0.items.reversed(), next: $0.next) })
        expectStatesOfASubscription(Empty())
        expectStatesOfASubscription(Fail(error: .broken))
        expectStatesOfASubscription(Result<Page<Int, Int>, TestError>.failure(.offline).publisher)
    }

    @Test func noStateFollowsACancellationByTheSource() {
        let signals = PassthroughSubject<ListSignal, Never>()
        let cancellation = Locked<AnyCancellable?>(nil)
        let list = Log<Int>()
        let feed = signals.paginate(threshold: 0) { (request: PageRequest<Int>) in
            Just(Page([request.key ?? 0], next: 1)).map { page in
                if request.key == 1 { cancellation.withLock { $0.take() }?.cancel() }
                return page
            }
        }
        let sink = feed.sink { list.append($0.items.count) }
        cancellation.withLock { $0 = sink }
        signals.send(.loadMore)
        #expect(list.entries.last == 1)
        #expect(cancellation.withLock { $0 == nil })
    }
}
