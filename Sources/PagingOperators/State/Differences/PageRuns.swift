/// Two lists of pages, cut into runs of equal length: the pages of the one need not end with those of the
/// other.
struct PageRuns<Item> {
    let runs: [RowRun<Item>]

    /// Makes the runs from the first row on, as long as both lists have rows.
    init(_ old: [ArraySlice<Item>], _ new: [ArraySlice<Item>]) {
        runs = Self.makeRuns(old, new, taking: { $0.prefix($1) }, leaving: { $0.dropFirst($1) })
    }

    /// Makes the runs from the last row on, in that order.
    init(fromEndOf old: [ArraySlice<Item>], _ new: [ArraySlice<Item>]) {
        runs = Self.makeRuns(
            old.reversed(), new.reversed(), taking: { $0.suffix($1) }, leaving: { $0.dropLast($1) })
    }

    private typealias Part = (ArraySlice<Item>, Int) -> ArraySlice<Item>

    private static func makeRuns(
        _ old: [ArraySlice<Item>], _ new: [ArraySlice<Item>], taking: Part, leaving: Part
    ) -> [RowRun<Item>] {
        var runs: [RowRun<Item>] = []
        var (oldPages, newPages) = (old.makeIterator(), new.makeIterator())
        var (oldPage, newPage) = (oldPages.next(), newPages.next())
        while let one = oldPage, let other = newPage {
            let count = min(one.count, other.count)
            if count > 0 { runs.append(RowRun(taking(one, count), taking(other, count))) }
            oldPage = one.count > count ? leaving(one, count) : oldPages.next()
            newPage = other.count > count ? leaving(other, count) : newPages.next()
        }
        return runs
    }
}

/// Two slices of the same length: rows of an old list, and those of a new one.
struct RowRun<Item> {
    let old: ArraySlice<Item>
    let new: ArraySlice<Item>

    /// Makes a run of slices of equal length.
    init(_ old: ArraySlice<Item>, _ new: ArraySlice<Item>) {
        self.old = old
        self.new = new
    }

    var count: Int { old.count }

    func withItems<Result>(
        _ body: (_ old: UnsafeBufferPointer<Item>, _ new: UnsafeBufferPointer<Item>) -> Result
    ) -> Result {
        old.withUnsafeBufferPointer { old in
            new.withUnsafeBufferPointer { new in body(old, new) }
        }
    }
}
