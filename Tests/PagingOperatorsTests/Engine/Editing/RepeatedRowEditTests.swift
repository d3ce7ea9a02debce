import TestSupport
import Testing

@testable import PagingOperators

/// Edits of rows that the source repeats on a further page, because its list changed meanwhile.
struct RepeatedRowEditTests {
    /// The row 3 is on both pages.
    private func loaded(
        _ makeTransform: (FeedEdits<Post, Int>) -> any PageTransform<Post, Post>
    ) -> EditedList {
        var edited = EditedList(threshold: 0, makeTransform)
        edited.list.answer(.posts(1, 2, 3, next: 1))
        edited.list.send(.loadMore)
        edited.list.answer(.posts(3, 4, next: 2))
        return edited
    }

    private func deduped(_ edits: FeedEdits<Post, Int>) -> any PageTransform<Post, Post> {
        ChainedTransform(first: EditTransform(edits), second: DedupeTransform<Post, Int> { $0.id })
    }

    @Test func repeatedRowsAreUpdatedTogether() {
        var edited = loaded { EditTransform($0) }
        edited.edit { $0.update(3) { $0.text = "new" } }
        #expect(edited.list.rows.map(\.text) == ["", "", "new", "new", ""])
        #expect(edited.list.state.change == RowChange(updated: [2..<4]))
    }

    @Test func rowsThatAreRepeatedOnTheirPageAreUpdatedTogether() {
        var edited = EditedList.loaded(.posts(1, 2, 1))
        edited.edit { $0.update(1) { $0.text = "new" } }
        #expect(edited.list.rows.map(\.text) == ["new", "", "new"])
        #expect(edited.list.state.change == RowChange(updated: [0..<1, 2..<3]))
    }

    /// The page has none twice when it is loaded, and both at once later.
    @Test func rowsThatBecomeRepeatedOnTheirPageAreUpdatedTogether() {
        let edits = FeedEdits<Post, Int> { $0.id }
        var driver = TransformDriver(EditTransform(edits))
        driver.append([Post(id: 1), Post(id: 2)])
        driver.edit(page: 0, .insert(Post(id: 3), at: 0), .insert(Post(id: 3), at: 2))
        let update = Edit<Post, Int>(number: 1, action: .update { $0.text = "new" }, id: 3)
        driver.perform(.making(update, of: edits))
        #expect(driver.rows.map(\.text) == ["new", "", "new", ""])
    }

    /// While no page has a row twice, the rows after the one that is updated are not visited.
    @Test func updateVisitsNoRowAfterItsOwn() {
        let calls = Box(0)
        let edits = FeedEdits<Post, Int> { post in
            calls.increment()
            return post.id
        }
        var driver = TransformDriver(EditTransform(edits))
        driver.append((0..<100).map { Post(id: $0) })
        calls.value = 0
        let update = Edit<Post, Int>(number: 1, action: .update { $0.text = "new" }, id: 4)
        driver.perform(.making(update, of: edits))
        #expect(driver.rows[4].text == "new")
        #expect(calls.value == 5)
    }

    @Test func repeatedRowsAreRemovedAndRestoredTogether() {
        var edited = loaded { EditTransform($0) }
        let removal = edited.edit { $0.remove(3) }
        #expect(edited.ids == [1, 2, 4])
        edited.revert(removal)
        #expect(edited.ids == [1, 2, 3, 3, 4])
    }

    @Test func repeatedRowsAreNotUpdatedWhenOthersAreRemoved() {
        var edited = loaded { EditTransform($0) }
        let removal = edited.edit { $0.remove(1) }
        #expect(edited.list.state.change == RowChange(removed: [0..<1]))
        edited.revert(removal)
        #expect(edited.list.state.change == RowChange(inserted: [0..<1]))
        edited.edit { $0.insert(Post(id: 10), at: .after(1)) }
        #expect(edited.list.state.change == RowChange(inserted: [1..<2]))
    }

    @Test func repeatedRowsMoveAsOneAndAreRestoredTogether() {
        var edited = loaded { EditTransform($0) }
        let move = edited.edit { $0.move(3, to: .before(2)) }
        #expect(edited.ids == [1, 3, 2, 4])
        edited.revert(move)
        #expect(edited.ids == [1, 2, 3, 3, 4])
    }

    @Test func firstOfRepeatedRowsIsTheOneThatMoves() {
        var edited = EditedList(threshold: 0) { EditTransform($0) }
        let move = edited.edit { $0.move(2, to: .end) }
        edited.list.answer(Page([Post(id: 2, text: "old"), Post(id: 3)], next: 1))
        edited.list.send(.loadMore)
        edited.list.answer(Page([Post(id: 4), Post(id: 2, text: "new")], next: nil))
        #expect(edited.ids == [3, 4, 2])
        #expect(edited.list.rows.last?.text == "old")
        edited.revert(move)
        #expect(edited.list.rows.map(\.text) == ["old", "", "", "new"])
    }

    /// The first of the two rows moves to where the other one is.
    @Test func firstOfTheRowsThatAreRepeatedOnAPageIsTheOneThatMoves() {
        var edited = EditedList.loaded(
            Page([Post(id: 2, text: "first"), Post(id: 1), Post(id: 2, text: "second")], next: nil))
        let move = edited.edit { $0.move(2, to: .end) }
        #expect(edited.ids == [1, 2])
        #expect(edited.list.rows.last?.text == "first")
        edited.revert(move)
        #expect(edited.list.rows.map(\.text) == ["first", "", "second"])
    }

    /// The row 2 is moved to where it is, and then an earlier page has it, too.
    @Test func updateOfARowThatMovedIsThatOfTheFirstOfItsPages() {
        var edited = EditedList(threshold: 0) { EditTransform($0) }
        edited.list.answer(Page([Post(id: 1), Post(id: 2, text: "old")], previous: -1, next: nil))
        edited.edit { $0.move(2, to: .end) }
        edited.list.send(.loadPrevious)
        edited.list.answer(Page([Post(id: 2, text: "new")], previous: nil, next: 0))
        edited.edit { $0.update(2) { $0.text += ", updated" } }
        #expect(edited.ids == [1, 2])
        #expect(edited.list.rows.last?.text == "new, updated")
    }

    @Test func rowsBesideARepeatedOneAreShownOnce() {
        var edited = loaded { EditTransform($0) }
        let insertion = edited.edit { $0.insert(Post(id: 10), at: .after(3)) }
        #expect(edited.ids == [1, 2, 3, 10, 3, 4])
        edited.edit { $0.move(1, to: .before(3)) }
        #expect(edited.ids == [2, 1, 3, 10, 3, 4])
        edited.edit { $0.update(10) { $0.text = "new" } }
        #expect(edited.list.rows.map(\.text) == ["", "", "", "new", "", ""])
        edited.revert(insertion)
        #expect(edited.ids == [2, 1, 3, 3, 4])
    }

    @Test func rowsBesideOneThatIsRepeatedOnItsPageAreShownOnce() {
        var edited = EditedList.loaded(.posts(1, 2, 1))
        edited.edit { $0.insert(Post(id: 10), at: .after(1)) }
        #expect(edited.ids == [1, 10, 2, 1])
        let removal = edited.edit { $0.remove(1) }
        #expect(edited.ids == [10, 2])
        edited.revert(removal)
        #expect(edited.ids == [1, 10, 2, 1])
    }

    /// The rows move to the first of the pages that are loaded.
    @Test func rowsBesideARepeatedOneStayWithTheFirstOfItsPages() {
        let edits = FeedEdits<Post, Int> { $0.id }
        var driver = TransformDriver(EditTransform(edits))
        driver.append([Post(id: 1), Post(id: 2)])
        driver.append([Post(id: 2), Post(id: 3)])
        let insertion = Edit<Post, Int>(number: 1, action: .insert(Post(id: 10), .after(2)), id: 10)
        driver.perform(.making(insertion, of: edits))
        #expect(driver.rows.map(\.id) == [1, 2, 10, 2, 3])
        driver.removeFirst()
        #expect(driver.rows.map(\.id) == [2, 10, 3])
        driver.prepend([Post(id: 2), Post(id: 1)])
        #expect(driver.rows.map(\.id) == [2, 10, 1, 2, 3])
    }

    @Test func editsBeforeADedupeAreVisible() {
        var edited = loaded(deduped)
        #expect(edited.ids == [1, 2, 3, 4])
        edited.edit { $0.update(3) { $0.text = "new" } }
        #expect(edited.list.rows.map(\.text) == ["", "", "new", ""])
        let removal = edited.edit { $0.remove(3) }
        #expect(edited.ids == [1, 2, 4])
        edited.revert(removal)
        #expect(edited.ids == [1, 2, 3, 4])
    }

    private func latest(_ edits: FeedEdits<Post, Int>) -> any PageTransform<Post, Post> {
        ChainedTransform(first: EditTransform(edits), second: ReplaceTransform<Post, Int> { $0.id })
    }

    /// A list whose row 3 is on two pages, the second of which was loaded later.
    private func loadedAgain(at direction: LoadDirection) -> EditedList {
        var edited = EditedList(threshold: 0, latest)
        edited.list.answer(Page([Post(id: 3, text: "old"), Post(id: 1)], previous: -1, next: 1))
        edited.list.send(direction == .append ? .loadMore : .loadPrevious)
        edited.list.answer(Page([Post(id: 2), Post(id: 3, text: "new")], previous: nil, next: nil))
        return edited
    }

    @Test(arguments: [LoadDirection.append, .prepend])
    func editsBeforeADedupeKeepTheLatestContent(direction: LoadDirection) {
        var edited = loadedAgain(at: direction)
        var texts: [String] { edited.list.rows.map(\.text).filter { $0 != "" } }
        #expect(texts == ["new"])
        let ids = edited.ids
        let update = edited.edit { $0.update(3) { $0.text += ", liked" } }
        #expect(texts == ["new, liked"])
        edited.revert(update)
        #expect(texts == ["new"])
        let removal = edited.edit { $0.remove(3) }
        #expect(texts == [])
        edited.revert(removal)
        #expect(texts == ["new"])
        #expect(edited.ids == ids)
    }

    /// Both are added by one edit.
    @Test(arguments: [LoadDirection.append, .prepend])
    func latestOfRowsThatAnEditBringsBackIsShown(direction: LoadDirection) {
        var edited = EditedList(threshold: 0) { edits in
            ChainedTransform(
                first: ChainedTransform(
                    first: EditTransform(edits),
                    second: SelectTransform<Post, Post> { $0.text.hasSuffix("!") ? $0 : nil }),
                second: ReplaceTransform<Post, Int> { $0.id })
        }
        edited.list.answer(Page([Post(id: 3, text: "old")], previous: -1, next: 1))
        edited.list.send(direction == .append ? .loadMore : .loadPrevious)
        edited.list.answer(Page([Post(id: 3, text: "new")], previous: nil, next: nil))
        edited.edit { $0.update(3) { $0.text += "!" } }
        #expect(edited.list.rows.map(\.text) == ["new!"])
    }

    /// Messages, of which the latest of each conversation is shown.
    @Test func editOfARowThatALaterOneHasReplacedIsNotShown() {
        var edited = EditedList(threshold: 0) { edits in
            ChainedTransform(
                first: EditTransform(edits), second: ReplaceTransform<Post, Int> { $0.id % 10 })
        }
        edited.list.answer(Page([Post(id: 1), Post(id: 2)], next: 1))
        edited.list.send(.loadMore)
        edited.list.answer(.posts(11))
        #expect(edited.ids == [11, 2])
        edited.edit { $0.update(1) { $0.text = "read" } }
        #expect(edited.ids == [11, 2])
        edited.edit { $0.update(11) { $0.text = "read" } }
        #expect(edited.list.rows.map(\.text) == ["read", ""])
        edited.edit { $0.remove(11) }
        #expect(edited.list.rows == [Post(id: 1, text: "read"), Post(id: 2)])
    }

    @Test func repeatedRowIsEditableAfterTheOtherLeftTheWindow() {
        let edits = FeedEdits<Post, Int> { $0.id }
        var driver = TransformDriver(EditTransform(edits))
        driver.append([Post(id: 1), Post(id: 2)])
        driver.append([Post(id: 2), Post(id: 3)])
        driver.append([Post(id: 4)])
        driver.removeFirst()
        driver.perform(.making(Edit<Post, Int>(number: 1, action: .remove, id: 2), of: edits))
        #expect(driver.rows.map(\.id) == [3, 4])
    }
}

extension TransformCommand {
    fileprivate static func making(_ edit: Edit<Post, Int>, of edits: FeedEdits<Post, Int>) -> Self {
        TransformCommand(.make(EditEntry(edit: edit, survivesRefresh: false)), of: edits)
    }
}
