import Testing

@testable import PagingOperators

/// The old rows stay until the new list has a row or has reached its end.
struct EmptiedRefreshTests {
    /// A list of 1, 2, 3 that drops items from 100 on, after the first page of a refresh, which has only such
    /// items.
    private func refreshed(_ rules: PagingRules = PagingRules(threshold: 1)) -> EngineDriver<Int, Int> {
        var list = EngineDriver(rules, transform: SelectTransform<Int, Int>(where: { $0 < 100 }))
        list.start()
        list.answer(Page([1, 2, 3], next: 1))
        list.send(.refresh)
        list.answer(Page([100, 101], next: 5))
        return list
    }

    @Test func oldRowsStayUntilTheFirstNewRow() {
        var list = refreshed()
        #expect(list.running == [.append(5)])
        let count = list.states.count
        list.answer(Page([200], next: 6))
        #expect(list.running == [.append(6)])
        #expect(list.states.count == count)
        #expect(list.rows == [1, 2, 3])
        #expect(list.state.kinds == [.loading, .end, .idle])
        list.answer(Page([4, 300], next: 7))
        #expect(list.rows == [4])
        #expect(list.state.kinds == [.idle, .end, .idle])
        list.send(.shown(row: 0))
        #expect(list.running == [.append(7)])
    }

    @Test func oldRowsStayUntilTheEndOfANewListWithoutRows() {
        var list = refreshed()
        list.answer(Page([200], next: nil))
        #expect(list.rows == [])
        #expect(list.state.phase == .empty)
        #expect(list.state.kinds == [.idle, .end, .end])
    }

    @Test func pagesBeforeAreLoadedAfterTheEnd() {
        var list = EngineDriver(
            PagingRules(threshold: 1), transform: SelectTransform<Int, Int>(where: { $0 < 100 }),
            start: PagingStart(key: 5))
        list.start()
        list.answer(Page([1], previous: 4, next: nil))
        list.send(.refresh)
        list.answer(Page([100], previous: 4, next: nil))
        #expect(list.running == [.prepend(4)])
        #expect(list.rows == [1])
        list.answer(Page([7], previous: nil, next: 5))
        #expect(list.rows == [7])
    }

    @Test func failureOfALaterPageKeepsTheOldRowsAndTheirHints() {
        var list = refreshed()
        list.fail()
        #expect(list.rows == [1, 2, 3])
        #expect(list.state.kinds == [.failed, .end, .idle])
        list.send(.shown(row: 2))
        #expect(list.running == [.append(1)])
        list.answer(Page([4], next: 2))
        #expect(list.rows == [1, 2, 3, 4])
        list.send(.retry)
        #expect(list.running == [.refresh])
        list.answer(Page([9], next: nil))
        #expect(list.rows == [9])
    }

    @Test func cancellationKeepsTheOldRows() {
        var list = refreshed()
        list.send(.cancel)
        #expect(list.running == [])
        #expect(list.rows == [1, 2, 3])
        list.answer(Page([4], next: nil))
        #expect(list.rows == [1, 2, 3])
        list.send(.loadMore)
        #expect(list.running == [.append(1)])
    }

    @Test func secondRefreshConflatesWithTheFirst() {
        var list = refreshed()
        list.send(.refresh)
        #expect(list.running == [.append(5)])
    }

    @Test func resetDropsBothLists() {
        var list = refreshed()
        list.send(.reset)
        #expect(list.rows == [])
        #expect(list.running == [])
        list.send(.refresh)
        list.answer(Page([100], next: 5))
        #expect(list.state.phase == .firstLoad)
    }

    @Test func hintsCountTheRowsThatAreShown() {
        var list = refreshed()
        list.send(.shown(row: 2))
        #expect(list.running == [.append(5)])
        list.answer(Page([4, 5, 6], next: 6))
        #expect(list.engine.lastShownRow == 2)
        #expect(list.running == [.append(6)])
    }

    @Test func editsChangeTheOldRowsAndTheNew() {
        var edited = EditedList(threshold: 0) { edits in
            ChainedTransform<Post, Post, Post>(
                first: EditTransform(edits), second: SelectTransform<Post, Post>(where: { $0.id < 100 }))
        }
        edited.list.answer(.posts(1, 2, next: 1))
        edited.list.send(.refresh)
        edited.list.answer(.posts(100, next: 2))
        edited.edit { $0.remove(2) }
        #expect(edited.ids == [1])
        edited.list.answer(.posts(2, 3, next: 3))
        #expect(edited.ids == [3])
    }

    @Test func pagesOfNothingButDuplicatesFailTheRefresh() {
        var rules = PagingRules(threshold: 1)
        rules.repeatedPageLimit = 3
        var list = EngineDriver(
            rules,
            transform: ChainedTransform<Int, Int, Int>(
                first: DedupeTransform { $0 }, second: SelectTransform(where: { $0 < 100 })))
        list.start()
        list.answer(Page([1], next: 1))
        list.send(.refresh)
        for key in 0..<4 {
            #expect(list.running.count == 1)
            list.answer(Page([100], next: key + 1))
        }
        #expect(list.rows == [1])
        #expect(list.state.refresh.kind == .failed)
    }
}
