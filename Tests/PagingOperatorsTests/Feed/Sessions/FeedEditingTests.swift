import Dispatch
import Streams
import TestSupport
import Testing

@testable import PagingOperators

private struct LikedPost: Identifiable, Equatable, Sendable {
    let id: Int
    var likes = 0
}

/// Edits of a list that is being shown, from whichever thread, and what holds on to them.
@Suite(.timeLimit(.minutes(1)))
struct FeedEditingTests {
    /// Edits that were made before the feed is subscribed are passed to the session that begins, and one of
    /// them is reverted meanwhile.
    @Test func revertFollowsTheEditsThatASessionReceivesAsItBegins() {
        let edits = FeedEdits(by: { (item: Int) in item })
        edits.remove(1)
        let second = edits.remove(2)
        let received = Log<String>()
        let session = edits.observe { command in
            switch command.edit {
            case .make(let entry):
                received.append("make \(entry.edit.number)")
                if entry.edit.number == 1 { second.revert() }
            case .revert(let number): received.append("revert \(number)")
            default: break
            }
        }
        #expect(received.entries == ["make 1", "make 2", "revert 2"])
        session.cancel()
        edits.remove(3)
        #expect(received.entries.count == 3)
        let next = edits.observe { _ in received.append("next") }
        #expect(received.entries.last == "next")
        next.cancel()
    }

    private let signals = PassthroughSubject<ListSignal, Never>()
    private let source = ScriptedPages<LikedPost>()
    private let edits = FeedEdits<LikedPost, Int>()

    private func page(_ ids: Range<Int>) -> Page<Int, LikedPost> {
        Page(ids.map { LikedPost(id: $0) }, next: ids.upperBound)
    }

    private func subscribe(
        _ onState: @escaping @Sendable (ViewState<LikedPost>) -> Void = { _ in }
    ) -> StateRecorder<LikedPost> {
        let recorder = StateRecorder<LikedPost>(onState: onState)
        signals.paginate(threshold: 2, from: source).edits(edits).subscribe(recorder)
        return recorder
    }

    @Test func editIsAStateWithItsChange() {
        let list = subscribe()
        source.answer(page(0..<5))
        let like = edits.update(3) { $0.likes += 1 }
        #expect(list.rows[3].likes == 1)
        #expect(list.state.change == RowChange(updated: [3..<4]))
        edits.remove(0)
        #expect(list.rows.map(\.id) == [1, 2, 3, 4])
        like.revert()
        #expect(list.rows[2].likes == 0)
        like.revert()
        #expect(list.states.count == 5)
    }

    @Test func editsBeforeTheFirstSessionApplyToIt() {
        edits.remove(0)
        let reverted = edits.remove(1)
        edits.insert(LikedPost(id: 50), at: .start)
        edits.confirm(50, as: LikedPost(id: 51))
        reverted.revert()
        let list = subscribe()
        #expect(list.states.count == 1)
        source.answer(page(0..<3))
        #expect(list.rows.map(\.id) == [51, 1, 2])
        // Another session begins without them.
        let other = subscribe()
        source.answer(page(0..<3))
        #expect(other.rows.map(\.id) == [0, 1, 2])
        list.cancel()
        other.cancel()
        edits.remove(2)
        let third = subscribe()
        source.answer(page(0..<3))
        #expect(third.rows.map(\.id) == [0, 1])
    }

    @Test func editsBeforeTheFirstPageApplyToARetriedLoad() {
        let list = subscribe()
        source.fail()
        edits.remove(0)
        signals.send(.retry)
        source.answer(page(0..<3))
        #expect(list.rows.map(\.id) == [1, 2])
    }

    @Test func editWithinAStateAppliesAfterIt() {
        let edits = edits
        let list = subscribe { state in
            if state.items.count == 5, state.items[0].likes == 0 { edits.update(0) { $0.likes = 1 } }
        }
        source.answer(page(0..<5))
        #expect(list.rows[0].likes == 1)
        #expect(list.states.suffix(2).map { $0.items[0].likes } == [0, 1])
        #expect(list.state.change == RowChange(updated: [0..<1]))
    }

    @Test func editIsRevertedWithinTheStateThatShowsIt() {
        let handle = Locked<FeedEdit?>(nil)
        let list = subscribe { state in
            if state.items.first?.likes == 1 { handle.withLock { $0 }?.revert() }
        }
        source.answer(page(0..<5))
        // The first edit shows that there is a handle; the second is the one that is checked.
        _ = handle.exchange(edits.update(0) { $0.likes = 1 })
        edits.update(1) { $0.likes = 1 }
        #expect(list.rows.map(\.likes) == [0, 1, 0, 0, 0])
    }

    @Test func editsFromOtherThreadsAreAllApplied() {
        for _ in 0..<30 {
            let signals = PassthroughSubject<ListSignal, Never>()
            let edits = FeedEdits(by: { (post: LikedPost) in post.id })
            let source = ScriptedPages<LikedPost>()
            let list = StateRecorder<LikedPost>()
            signals.paginate(threshold: 2, from: source).edits(edits).subscribe(list)
            source.answer(page(0..<20))
            signals.send(.loadMore)
            DispatchQueue.concurrentPerform(iterations: 3) { thread in
                switch thread {
                case 0: source.answer(page(20..<40), to: 1)
                case 1: for id in stride(from: 0, to: 40, by: 2) { edits.update(id) { $0.likes += 1 } }
                default:
                    for id in stride(from: 1, to: 40, by: 2) {
                        let removal = edits.remove(id)
                        if id % 4 == 1 { removal.revert() }
                    }
                }
            }
            let expected = (0..<40).filter { $0 % 4 != 3 }
            #expect(list.rows.map(\.id) == expected)
            #expect(list.rows.allSatisfy { $0.likes == ($0.id.isMultiple(of: 2) ? 1 : 0) })
            list.cancel()
        }
    }

    @Test func editsAreSharedBySubscribersOfOneSession() {
        let feed = signals.paginate(threshold: 2, from: source).edits(edits).share(replay: 1)
        let (one, other) = (StateRecorder<LikedPost>(), StateRecorder<LikedPost>())
        feed.subscribe(one)
        source.answer(page(0..<3))
        edits.update(1) { $0.likes = 7 }
        feed.subscribe(other)
        #expect(one.rows.map(\.likes) == [0, 7, 0])
        #expect(other.rows == one.rows)
        one.cancel()
        other.cancel()
    }

    @Test func editsHoldNoSessionAndASessionNoEdits() {
        weak var list: StateRecorder<LikedPost>?
        weak var weakEdits: FeedEdits<LikedPost, Int>?
        do {
            let (strongList, strongEdits) = (
                StateRecorder<LikedPost>(), FeedEdits(by: { (post: LikedPost) in post.id })
            )
            (list, weakEdits) = (strongList, strongEdits)
            signals.paginate(threshold: 2, from: source).edits(strongEdits).subscribe(strongList)
            source.answer(page(0..<3))
            strongEdits.update(1) { $0.likes = 7 }
            strongList.cancel()
        }
        #expect(list == nil)
        #expect(weakEdits == nil)
    }

    @Test func capturesOfAnEditAreReleasedWithTheSession() {
        weak var captured: ScriptedPages<Int>?
        let list = subscribe()
        source.answer(page(0..<3))
        do {
            let strong = ScriptedPages<Int>()
            captured = strong
            edits.update(1) { post in withExtendedLifetime(strong) { post.likes = 1 } }
        }
        #expect(captured != nil)
        list.cancel()
        #expect(captured == nil)
    }

    @Test func editAfterTheEndChangesNothing() {
        let list = subscribe()
        source.answer(page(0..<3))
        signals.send(completion: .finished)
        let count = list.states.count
        edits.update(1) { $0.likes = 7 }
        #expect(list.states.count == count)
    }
}
