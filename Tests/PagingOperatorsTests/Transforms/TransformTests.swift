import Testing

@testable import PagingOperators

struct TransformTests {
    private struct User: Equatable, Sendable {
        let id: Int
        var name = ""
    }

    @Test func dedupeKeepsTheFirstOfEach() {
        let dedupe = DedupeTransform<User, Int> { $0.id }
        var memory = dedupe.makeMemory()
        let first = [User(id: 1, name: "a"), User(id: 2), User(id: 1, name: "b"), User(id: 3)]
        #expect(dedupe.append(first, memory: &memory) == [User(id: 1, name: "a"), User(id: 2), User(id: 3)])
        #expect(dedupe.append([User(id: 3), User(id: 3)], memory: &memory) == [])
        #expect(dedupe.append([], memory: &memory) == [])
        #expect(dedupe.append([User(id: 4)], memory: &memory) == [User(id: 4)])
    }

    @Test func aPageWithoutDuplicatesIsNotCopied() {
        let dedupe = DedupeTransform<Int, Int> { $0 }
        var memory = dedupe.makeMemory()
        let page = Array(0..<50)
        let kept = dedupe.append(page, memory: &memory)
        #expect(page.withUnsafeBufferPointer { $0.baseAddress } == kept.withUnsafeBufferPointer { $0.baseAddress })
    }

    @Test func mapConvertsInOrder() {
        let map = MapTransform<Int, String> { "\($0)" }
        var memory: Void = map.makeMemory()
        #expect(map.append([1, 2, 3], memory: &memory) == ["1", "2", "3"])
    }

    @Test func chainedTransformsRememberEachForItself() {
        let chain = ChainedTransform(
            first: ChainedTransform(first: DedupeTransform<Int, Int> { $0 }, second: MapTransform { $0 / 10 }),
            second: DedupeTransform<Int, Int> { $0 })
        var memory = chain.makeMemory()
        #expect(chain.append([10, 11, 10, 20], memory: &memory) == [1, 2])
        #expect(chain.append([12, 30, 20], memory: &memory) == [3])
        var fresh = chain.makeMemory()
        #expect(chain.append([10], memory: &fresh) == [1])
    }
}
