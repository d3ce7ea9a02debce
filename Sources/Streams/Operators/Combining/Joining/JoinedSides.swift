/// The sides of a joining and the combinations of their values.
@usableFromInline
protocol JoinedSides: Sendable {
    associatedtype Output: Sendable

    /// The sides in the order of their subscriptions.
    var all: ContiguousArray<JoiningSide> { get }

    /// The next combination, if every side has a value. To be called by the drain's owner only.
    func next() -> Output?

    /// Whether any side has no value. To be called by the drain's owner only.
    var isAnyEmpty: Bool { get }

    /// Whether any side has no value and can receive no further one. To be called by the drain's owner only.
    var isAnyDrained: Bool { get }
}

// One type for each number of sides: with a parameter pack, `(repeat KeepingSide<each Cell>)` is walked by
// its metadata at run time, even where all types are known. Measured with Swift 6.3: 21 lock pairs a value
// instead of 2.3 for two sides, 47 for four.

@usableFromInline
struct TwoSides<A: JoiningCell, B: JoiningCell>: JoinedSides {
    @usableFromInline let a = KeepingSide<A>()
    @usableFromInline let b = KeepingSide<B>()

    @export(implementation)
    init() {}

    @usableFromInline
    var all: ContiguousArray<JoiningSide> { [a, b] }

    @export(implementation)
    var isAnyEmpty: Bool { a.cell.first == nil || b.cell.first == nil }

    @export(implementation)
    var isAnyDrained: Bool { a.isDrained || b.isDrained }

    @export(implementation) @inline(__always)
    func next() -> (A.Value, B.Value)? {
        guard let first = a.cell.first, let second = b.cell.first else { return nil }
        a.cell.removeFirst()
        b.cell.removeFirst()
        return (first, second)
    }
}

@usableFromInline
struct ThreeSides<A: JoiningCell, B: JoiningCell, C: JoiningCell>: JoinedSides {
    @usableFromInline let a = KeepingSide<A>()
    @usableFromInline let b = KeepingSide<B>()
    @usableFromInline let c = KeepingSide<C>()

    @export(implementation)
    init() {}

    @usableFromInline
    var all: ContiguousArray<JoiningSide> { [a, b, c] }

    @export(implementation)
    var isAnyEmpty: Bool { a.cell.first == nil || b.cell.first == nil || c.cell.first == nil }

    @export(implementation)
    var isAnyDrained: Bool { a.isDrained || b.isDrained || c.isDrained }

    @export(implementation) @inline(__always)
    func next() -> (A.Value, B.Value, C.Value)? {
        guard let first = a.cell.first, let second = b.cell.first, let third = c.cell.first else {
            return nil
        }
        a.cell.removeFirst()
        b.cell.removeFirst()
        c.cell.removeFirst()
        return (first, second, third)
    }
}

@usableFromInline
struct FourSides<A: JoiningCell, B: JoiningCell, C: JoiningCell, D: JoiningCell>: JoinedSides {
    @usableFromInline let a = KeepingSide<A>()
    @usableFromInline let b = KeepingSide<B>()
    @usableFromInline let c = KeepingSide<C>()
    @usableFromInline let d = KeepingSide<D>()

    @export(implementation)
    init() {}

    @usableFromInline
    var all: ContiguousArray<JoiningSide> { [a, b, c, d] }

    @export(implementation)
    var isAnyEmpty: Bool {
        a.cell.first == nil || b.cell.first == nil || c.cell.first == nil || d.cell.first == nil
    }

    @export(implementation)
    var isAnyDrained: Bool { a.isDrained || b.isDrained || c.isDrained || d.isDrained }

    @export(implementation) @inline(__always)
    func next() -> (A.Value, B.Value, C.Value, D.Value)? {
        guard let first = a.cell.first, let second = b.cell.first, let third = c.cell.first,
            let fourth = d.cell.first
        else { return nil }
        a.cell.removeFirst()
        b.cell.removeFirst()
        c.cell.removeFirst()
        d.cell.removeFirst()
        return (first, second, third, fourth)
    }
}
