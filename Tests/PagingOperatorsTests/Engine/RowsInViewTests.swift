import Testing

@testable import PagingOperators

/// Lists that report all rows in view.
struct RowsInViewTests {
    private let line = NumberLine(count: 200)

    private func list(
        _ rules: PagingRules = PagingRules(threshold: 3), at key: Int? = 100
    ) -> EngineDriver<Int, Int> {
        .loaded(rules, from: line, startingAt: key)
    }

    @Test func pagesAreLoadedBeyondBothEndsOfTheRowsInView() {
        var list = list()
        list.send(.shown(rows: 3..<7))
        #expect(list.running == [])
        list.send(.shown(rows: 2..<7))
        #expect(list.running == [.prepend(90)])
        list.send(.shown(rows: 2..<8))
        #expect(list.running == [.prepend(90), .append(110)])
    }

    @Test func rowIsTheRangeOfThatRow() {
        #expect(ListSignal.shown(row: 7) == .shown(rows: 7..<8))
        var list = list()
        list.send(.shown(row: .max))
        list.send(.shown(rows: .max - 1 ..< .max))
        #expect(list.running == [.append(110)])
    }

    @Test func emptyRangeHasNoEffect() {
        var list = list()
        list.send(.shown(rows: 0..<0))
        #expect(list.running == [])
        #expect(list.engine.shownRows == nil)
    }

    @Test func rowsInViewStayInTheWindow() {
        var list = list(PagingRules(threshold: 2, maxRows: 20))
        list.send(.shown(rows: 3..<9))
        list.settle(with: line)
        #expect(list.rows == Array(100..<120))
        // The first of three pages has rows in view, though the last row in view is far from it.
        list.send(.shown(rows: 5..<19))
        list.settle(with: line)
        #expect(list.rows == Array(100..<130))
        #expect(list.engine.shownRows == 5..<19)
        list.send(.shown(rows: 15..<29))
        list.settle(with: line)
        #expect(list.rows == Array(110..<140))
        #expect(list.engine.shownRows == 5..<19)
    }

    @Test func rowsMoveWithThePageBeforeThem() {
        var list = list()
        list.send(.shown(rows: 1..<6))
        list.settle(with: line)
        #expect(list.engine.shownRows == 11..<16)
        #expect(list.engine.focusRows == 11..<16)
    }

    @Test func editsKeepTheFirstRowInPlace() {
        var edited = EditedList.loaded(Page((0..<20).map { Post(id: $0) }, next: nil))
        edited.list.send(.shown(rows: 5..<12))
        edited.edit { $0.insert(Post(id: 100), at: .after(7)) }
        #expect(edited.list.engine.shownRows == 5..<12)
        edited.edit { $0.remove(2) }
        #expect(edited.list.engine.shownRows == 4..<11)
        edited.edit { $0.remove(5) }
        #expect(edited.list.rows[4].id == 6)
        #expect(edited.list.engine.shownRows == 4..<11)
    }

    @Test func rowsInViewEndWithTheListWhenItsLastRowsAreRemoved() {
        var edited = EditedList.loaded(Page((0..<20).map { Post(id: $0) }, next: nil))
        edited.list.send(.shown(rows: 14..<20))
        for id in 17..<20 { edited.edit { $0.remove(id) } }
        #expect(edited.list.engine.shownRows == 11..<17)
        #expect(edited.list.engine.focusRows == 11..<17)
    }

    @Test func invalidationReloadsFromThePageOfTheFirstRow() {
        var list = list()
        list.send(.shown(rows: 0..<9))
        list.settle(with: line)
        list.send(.shown(rows: 18..<25))
        list.invalidate()
        #expect(list.running == [.refresh(100)])
    }

    @Test func rowsInViewAreSaved() throws {
        var list = list()
        list.send(.shown(rows: 3..<7), .refresh)
        let snapshot = try #require(list.engine.makeSnapshot())
        #expect(snapshot.shownRows == 3..<7)
        var restored = EngineDriver(
            PagingRules(threshold: 3), transform: IdentityTransform<Int>(),
            start: PagingStart(snapshot: snapshot))
        restored.start()
        #expect(restored.state.scrollTarget == .jump(row: 3))
        #expect(restored.state.focusRows == 3..<7)
        #expect(restored.running == [])
    }
}
