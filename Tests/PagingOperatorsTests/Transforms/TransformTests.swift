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

    @Test func separatorsWithTheSameNeighborsAreNotUpdated() {
        var separators = SeparatorTransform<Int> { before, after in
            guard let before else { return -1 }
            guard let after else { return -2 }
            return -10 * before - after
        }
        var rows = PresentedRows<Int>()
        func change(_ change: PageChange<Int>) -> RowChange { rows.apply(separators.apply(change)) }

        _ = change(.insert(page: 0, [1, 2]))
        #expect(change(.ends(ListEnds(start: true, end: false))) == RowChange(inserted: [0..<1]))
        _ = change(.insert(page: 1, [3, 4]))
        #expect(Array(rows.items) == [-1, 1, -12, 2, -23, 3, -34, 4])
        // The row before the first one stays as it is when the end is loaded.
        #expect(change(.ends(ListEnds(start: true, end: true))) == RowChange(inserted: [8..<9]))
        // So does that between two pages unless one of its neighbors is edited.
        #expect(change(.edit(page: 0, [.update(1, at: 0)])) == RowChange(updated: [0..<3]))
        #expect(change(.edit(page: 0, [.update(2, at: 1)])) == RowChange(updated: [2..<5]))
        #expect(Array(rows.items) == [-1, 1, -12, 2, -23, 3, -34, 4, -2])
    }

    /// A single update is applied apart from other edits.
    @Test func updateChangesItsRowBesideEmptyPages() {
        var rows = PresentedRows<Int>()
        for (page, items) in [(0, []), (1, [1, 2]), (2, []), (3, [3]), (-1, []), (-2, [0])] {
            _ = rows.apply(.insert(page: page, items))
        }
        #expect(rows.apply(.edit(page: 1, [.update(20, at: 1)])) == RowChange(updated: [2..<3]))
        #expect(rows.apply(.edit(page: 3, [.update(30, at: 0)])) == RowChange(updated: [3..<4]))
        #expect(rows.apply(.edit(page: -2, [.update(-5, at: 0)])) == RowChange(updated: [0..<1]))
        #expect(Array(rows.items) == [-5, 1, 20, 30])
        #expect(rows.filledPages == 3)
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
