import Testing

@testable import PagingOperators

/// Rows that are inserted under a temporary identity, and confirmed under the one that the server has given.
struct ConfirmedRowTests {
    private let saved = Post(id: 99, text: "saved")

    /// A list of two rows, with a row of the identity 10 that is inserted before them.
    private func inserted() -> EditedList {
        var posts = EditedList.loaded(.posts(1, 2))
        posts.edit { $0.insert(Post(id: 10, text: "draft"), at: .start, survivesRefresh: true) }
        #expect(posts.ids == [10, 1, 2])
        return posts
    }

    @Test func rowIsUpdatedInPlace() {
        var posts = inserted()
        posts.edit { $0.confirm(10, as: saved) }
        #expect(posts.list.rows.first == saved)
        #expect(posts.list.state.change == RowChange(updated: [0..<1]))
    }

    /// Rows that the source adds later are beyond it.
    @Test(arguments: [FeedPlace<Int>.start, .end])
    func confirmedRowStaysBesideTheRowsBesideIt(place: FeedPlace<Int>) {
        var posts = EditedList.loaded(.posts(1, 2))
        func add(_ id: Int) { posts.list.insert(Post(id: id), at: place == .start ? .start : .end) }
        posts.edit { $0.insert(Post(id: 10), at: place, survivesRefresh: true) }
        posts.edit { $0.insert(Post(id: 11), at: place, survivesRefresh: true) }
        add(3)
        posts.edit { $0.confirm(10, as: saved) }
        #expect(posts.list.state.change.removed.isEmpty && posts.list.state.change.inserted.isEmpty)
        add(4)
        posts.edit { $0.confirm(11, as: Post(id: 98)) }
        add(5)
        #expect(posts.ids == (place == .end ? [1, 2, 3, 99, 4, 98, 5] : [5, 98, 4, 99, 3, 1, 2]))
        // A row of an identity that does not change.
        posts.edit { edits in
            edits.insert(Post(id: 12), at: place).confirm()
        }
        add(6)
        #expect(Array(place == .end ? posts.ids.suffix(2) : posts.ids.prefix(2).reversed()) == [12, 6])
    }

    /// All pages of a stored list are shown at once: the row is beside the last of them, not of the first
    /// one, which ends the list as long as there is no other.
    @Test func confirmedRowIsAtTheEndOfAllStoredPages() {
        var posts = EditedList(threshold: 0) { EditTransform($0) }
        posts.edit { edits in
            edits.insert(Post(id: 10), at: .end, survivesRefresh: true).confirm()
        }
        posts.list.readStore(
            PagingSnapshot(pages: [
                .init(key: 0, page: .posts(1, 2)),
                .init(key: 2, page: Page([Post(id: 3)], previous: 0, next: nil)),
            ]))
        #expect(posts.ids == [1, 2, 3, 10])
    }

    /// The next page of a reload, without which the list cannot be shown, as well.
    @Test func confirmedRowIsAtTheEndOfAllPagesOfARefresh() {
        var posts = EditedList.loaded(threshold: 0, .posts(1, 2))
        posts.list.send(.refresh)
        posts.edit { edits in
            edits.insert(Post(id: 10), at: .end, survivesRefresh: true).confirm()
        }
        posts.list.answer(.posts(next: 3))
        posts.list.answer(.posts(3))
        #expect(posts.ids == [3, 10])
    }

    /// A draft that is not sent stays at the edge, beyond the rows that are.
    @Test(arguments: [FeedPlace<Int>.start, .end])
    func confirmedRowPrecedesEarlierDrafts(place: FeedPlace<Int>) {
        var posts = EditedList.loaded(.posts(1))
        func shows(_ ids: [Int]) -> Bool { posts.ids == (place == .end ? ids : ids.reversed()) }
        posts.edit { $0.insert(Post(id: 10), at: place, survivesRefresh: true) }
        posts.edit { $0.insert(Post(id: 11), at: place, survivesRefresh: true) }
        posts.edit { $0.insert(Post(id: 12), at: place, survivesRefresh: true) }
        #expect(shows([1, 10, 11, 12]))
        posts.edit { $0.confirm(11, as: saved) }
        #expect(shows([1, 99, 10, 12]))
        posts.list.insert(Post(id: 2), at: place == .start ? .start : .end)
        #expect(shows([1, 99, 2, 10, 12]))
        posts.edit { $0.confirm(10, as: Post(id: 98)) }
        posts.list.insert(Post(id: 3), at: place == .start ? .start : .end)
        #expect(shows([1, 99, 2, 98, 3, 12]))
    }

    /// Its edge is known once a page is loaded.
    @Test func rowThatIsConfirmedBeforeItsEdgeIsLoadedStaysBesideItsNeighbor() {
        var posts = EditedList.loaded(.posts(1, next: 1))
        posts.edit { $0.insert(Post(id: 10), at: .end, survivesRefresh: true) }
        posts.edit { $0.confirm(10, as: saved) }
        #expect(posts.ids == [1])
        posts.list.send(.loadMore)
        posts.list.answer(.posts(2))
        #expect(posts.ids == [1, 2, 99])
        posts.list.insert(Post(id: 3), at: .end)
        #expect(posts.ids == [1, 2, 99, 3])
    }

    @Test func confirmedRowOfAnEmptyListPrecedesWhatIsAddedToItsEnd() {
        var posts = EditedList.loaded(.posts())
        posts.edit { $0.insert(Post(id: 10), at: .end, survivesRefresh: true) }
        posts.edit { $0.confirm(10, as: saved) }
        posts.list.insert(Post(id: 1), at: .end)
        #expect(posts.ids == [99, 1])
    }

    /// A list whose last page is an empty one.
    private func endingWithAnEmptyPage() -> EditedList {
        var posts = EditedList.loaded(threshold: 0, .posts(1, next: 1))
        posts.list.send(.loadMore)
        posts.list.answer(.posts())
        return posts
    }

    /// Also behind other drafts, and other confirmed rows.
    @Test func confirmedRowBehindAnEmptyPagePrecedesWhatIsAddedToTheEnd() {
        var posts = endingWithAnEmptyPage()
        posts.edit { $0.insert(Post(id: 10), at: .end, survivesRefresh: true) }
        posts.edit { $0.insert(Post(id: 11), at: .end, survivesRefresh: true) }
        posts.edit { $0.confirm(11, as: saved) }
        #expect(posts.ids == [1, 99, 10])
        posts.list.insert(Post(id: 2), at: .end)
        #expect(posts.ids == [1, 99, 2, 10])
        posts.edit { $0.confirm(10, as: Post(id: 98)) }
        posts.list.insert(Post(id: 3), at: .end)
        #expect(posts.ids == [1, 99, 2, 98, 3])
    }

    @Test func confirmedRowsBehindAnEmptyPageKeepTheirOrder() {
        var posts = endingWithAnEmptyPage()
        for id in [10, 11, 12] { posts.edit { $0.insert(Post(id: id), at: .end).confirm() } }
        posts.edit { $0.remove(10) }
        posts.edit { $0.insert(Post(id: 13), at: .end).confirm() }
        posts.list.insert(Post(id: 2), at: .end)
        #expect(posts.ids == [1, 11, 12, 13, 2])
    }

    /// The page has another number in the list that is loaded then.
    @Test func confirmedRowBehindAnEmptyPageIsAtTheEndAfterARefreshThatWasRunning() {
        var posts = endingWithAnEmptyPage()
        posts.edit { $0.insert(Post(id: 10), at: .end, survivesRefresh: true) }
        posts.list.send(.refresh)
        posts.edit { $0.confirm(10, as: saved) }
        #expect(posts.ids == [1, 99])
        posts.list.answer(.posts(1, next: 1))
        posts.list.send(.loadMore)
        posts.list.answer(.posts(2, next: 2))
        #expect(posts.ids == [1, 2])
        posts.list.send(.loadMore)
        posts.list.answer(.posts(3))
        #expect(posts.ids == [1, 2, 3, 99])
    }

    /// Rows that the user has ordered by hand, or at the end: the confirmed one stays beside them.
    @Test func confirmedRowStaysBesideRowsThatWereMoved() {
        var posts = EditedList.loaded(threshold: 0, .posts(1, 2, 3, next: 1))
        posts.list.send(.loadMore)
        posts.list.answer(.posts(4, 5))
        posts.edit { $0.move(2, to: .start) }
        for (anchor, id) in [(2, 1), (1, 3), (3, 5), (5, 4)] {
            posts.edit { $0.move(id, to: .after(anchor)) }
        }
        posts.edit { $0.insert(Post(id: 10), at: .start).confirm() }
        posts.edit { $0.insert(Post(id: 11), at: .end).confirm() }
        #expect(posts.ids == [10, 2, 1, 3, 5, 4, 11])
        posts.list.insert(Post(id: 6), at: .end)
        #expect(posts.ids == [10, 2, 1, 3, 5, 4, 11, 6])
    }

    /// The row that is repeated is on the first page.
    @Test func confirmedRowIsNotBesideARepeatedOne() {
        var posts = EditedList.loaded(threshold: 0, .posts(1, 2, 3, next: 1))
        posts.list.send(.loadMore)
        posts.list.answer(.posts(1))
        posts.edit { $0.insert(Post(id: 10), at: .end).confirm() }
        #expect(posts.ids == [1, 2, 3, 1, 10])
        posts.edit { $0.remove(1) }
        #expect(posts.ids == [2, 3, 10])
    }

    @Test func confirmedRowsKeepTheirOrderWhereOneWasRemoved() {
        var posts = endingWithAnEmptyPage()
        posts.edit { $0.insert(Post(id: 10), at: .end).confirm() }
        let removal = posts.edit { $0.remove(10) }
        posts.edit { $0.insert(Post(id: 11), at: .end).confirm() }
        posts.revert(removal)
        #expect(posts.ids == [1, 10, 11])
    }

    /// In the order of the server, which may be another one than that in which they were made.
    @Test func rowsThatAreConfirmedBeforeTheFirstPageAreInTheOrderOfTheirConfirmations() {
        var posts = EditedList(threshold: 0) { EditTransform($0) }
        let first = posts.edit { $0.insert(Post(id: 10), at: .end) }
        let second = posts.edit { $0.insert(Post(id: 11), at: .end) }
        for insertion in [second, first] { posts.edit { _ in insertion.confirm() } }
        posts.list.answer(.posts(1))
        #expect(posts.ids == [1, 11, 10])
    }

    @Test func rowOfASourceWhoseRowsWereRemovedIsNotInTheNextList() {
        var rules = PagingRules(threshold: 0)
        rules.sourceChange = .removesRows
        var posts = EditedList(rules) { EditTransform($0) }
        posts.list.answer(.posts(1, 2))
        let insertion = posts.edit { $0.insert(Post(id: 10), at: .start) }
        posts.list.replaceSource(keyForRow: { _ in nil })
        #expect(posts.ids == [])
        posts.edit { _ in insertion.confirm() }
        posts.list.answer(.posts(next: 1))
        posts.list.answer(.posts(3))
        #expect(posts.ids == [3])
    }

    /// The insertion was reverted, so that nothing is confirmed.
    @Test func editOfARowThatIsNotInsertedIsNotThatOfAnother() {
        var posts = EditedList.loaded(.posts(1, 2))
        let insertion = posts.edit { $0.insert(Post(id: 10), at: .start) }
        let update = posts.edit { $0.update(10) { $0.text = "!" } }
        posts.revert(insertion)
        posts.list.send(.refresh)
        posts.list.answer(.posts(next: 1))
        posts.edit { $0.confirm(10, as: Post(id: 1)) }
        posts.edit { _ in update.confirm() }
        posts.list.answer(.posts(1, 2))
        #expect(posts.list.rows == [Post(id: 1), Post(id: 2)])
    }

    /// It has a row, which is not shown.
    @Test func confirmedRowStaysBesideARemovedOne() {
        var posts = EditedList.loaded(threshold: 0, .posts(1, next: 1))
        posts.list.send(.loadMore)
        posts.list.answer(.posts(2))
        let removal = posts.edit { $0.remove(2) }
        posts.edit { $0.insert(Post(id: 10), at: .end).confirm() }
        posts.list.insert(Post(id: 3), at: .end)
        #expect(posts.ids == [1, 10, 3])
        posts.revert(removal)
        #expect(posts.ids == [1, 2, 10, 3])
    }

    /// A row that is removed has no row beside it until the removal is reverted.
    @Test func confirmedRowThatIsShownAgainStaysBesideItsNeighbor() {
        var posts = EditedList.loaded(.posts(1))
        posts.edit { $0.insert(Post(id: 10), at: .end, survivesRefresh: true) }
        let removal = posts.edit { $0.remove(10) }
        posts.edit { $0.confirm(10, as: saved) }
        #expect(posts.ids == [1])
        posts.revert(removal)
        #expect(posts.ids == [1, 99])
        posts.list.insert(Post(id: 2), at: .end)
        #expect(posts.ids == [1, 99, 2])
    }

    /// The list of one page is longer than that.
    @Test func confirmedRowOfAnEmptyFirstPageStaysAtTheStart() {
        var posts = EditedList.loaded(.posts(next: 1))
        posts.edit { $0.insert(Post(id: 10), at: .start, survivesRefresh: true) }
        posts.edit { $0.confirm(10, as: saved) }
        #expect(posts.ids == [99])
        posts.list.answer(.posts(1, 2))
        #expect(posts.ids == [99, 1, 2])
    }

    private func latest(_ edits: FeedEdits<Post, Int>) -> any PageTransform<Post, Post> {
        ChainedTransform(first: EditTransform(edits), second: ReplaceTransform<Post, Int> { $0.id })
    }

    @Test func rowIsUpdatedInPlaceOfAListThatKeepsTheLatestOfEach() {
        var posts = EditedList(threshold: 0, latest)
        posts.list.answer(.posts(1, 2))
        posts.edit { $0.insert(Post(id: 10, text: "draft"), at: .start, survivesRefresh: true) }
        posts.edit { $0.confirm(10, as: saved) }
        #expect(posts.list.rows == [saved, Post(id: 1), Post(id: 2)])
        #expect(posts.list.state.change == RowChange(updated: [0..<1]))
    }

    @Test func refreshThatBeginsLaterHasTheRow() {
        var posts = inserted()
        posts.edit { $0.confirm(10, as: saved) }
        posts.list.send(.refresh)
        posts.list.answer(.posts(1, 99, 2))
        #expect(posts.ids == [1, 99, 2])
        posts.list.send(.refresh)
        posts.list.answer(.posts(1, 2))
        #expect(posts.ids == [1, 2])
    }

    @Test func refreshThatIsRunningKeepsTheRow() {
        var posts = inserted()
        posts.list.send(.refresh)
        posts.edit { $0.confirm(10, as: saved) }
        posts.list.answer(.posts(1, 2))
        #expect(posts.ids == [99, 1, 2])
    }

    /// The list is not shown before its second page.
    @Test func refreshOfWhichAPageHasComeKeepsTheRow() {
        var posts = EditedList.loaded(.posts(1, 2))
        posts.edit { $0.insert(Post(id: 10, text: "draft"), at: .start) }
        let other = posts.edit { $0.insert(Post(id: 11), at: .after(10)) }
        posts.edit { $0.insert(Post(id: 12), at: .after(10)) }
        posts.edit { $0.insert(Post(id: 13), at: .start) }
        posts.list.send(.refresh)
        posts.list.answer(.posts(next: 1))
        posts.edit { $0.confirm(10, as: saved) }
        posts.edit { $0.confirm(13, as: Post(id: 98)) }
        posts.edit { _ in other.confirm() }
        #expect(posts.ids == [98, 99, 12, 11, 1, 2])
        posts.list.answer(.posts(1, 2))
        #expect(posts.ids == [98, 99, 11, 1, 2])
    }

    @Test func rowThatTheSourceHasDeliveredStays() {
        var posts = EditedList.loaded(.posts(1, next: 1))
        posts.edit { $0.insert(Post(id: 10), at: .start) }
        posts.list.send(.loadMore)
        posts.list.answer(.posts(99, 2))
        #expect(posts.ids == [10, 1, 99, 2])
        posts.edit { $0.confirm(10, as: saved) }
        #expect(posts.ids == [1, 99, 2])
        #expect(posts.list.rows[1] == Post(id: 99))
    }

    /// A list of two pages, with a row of the identity 10 that is inserted before the first one. The saved
    /// row is on the second one.
    private func insertedBesideItself() -> EditedList {
        var posts = EditedList.loaded(.posts(1, next: 1))
        posts.edit { $0.insert(Post(id: 10, text: "draft"), at: .start) }
        posts.list.send(.loadMore)
        posts.list.answer(.posts(99, 2))
        return posts
    }

    /// The inserted row was edited before it was confirmed.
    @Test func editsOfTheRowApplyToTheOneThatTheSourceHasDelivered() {
        var posts = insertedBesideItself()
        let update = posts.edit { $0.update(10) { $0.text += "!" } }
        posts.edit { $0.confirm(10, as: saved) }
        #expect(posts.ids == [1, 99, 2])
        #expect(posts.list.rows[1].text == "!")
        #expect(posts.list.state.change == RowChange(removed: [0..<1], updated: [1..<2]))
        posts.revert(update)
        #expect(posts.list.rows[1].text == "")
    }

    @Test func removalOfTheRowRemovesTheOneThatTheSourceHasDelivered() {
        var posts = insertedBesideItself()
        let removal = posts.edit { $0.remove(10) }
        posts.edit { $0.confirm(10, as: saved) }
        #expect(posts.ids == [1, 2])
        posts.revert(removal)
        #expect(posts.ids == [1, 99, 2])
    }

    @Test func editsOfTheRowFollowIt() {
        var posts = inserted()
        posts.edit { edits in
            edits.insert(Post(id: 11), at: .after(10))
            edits.update(10) { $0.text += "!" }
            edits.move(2, to: .before(10))
            edits.confirm(10, as: saved)
        }
        #expect(posts.ids == [2, 99, 11, 1])
        #expect(posts.list.rows[1].text == "saved!")
        posts.edit { $0.remove(99) }
        #expect(posts.ids == [2, 11, 1])
    }

    @Test func confirmedRowCanBeReverted() {
        var posts = EditedList.loaded(.posts(1, 2))
        let insertion = posts.edit { $0.insert(Post(id: 10), at: .end) }
        posts.edit { $0.confirm(10, as: saved) }
        #expect(posts.ids == [1, 2, 99])
        posts.revert(insertion)
        #expect(posts.ids == [1, 2])
    }

    /// A row that is inserted again, because it is sent again.
    @Test func rowThatWasInsertedTwiceIsConfirmedOnceForAll() {
        var posts = EditedList.loaded(.posts(1, 2))
        posts.edit { $0.insert(Post(id: 10, text: "first"), at: .start, survivesRefresh: true) }
        let second = posts.edit { $0.insert(Post(id: 10, text: "second"), at: .end, survivesRefresh: true) }
        #expect(posts.ids == [1, 2, 10])
        posts.edit { $0.confirm(10, as: saved) }
        #expect(posts.ids == [1, 2, 99])
        #expect(posts.list.rows.last == saved)
        // The other insertion is in effect then.
        posts.revert(second)
        #expect(posts.ids == [99, 1, 2])
        #expect(posts.list.rows.first == saved)
        posts.list.send(.refresh)
        posts.list.answer(.posts(1, 99, 2))
        #expect(posts.ids == [1, 99, 2])
        posts.list.send(.refresh)
        posts.list.answer(.posts(1, 2))
        #expect(posts.ids == [1, 2])
    }

    @Test func rowThatWasNotInsertedIsNotConfirmed() {
        var posts = EditedList.loaded(.posts(1, 2))
        let insertion = posts.edit { $0.insert(Post(id: 10), at: .end) }
        posts.revert(insertion)
        let count = posts.list.states.count
        posts.edit { edits in
            edits.confirm(10, as: saved)
            edits.confirm(1, as: saved)
        }
        #expect(posts.ids == [1, 2])
        #expect(posts.list.states.count == count)
    }
}
