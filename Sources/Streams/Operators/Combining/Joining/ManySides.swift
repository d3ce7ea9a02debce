/// Any number of sides of one type, with combinations that are arrays.
@usableFromInline
final class ManySides<Cell: JoiningCell>: JoinedSides, @unchecked Sendable {
    // Sendable: `emptySide` belongs to the drain's owner.

    @usableFromInline let sides: [KeepingSide<Cell>]
    /// Where the search for an empty side begins. A side stays empty until it receives a value, so that a
    /// value costs the search one step on average, however many sides there are.
    @usableFromInline @exclusivity(unchecked) var emptySide = 0

    @export(implementation)
    init(count: Int) {
        sides = (0..<count).map { _ in KeepingSide<Cell>() }
    }

    @usableFromInline
    var all: ContiguousArray<JoiningSide> { ContiguousArray(sides) }

    @export(implementation)
    var isAnyEmpty: Bool {
        for _ in sides {
            if sides[emptySide].cell.first == nil { return true }
            emptySide = emptySide + 1 == sides.count ? 0 : emptySide + 1
        }
        return false
    }

    @export(implementation)
    var isAnyDrained: Bool { sides.contains(where: \.isDrained) }

    @export(implementation)
    func next() -> [Cell.Value]? {
        // Looks for an empty side first, so that no array is built and thrown away.
        if isAnyEmpty { return nil }
        return sides.compactMap { side in
            let first = side.cell.first
            side.cell.removeFirst()
            return first
        }
    }
}
