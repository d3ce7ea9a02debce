import Testing

@testable import PagingOperators

/// The engine is a value: a copy shares no mutable state with the original.
struct EngineCopyTests {
    @Test func copyRemembersItsOwnPages() {
        var original = EngineDriver(
            PagingRules(threshold: 0),
            transform: ChainedTransform<Int, Int, Int>(
                first: MapTransform<Int, Int> { $0 * 10 }, second: DedupeTransform<Int, Int> { $0 }))
        original.start()
        original.answer(Page([1, 2], next: 1))
        original.send(.loadMore)
        var copy = original
        original.answer(Page([3], next: nil))
        copy.answer(Page([3, 4], next: nil))
        #expect(original.rows == [10, 20, 30])
        #expect(copy.rows == [10, 20, 30, 40])
    }
}
