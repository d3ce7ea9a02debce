import PagingSimulation
import TestSupport
import Testing

@testable import PagingOperators

struct RowDifferenceTests {
    private struct Cell: Identifiable, Equatable, Sendable {
        let id: Int
        var text = ""
    }

    /// Rows that cannot be compared.
    private struct Label: Identifiable, Sendable {
        let id: Int
    }

    /// An identity that has the hash of others.
    private struct Clash: Hashable, Sendable {
        let number: Int

        func hash(into hasher: inout Hasher) { hasher.combine(number % 3) }
    }

    private func paged<Item>(_ items: [Item], perPage: Int = 3) -> PagedItems<Item> {
        var result = PagedItems<Item>()
        for start in stride(from: 0, to: items.count, by: perPage) {
            result.append(Array(items[start..<min(start + perPage, items.count)]))
        }
        return result
    }

    private func change(from old: [Int], to new: [Int]) throws -> RowChange {
        let difference = try #require(RowDifference<Cell>.ofIdentifiableItems)
        return difference.change(from: paged(old.map { Cell(id: $0) }), to: paged(new.map { Cell(id: $0) }))
    }

    @Test func listsThatStartAlikeDifferByTheRestOfTheOldOne() throws {
        #expect(try change(from: Array(0..<100), to: Array(0..<10)) == RowChange(removed: [10..<100]))
        #expect(try change(from: [1, 2], to: [1, 2, 3]) == RowChange(inserted: [2..<3]))
        #expect(try change(from: [], to: [1, 2]) == RowChange(inserted: [0..<2]))
        #expect(try change(from: [1, 2], to: []) == RowChange(removed: [0..<2]))
        #expect(try change(from: [1, 2], to: [1, 2]) == .none)
    }

    @Test func startOfALongListIsComparedWithoutTheRest() {
        let compared = Log<Int>()
        let difference = RowDifference<Int>(by: { id in
            compared.append(id)
            return id
        })
        let change = difference.change(
            from: paged(Array(0..<100_000), perPage: 100), to: paged(Array(0..<30)))
        #expect(change == RowChange(removed: [30..<100_000]))
        #expect(compared.count <= 62)
    }

    /// Identities are hashed for some rows at a time.
    @Test func rowsAreNotHashedOnceAllNewOnesAreFound() {
        let hashed = Log<Int>()
        let difference = RowDifference<Int>(by: { id in
            hashed.append(id)
            return id
        })
        let change = difference.change(from: paged(Array(0..<100_000), perPage: 100_000), to: paged([2, 1]))
        #expect(change.removed == [0..<1, 3..<100_000])
        #expect(change.moved.count == 1)
        #expect(hashed.count <= 100)
    }

    @Test func newRowsAreInsertedAndOldOnesRemoved() throws {
        let change = try change(from: [1, 2, 3, 4, 5], to: [9, 1, 3, 8, 4])
        #expect(change == RowChange(removed: [1..<2, 4..<5], inserted: [0..<1, 3..<4]))
    }

    @Test func fewestRowsMove() throws {
        let raised = RowChange(moved: [RowChange.Move(from: 4, to: 0)])
        #expect(try change(from: [1, 2, 3, 4, 5], to: [5, 1, 2, 3, 4]) == raised)
        let lowered = RowChange(moved: [RowChange.Move(from: 0, to: 4)])
        #expect(try change(from: [1, 2, 3, 4, 5], to: [2, 3, 4, 5, 1]) == lowered)
    }

    @Test func rowIsUpdatedIfItsItemsDiffer() throws {
        let difference = try #require(RowDifference<Cell>.ofIdentifiableItems)
        let old = [Cell(id: 1), Cell(id: 2), Cell(id: 3)]
        let new = [Cell(id: 1), Cell(id: 3, text: "new"), Cell(id: 2, text: "new")]
        let change = difference.change(from: paged(old), to: paged(new))
        #expect(change.updated == [1..<3])
        #expect(change.moved.count == 1)
        let same = difference.change(from: paged(old), to: paged(old))
        #expect(same == .none)
    }

    @Test func rowsThatCannotBeComparedAreUpdated() throws {
        let difference = try #require(RowDifference<Label>.ofIdentifiableItems)
        let change = difference.change(
            from: paged([1, 2, 3].map { Label(id: $0) }), to: paged([1, 4, 3].map { Label(id: $0) }))
        #expect(change == RowChange(removed: [1..<2], inserted: [1..<2], updated: [0..<1, 2..<3]))
    }

    @Test func itemsWithoutAnIdentityHaveNoDifference() {
        #expect(RowDifference<Int>.ofIdentifiableItems == nil)
    }

    /// Rows that share an identity are matched in their order, and the change still leads to the new rows.
    @Test func changeLeadsToTheNewRows() {
        Seeds.forEach(3000) { random in
            let identities = 1 + random.number(below: 20)
            let difference = RowDifference<Cell>(by: \.id)
            func cells(_ count: Int) -> [Cell] {
                (0..<count).map { _ in
                    Cell(id: random.number(below: identities), text: "\(random.number(below: 2))")
                }
            }
            var mirror = RowMirror<Cell>()
            let old = cells(random.number(below: 14))
            try mirror.apply(RowChange(inserted: [0..<old.count]), leadingTo: old)
            var new = random.chance(50) ? Array(old.prefix(random.number(below: 14))) : []
            new += cells(random.number(below: 14))
            if random.chance(30) { new = old.shuffled(with: &random) }
            let change = difference.change(from: paged(old), to: paged(new))
            try mirror.apply(change, leadingTo: new)
            let kept = old.count - change.removed.map(\.count).reduce(0, +)
            let counts = { (cells: [Cell]) in Dictionary(grouping: cells, by: \.id).mapValues(\.count) }
            let expected = counts(old).merging(counts(new)) { min($0, $1) }
                .filter { counts(old)[$0.key] != nil && counts(new)[$0.key] != nil }
            try Mismatch.unless(
                kept == expected.values.reduce(0, +), "\(kept) rows stay from \(old) to \(new): \(change)")
        }
    }

    /// More rows than are hashed at a time, of identities that are unique, shared, or have the same hashes.
    @Test(arguments: [1000, 100]) func changeOfALongListLeadsToTheNewRows(identities: Int) throws {
        let identified = try #require(RowDifference<Cell>.ofIdentifiableItems)
        let clashing = RowDifference<Cell>(by: { Clash(number: $0.id) })
        Seeds.forEach(20) { random in
            func cells() -> [Cell] {
                (0..<identities).compactMap { number in
                    if random.chance(20) { return nil }
                    let id = random.chance(90) ? number : random.number(below: identities)
                    return Cell(id: id, text: "\(random.number(below: 5))")
                }
            }
            let (old, new) = (cells(), cells())
            let change = identified.change(from: paged(old, perPage: 97), to: paged(new, perPage: 193))
            var mirror = RowMirror<Cell>()
            try mirror.apply(RowChange(inserted: [0..<old.count]), leadingTo: old)
            try mirror.apply(change, leadingTo: new)
            let other = clashing.change(from: paged(old, perPage: old.count), to: paged(new, perPage: 97))
            try Mismatch.unless(change == other, "\(other) is not \(change)")
        }
    }

    @Test func longestAscendingSubsequenceIsFound() {
        Seeds.forEach(1000) { random in
            let numbers = Array(0..<random.number(below: 9)).shuffled(with: &random)
            let flags = numbers.longestIncreasingSubsequence()
            let found = zip(numbers, flags).filter(\.1).map(\.0)
            try Mismatch.unless(found == found.sorted(), "\(found) does not ascend")
            let longest = (0..<1 << numbers.count).map { (subset: Int) in
                numbers.indices.filter { subset & 1 << $0 != 0 }.map { numbers[$0] }
            }.filter { $0 == $0.sorted() }.map(\.count).max()
            try Mismatch.unless(found.count == longest, "\(found) is not the longest in \(numbers)")
        }
    }
}

extension Array {
    fileprivate func shuffled(with random: inout SeededGenerator) -> [Element] {
        var rest = self
        var result: [Element] = []
        while !rest.isEmpty { result.append(rest.remove(at: random.number(below: rest.count))) }
        return result
    }
}
