import Testing

@testable import PagingOperators

struct InsertedCountTests {
    /// The page beside the load is removed, which ends the load and with it the wait.
    @Test func itemThatWaitsForALoadBesideARemovedPageIsCountedAtOnce() {
        let line = NumberLine(count: 40, isCounted: true)
        let rules = PagingRules(threshold: 2, maxRows: 30, showsPlaceholders: true)
        var list = EngineDriver.loaded(rules, from: line)
        list.showLastItem(of: line, times: 2)
        #expect(list.rows == Array(0..<30))
        list.send(.loadMore)
        list.insert(40, at: .end)
        #expect(list.state.total == 40)
        list.send(.shown(rows: 0..<5))
        list.insert(-1, at: .start)
        #expect(list.rows == Array(-1..<20))
        #expect(list.running.isEmpty)
        #expect(list.state.total == 42)
        #expect(list.state.placeholdersAfter == 21)
    }
}
