import Testing

@testable import PagingOperators

struct EngineEditTests {
    @Test func updateShowsAtOnce() {
        var posts = EditedList.loaded(.posts(1, 2, 3))
        posts.edit { $0.update(2) { $0.text = "new" } }
        #expect(posts.list.rows == [Post(id: 1), Post(id: 2, text: "new"), Post(id: 3)])
        #expect(posts.list.state.change == RowChange(updated: [1..<2]))
    }

    @Test func removedRowDisappearsAndStaysRemoved() {
        var posts = EditedList.loaded(.posts(1, 2, next: 1))
        posts.edit { $0.remove(2) }
        #expect(posts.ids == [1])
        #expect(posts.list.state.change == RowChange(removed: [1..<2]))
        posts.list.send(.loadMore)
        posts.list.answer(.posts(2, 3))
        #expect(posts.ids == [1, 3])
    }

    @Test func editsApplyToRowsLoadedLater() {
        var posts = EditedList.loaded(.posts(1, next: 1))
        posts.edit { edits in
            edits.update(2) { $0.text = "new" }
            edits.move(3, to: .before(1))
        }
        #expect(posts.list.states.count == 2)
        posts.list.send(.loadMore)
        posts.list.answer(.posts(2, 3))
        #expect(posts.list.rows == [Post(id: 3), Post(id: 1), Post(id: 2, text: "new")])
        #expect(posts.list.state.change == RowChange(inserted: [0..<1, 2..<3]))
    }

    @Test func rowsAreInsertedAtTheStartAndBesideOthers() {
        var posts = EditedList.loaded(.posts(1, 2, next: 1))
        posts.edit { edits in
            edits.insert(Post(id: 10), at: .start)
            edits.insert(Post(id: 11), at: .after(1))
            edits.insert(Post(id: 12), at: .before(1))
        }
        #expect(posts.ids == [10, 12, 1, 11, 2])
    }

    @Test func rowThatIsMovedGivesWayToThoseThatAreNot() {
        var posts = EditedList.loaded(.posts(1, 2))
        posts.edit { $0.move(2, to: .before(1)) }
        #expect(posts.list.state.change == RowChange(removed: [1..<2], inserted: [0..<1]))
        posts.edit { $0.move(2, to: .after(1)) }
        #expect(posts.ids == [1, 2])
        #expect(posts.list.state.change == RowChange(removed: [0..<1], inserted: [1..<2]))
    }

    @Test func rowInViewStaysWhenAPageBringsTheAnchorOfAMovedRow() {
        var posts = EditedList.loaded(.posts(1, 2, next: 1))
        posts.edit { edits in
            edits.move(2, to: .after(4))
            edits.move(4, to: .start)
        }
        #expect(posts.ids == [1, 2])
        posts.list.send(.loadMore)
        posts.list.answer(.posts(3, 4))
        #expect(posts.ids == [4, 2, 1, 3])
        #expect(posts.list.state.topRow(following: 0..<1) == 2)
    }

    @Test func rowsThatAreAnchoredToAMovedOneMoveWithIt() {
        var posts = EditedList.loaded(.posts(1, 2, 3))
        posts.edit { $0.insert(Post(id: 10), at: .after(3)) }
        posts.edit { $0.move(3, to: .start) }
        #expect(posts.ids == [3, 10, 1, 2])
        #expect(posts.list.state.change == RowChange(removed: [2..<4], inserted: [0..<2]))
    }

    @Test func rowInsertedAtTheEndShowsOnceTheEndIsLoaded() {
        var posts = EditedList.loaded(.posts(1, next: 1))
        posts.edit { $0.insert(Post(id: 10), at: .end) }
        #expect(posts.ids == [1])
        posts.list.send(.loadMore)
        posts.list.answer(.posts(2))
        #expect(posts.ids == [1, 2, 10])
    }

    @Test func confirmedEditIsDroppedByTheNextRefresh() {
        var posts = EditedList.loaded(.posts(1, 2, 3))
        let edit = posts.edit { $0.remove(1, survivesRefresh: true) }
        posts.list.send(.refresh)
        posts.list.answer(.posts(1, 2, 3))
        #expect(posts.ids == [2, 3])
        posts.confirm(edit)
        #expect(posts.ids == [2, 3])
        posts.list.send(.refresh)
        posts.list.answer(.posts(1, 2, 3))
        #expect(posts.ids == [1, 2, 3])
    }

    @Test func editConfirmedDuringARefreshSurvivesIt() {
        var posts = EditedList.loaded(.posts(1, 2, 3))
        let edit = posts.edit { $0.remove(1) }
        posts.list.send(.refresh)
        posts.confirm(edit)
        posts.list.answer(.posts(1, 2, 3))
        #expect(posts.ids == [2, 3])
        posts.list.send(.refresh)
        posts.list.answer(.posts(1, 2, 3))
        #expect(posts.ids == [1, 2, 3])
    }

    @Test func refreshDropsEditsOnceItsFirstPageArrives() {
        var posts = EditedList.loaded(.posts(1, 2, 3))
        posts.edit { $0.remove(1) }
        posts.list.send(.refresh)
        #expect(posts.ids == [2, 3])
        posts.list.answer(.posts(1, 2, 3))
        #expect(posts.ids == [1, 2, 3])
    }

    @Test func editsThatSurviveARefreshRemain() {
        var posts = EditedList.loaded(.posts(1, 2, 3))
        posts.edit { $0.remove(1, survivesRefresh: true) }
        for _ in 0..<2 {
            posts.list.send(.refresh)
            posts.list.answer(.posts(1, 2, 3))
            #expect(posts.ids == [2, 3])
        }
    }

    @Test func editsMadeDuringARefreshRemain() {
        var posts = EditedList.loaded(.posts(1, 2, 3))
        posts.edit { $0.remove(1) }
        posts.list.send(.refresh)
        posts.edit { $0.remove(2) }
        #expect(posts.ids == [3])
        posts.list.answer(.posts(1, 2, 3))
        #expect(posts.ids == [1, 3])
        posts.list.send(.refresh)
        posts.list.answer(.posts(1, 2, 3))
        #expect(posts.ids == [1, 2, 3])
    }

    @Test func failedRefreshKeepsEdits() {
        var posts = EditedList.loaded(.posts(1, 2, next: 1))
        posts.edit { $0.remove(1) }
        posts.list.send(.refresh)
        posts.list.fail()
        posts.list.send(.refresh, .cancel, .loadMore)
        posts.list.answer(.posts(1, 3))
        #expect(posts.ids == [2, 3])
    }

    @Test func resetDropsAllEdits() {
        var posts = EditedList.loaded(.posts(1, 2))
        posts.edit { $0.remove(1, survivesRefresh: true) }
        posts.list.send(.reset, .refresh)
        posts.list.answer(.posts(1, 2))
        #expect(posts.ids == [1, 2])
    }

    @Test func revertingOneEditKeepsTheOthers() {
        var posts = EditedList.loaded(.posts(1, 2, 3))
        let move = posts.edit { $0.move(3, to: .start) }
        posts.edit { $0.remove(2) }
        #expect(posts.ids == [3, 1])
        posts.revert(move)
        #expect(posts.ids == [1, 3])
        let count = posts.list.states.count
        posts.revert(move)
        #expect(posts.list.states.count == count)
    }

    @Test func revertingADroppedEditDoesNothing() {
        var posts = EditedList.loaded(.posts(1, 2))
        let removal = posts.edit { $0.remove(1) }
        posts.list.send(.refresh)
        posts.list.answer(.posts(1, 2))
        let count = posts.list.states.count
        posts.revert(removal)
        #expect(posts.list.states.count == count)
    }

    @Test func editThatEmptiesTheListLoadsMore() {
        var posts = EditedList.loaded(.posts(1, next: 1))
        posts.edit { $0.remove(1) }
        #expect(posts.list.running == [.append(1)])
        #expect(posts.list.state.phase == .firstLoad)
        posts.list.answer(.posts(2))
        #expect(posts.ids == [2])
    }

    @Test func editThatLeavesTooFewRowsLoadsMore() {
        var posts = EditedList.loaded(threshold: 2, .posts(1, 2, 3, 4, next: 1))
        posts.list.send(.shown(row: 1))
        #expect(posts.list.running == [])
        posts.edit { $0.remove(4) }
        #expect(posts.list.running == [.append(1)])
        #expect(posts.list.state.append.kind == .loading)
    }

    @Test func editDoesNotRestartACancelledLoad() {
        var posts = EditedList.loaded(threshold: 2, .posts(1, 2, 3, 4, next: 1))
        posts.list.send(.shown(row: 3), .cancel)
        posts.edit { $0.remove(4) }
        #expect(posts.list.running == [])
        posts.list.send(.shown(row: 0))
        posts.edit { $0.remove(3) }
        #expect(posts.list.running == [.append(1)])
    }

    @Test func rowInsertedAgainIsUpdated() {
        var posts = EditedList.loaded(.posts(1))
        posts.edit { $0.insert(Post(id: 9, text: "draft"), at: .start) }
        let final = posts.edit { $0.insert(Post(id: 9, text: "final"), at: .start) }
        #expect(posts.list.rows.first?.text == "final")
        #expect(posts.list.state.change == RowChange(updated: [0..<1]))
        posts.revert(final)
        #expect(posts.list.rows.first?.text == "draft")
    }

    /// The row is added to one page after its removal from the other, or it would be its own duplicate.
    @Test(arguments: [(1, 4), (4, 1)])
    func movedRowPassesTransformsThatDropDuplicates(row: Int, anchor: Int) {
        var posts = EditedList(threshold: 0) { edits in
            ChainedTransform(first: EditTransform(edits), second: DedupeTransform<Post, Int> { $0.id })
        }
        posts.list.answer(.posts(1, 2, next: 1))
        posts.list.send(.loadMore)
        posts.list.answer(.posts(3, 4))
        posts.edit { $0.move(row, to: .after(anchor)) }
        #expect(posts.ids.sorted() == [1, 2, 3, 4])
        #expect(posts.ids.firstIndex(of: row) == posts.ids.firstIndex(of: anchor).map { $0 + 1 })
    }

    @Test func rowMovesFromAnEarlierPageToTheNewOne() {
        var posts = EditedList(threshold: 0) { edits in
            ChainedTransform(first: EditTransform(edits), second: DedupeTransform<Post, Int> { $0.id })
        }
        posts.list.answer(.posts(1, 2, next: 1))
        posts.edit { $0.move(1, to: .after(3)) }
        #expect(posts.ids == [1, 2])
        posts.list.send(.loadMore)
        posts.list.answer(.posts(3, 4))
        #expect(posts.ids == [2, 3, 1, 4])
    }

    /// The commands of both have the same type. The chain is nested on one side and on the other.
    @Test(arguments: [true, false])
    func editsReachTheirOwnTransformOfAChain(isNestedFirst: Bool) {
        let later = FeedEdits<Post, Int> { $0.id }
        var posts = EditedList(threshold: 0) { edits -> any PageTransform<Post, Post> in
            let first = EditTransform(edits)
            let middle = MapTransform<Post, Post> { Post(id: $0.id + 10, text: $0.text) }
            let last = EditTransform(later)
            if isNestedFirst {
                return ChainedTransform<Post, Post, Post>(
                    first: ChainedTransform<Post, Post, Post>(first: first, second: middle), second: last)
            }
            return ChainedTransform<Post, Post, Post>(
                first: first, second: ChainedTransform<Post, Post, Post>(first: middle, second: last))
        }
        posts.list.answer(.posts(1, 2))
        posts.edit { $0.update(1) { $0.text = "first" } }
        let update = posts.edit { _ in later.update(11) { $0.text += ", last" } }
        posts.edit { _ in later.remove(12) }
        #expect(posts.list.rows == [Post(id: 11, text: "first, last")])
        posts.revert(update)
        #expect(posts.list.rows == [Post(id: 11, text: "first")])
    }

    /// The first page of a refresh is empty, so that another one is requested, after the confirmation.
    @Test func furtherPageOfARefreshHasTheEditsThatWereConfirmedBefore() {
        var posts = EditedList.loaded(.posts(1, 2))
        let update = posts.edit { $0.update(2) { $0.text += "!" } }
        posts.list.send(.refresh)
        posts.confirm(update)
        posts.list.answer(Page([], next: 1))
        posts.list.answer(Page([Post(id: 1), Post(id: 2, text: "!")], next: nil))
        #expect(posts.list.rows == [Post(id: 1), Post(id: 2, text: "!")])
    }
}
