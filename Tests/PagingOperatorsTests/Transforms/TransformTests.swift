import Testing

@testable import PagingOperators

struct TransformTests {
    private struct User: Equatable, Sendable {
        let id: Int
        var name = ""
    }

    @Test func dedupeKeepsTheFirstOfEach() {
        var list = TransformDriver(DedupeTransform<User, Int> { $0.id })
        list.append([User(id: 1, name: "a"), User(id: 2), User(id: 1, name: "b"), User(id: 3)])
        list.append([User(id: 3), User(id: 3)])
        list.append([])
        list.append([User(id: 4)])
        #expect(
            list.rowsByPage == [[User(id: 1, name: "a"), User(id: 2), User(id: 3)], [], [], [User(id: 4)]])
    }

    @Test func pageWithoutDuplicatesIsNotCopied() {
        let page = Array(0..<50)
        var list = TransformDriver(DedupeTransform<Int, Int> { $0 })
        list.append(page)
        let row = list.rowsByPage[0]
        #expect(
            page.withUnsafeBufferPointer { $0.baseAddress } == row.withUnsafeBufferPointer { $0.baseAddress })
    }

    @Test func mapConvertsInOrder() {
        var list = TransformDriver(MapTransform<Int, String> { "\($0)" })
        list.append([1, 2, 3])
        #expect(list.rows == ["1", "2", "3"])
    }

    @Test func chainedTransformsKeepSeparateState() {
        var list = TransformDriver(
            ChainedTransform(
                first: ChainedTransform(
                    first: DedupeTransform<Int, Int> { $0 }, second: MapTransform<Int, Int> { $0 / 10 }),
                second: DedupeTransform<Int, Int> { $0 }))
        list.append([10, 11, 10, 20])
        list.append([12, 30, 20])
        #expect(list.rowsByPage == [[1, 2], [3]])
        list.beginGeneration()
        list.append([10])
        #expect(list.rows == [1])
    }
}
