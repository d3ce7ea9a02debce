import Testing

@testable import PagingOperators

/// A page whose next key is its own would be loaded forever.
struct RepeatedKeyTests {
    @Test func nextKeyEqualToTheLoadedKeyIsAnError() {
        var list = EngineDriver.loaded(threshold: 3, .rows(0..<10))
        list.send(.shown(row: 9))
        list.answer(Page([10, 11], next: 10))
        #expect(list.state.kinds == [.idle, .end, .failed])
        #expect(list.state.append.error as? PagingError == .repeatedKey("10"))
        #expect(list.rows == Array(0..<10))
        #expect(list.running == [])
    }

    @Test func repeatedKeyErrorIsHeldAndCanBeRetried() {
        var list = EngineDriver.loaded(threshold: 3, .rows(0..<10))
        list.send(.shown(row: 9))
        list.answer(Page([10], next: 10))
        list.send(.shown(row: 9))
        #expect(list.running == [])
        list.send(.retry)
        #expect(list.running == [.append(10)])
        list.answer(.last(10..<12))
        #expect(list.rows == Array(0..<12))
    }

    @Test func emptyPageWithARepeatedKeyIsAnError() {
        var list = EngineDriver.loaded(threshold: 3, .rows(0..<10))
        list.send(.shown(row: 9))
        list.answer(Page([], next: 10))
        #expect(list.state.append.kind == .failed)
    }

    @Test func repeatedKeyIsAcceptedWhereAllowed() {
        let rules = PagingRules(threshold: 3, allowsRepeatedKeys: true)
        var list = EngineDriver.loaded(rules, .rows(0..<10))
        list.send(.shown(row: 9))
        list.answer(Page([10], next: 10))
        #expect(list.running == [.append(10)])
        list.answer(Page([11, 12], next: nil))
        #expect(list.rows == Array(0..<13))
    }

    @Test func errorNamesTheRepeatedKey() {
        let text = PagingError.repeatedKey("c2").description
        #expect(text.contains("c2"))
        #expect(!PagingError.noPage.description.isEmpty)
    }
}
