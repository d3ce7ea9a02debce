import Flux
import FluxTesting
import Testing

/// Changes that move or remove what is visible are recorded, others are not.
@Suite struct ListJumpTests {
    private let clock = VirtualTimeScheduler()

    private struct Post: Equatable {
        let id: Int
        var likes = 0
    }

    /// A list of ten visible rows that shows states as they are sent.
    private func makeList() -> (PassthroughSubject<ViewState<Post>, Never>, ListSimulator<Post>) {
        let states = PassthroughSubject<ViewState<Post>, Never>()
        return (states, ListSimulator(viewport: 10, scheduler: clock) { _ in states })
    }

    private func state(
        _ ids: some Sequence<Int>, likes: Int = 0, append: LoadState = .idle, _ change: RowChange
    ) -> ViewState<Post> {
        let posts = ids.map { Post(id: $0, likes: likes) }
        return ViewState(items: PagedItems(posts), append: append, change: change)
    }

    private func makeFeed(_ pages: TestPages<Int, Int>) -> ListSimulator<Int> {
        let list = ListSimulator(viewport: 10, scheduler: clock) { signals in
            signals.paginate(threshold: 5, from: pages)
        }
        list.runUntilIdle()
        return list
    }

    /// The screen has no reason to report: neither the offset nor the size of the content has changed.
    @Test(arguments: [true, false])
    func placeholdersInViewAreLoadedAfterAJumpThatMovesNothing(isInvalidated: Bool) {
        let clock = VirtualTimeScheduler()
        let pages = TestPages(
            Array(0..<30), perPage: 10, counts: .exact, delay: .milliseconds(100), scheduler: clock)
        let list = ListSimulator(viewport: 15, reporting: .distances, scheduler: clock) { signals in
            signals.paginate(PagingRules(threshold: 3, showsPlaceholders: true), from: pages)
        }
        for rows in [100.0, -100, 100] {
            list.scroll(by: rows, over: .seconds(2))
            list.runUntilIdle()
        }
        list.jump(toRow: 29)
        list.runUntilIdle()
        if isInvalidated { pages.invalidate() } else { list.send(.refresh) }
        list.runUntilIdle()
        #expect(list.frame.items == Array(15..<30))
    }

    /// A jump has ended once a page on its way has failed, or it was cancelled.
    @Test(arguments: [TestAnswer<Int, Int>.failure(), .silence])
    func jumpsAreRecordedAfterAJumpThatReachedNothing(answer: TestAnswer<Int, Int>) {
        let pages = TestPages(Array(0..<100), perPage: 20, delay: .milliseconds(300), scheduler: clock)
        pages.answer(key: 1, with: answer)
        let list = makeFeed(pages)
        list.jump(toRow: 50)
        list.runUntilIdle()
        list.send(.cancel)
        pages.replace(Array(-7..<100), perPage: 20)
        pages.invalidate()
        list.runUntilIdle()
        #expect(list.jumps.count == 1)
    }

    @Test func refreshFarFromTheStartGoesToTheStart() {
        let list = makeFeed(TestPages(Array(0..<100), perPage: 20, scheduler: clock))
        list.scrollToEnd()
        list.scroll(to: 50)
        list.runUntilIdle()
        list.send(.refresh)
        #expect(list.runUntilIdle().items == Array(0..<10))
        #expect(list.jumps.map(\.distance) == [nil])
    }

    @Test func visibleItemThatStaysIsTheAnchor() {
        let (states, list) = makeList()
        states.send(state(0..<40, .none))
        list.scroll(to: 5)
        // The first three visible rows are gone, and the others two rows further down.
        states.send(state(Array(0..<3) + Array(8..<50), .reload))
        #expect(list.jumps.map(\.distance) == [-5])
    }

    @Test func rowsThatReplaceTheVisibleOnesAreAJump() {
        let (states, list) = makeList()
        states.send(state(0..<20, .none))
        states.send(state(100..<120, RowChange(removed: [0..<20], inserted: [0..<20])))
        #expect(list.jumps == [ListJump(time: .zero, distance: nil)])
    }

    @Test func listThatGetsTooShortBeforeItsEndIsAJump() {
        let (states, list) = makeList()
        states.send(state(0..<20, .none))
        states.send(state(0..<3, .reload))
        #expect(list.jumps.map(\.distance) == [0])
        states.send(state(0..<20, RowChange(inserted: [3..<20])))
        states.send(state(0..<3, append: .end, .reload))
        #expect(list.jumps.count == 1)
    }

    @Test func updatedRowsAreNotAJump() {
        let (states, list) = makeList()
        states.send(state(0..<20, .none))
        states.send(state(0..<20, likes: 1, RowChange(updated: [0..<20])))
        states.send(state(-5..<20, likes: 1, RowChange(inserted: [0..<5])))
        #expect(list.frame.items.first?.id == 0)
        #expect(list.jumps == [])
    }

    /// As a chat with a new message.
    @Test func visibleRowThatMovesToTheStartIsNotFollowed() {
        let (states, list) = makeList()
        states.send(state(0..<40, .none))
        list.scroll(to: 20)
        let change = RowChange(moved: [RowChange.Move(from: 20, to: 0)])
        states.send(state([20] + (0..<40).filter { $0 != 20 }, change))
        #expect(list.frame.items.map(\.id) == (19..<30).filter { $0 != 20 })
        #expect(list.state.topRow(following: 20..<30) == 21)
        #expect(list.jumps == [])
        #expect(list.mismatches == [])
    }

    @Test func visibleRowThatMovesIsFollowedIfAllOthersAreGone() {
        let (states, list) = makeList()
        states.send(state(0..<40, .none))
        list.scroll(to: 20)
        let change = RowChange(removed: [21..<30], moved: [RowChange.Move(from: 20, to: 5)])
        var ids = Array(0..<20) + Array(30..<40)
        ids.insert(20, at: 5)
        states.send(state(ids, change))
        #expect(list.frame.firstRow == 5)
        #expect(list.jumps == [])
    }

    @Test func requestedJumpIsNotRecordedAsAJump() {
        let pages = TestPages(Array(0..<100), perPage: 20, counts: .exact, scheduler: clock)
        let list = makeFeed(pages)
        list.send(.jump(toRow: 70))
        #expect(list.runUntilIdle().items == Array(70..<80))
        #expect(list.jumps == [])
    }
}
