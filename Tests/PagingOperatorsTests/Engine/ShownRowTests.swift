import Testing

@testable import PagingOperators

/// The last shown row stays the same while others are inserted and removed.
struct ShownRowTests {
    private func posts(_ count: Int, threshold: Int = 0) -> EditedList {
        .loaded(threshold: threshold, Page((1...count).map { Post(id: $0) }, next: 1))
    }

    @Test func shownRowMovesWithEditsAboveIt() {
        var edited = posts(7)
        edited.list.send(.shown(row: 3))
        let insertion = edited.edit { $0.insert(Post(id: 100), at: .start) }
        #expect(edited.list.engine.lastShownRow == 4)
        edited.edit { $0.remove(1) }
        #expect(edited.list.engine.lastShownRow == 3)
        edited.revert(insertion)
        #expect(edited.list.engine.lastShownRow == 2)
        edited.edit { $0.remove(7) }
        #expect(edited.list.engine.lastShownRow == 2)
    }

    @Test func rowsRemovedAboveTheShownRowLoadNothing() {
        var edited = posts(10, threshold: 4)
        edited.list.send(.shown(row: 5))
        for id in 1...5 { edited.edit { $0.remove(id) } }
        #expect(edited.list.engine.lastShownRow == 0)
        #expect(edited.list.running == [])
        edited.edit { $0.remove(10) }
        #expect(edited.list.running == [.append(1)])
    }

    @Test func removedShownRowIsReplacedByTheNextOrTheLast() {
        var edited = posts(4)
        edited.list.send(.shown(row: 2))
        edited.edit { $0.remove(3) }
        #expect(edited.list.engine.lastShownRow == 2)
        edited.edit { $0.remove(4) }
        #expect(edited.list.engine.lastShownRow == 1)
    }

    @Test func separatorsRemovedWithTheirPageAreNotCounted() {
        var list = EngineDriver(
            PagingRules(threshold: 1, maxRows: 6),
            transform: SeparatorTransform { before, after in
                before.flatMap { before in after.map { -10 * before - $0 } }
            })
        list.start()
        list.answer(Page([1, 2], next: 1))
        list.send(.shown(row: 2))
        list.answer(Page([3, 4], previous: 0, next: 2))
        #expect(list.rows == [1, -12, 2, -23, 3, -34, 4])
        list.send(.shown(row: 6))
        list.answer(Page([5, 6], previous: 1, next: 3))
        #expect(list.rows == [3, -34, 4, -45, 5, -56, 6])
        #expect(list.engine.lastShownRow == 2)
    }

    @Test func rowMovedToThePreviousPageMovesTheShownRowDown() {
        var edited = EditedList(threshold: 0) { EditTransform($0) }
        edited.list.answer(Page([4, 5, 6].map { Post(id: $0) }, previous: 0, next: nil))
        edited.edit { $0.move(6, to: .after(1)) }
        edited.list.send(.shown(row: 1), .loadPrevious)
        edited.list.answer(.posts(1, 2, next: 1))
        #expect(edited.ids == [1, 6, 2, 4, 5])
        #expect(edited.list.engine.lastShownRow == 4)
    }

    /// The separator after a page is removed with it.
    @Test func pageStaysWhoseRemovalLeavesTheShownRowWithinTheThreshold() {
        var list = EngineDriver(
            PagingRules(threshold: 2, maxRows: 6),
            transform: SeparatorTransform { before, after in
                before.flatMap { before in after.map { -10 * before - $0 } }
            })
        list.start()
        list.answer(Page([1, 2], next: 1))
        list.send(.shown(row: 2))
        list.answer(Page([3, 4], previous: 0, next: 2))
        list.send(.shown(row: 5))
        list.answer(Page([5, 6], previous: 1, next: 3))
        #expect(list.rows == [1, -12, 2, -23, 3, -34, 4, -45, 5, -56, 6])
        #expect(list.engine.lastShownRow == 5)
        list.send(.shown(row: 9))
        list.answer(Page([7, 8], previous: 2, next: 4))
        #expect(list.rows == [3, -34, 4, -45, 5, -56, 6, -67, 7, -78, 8])
        #expect(list.engine.lastShownRow == 5)
        list.send(.shown(row: 5))
        #expect(list.running == [])
        list.send(.shown(row: 1))
        #expect(list.running == [.prepend(0)])
    }
}
