import Flux
import Synchronization

extension Benchmark {
    /// A row that comes into view and needs nothing, against the guard of a hand-written pager.
    static func hint() -> Benchmark {
        Benchmark(
            name: "hint", baselineName: "a comparison under a Mutex", elements: 1_000_000
        ) { hints in
            let source = NumberedRows(pages: 100, rowsPerPage: 100)
            let screen = Screen.showing { $0.paginate(threshold: 5, from: source) }
            screen.load(to: 5_000)
            return Sides(
                subject: {
                    for hint in 0..<hints { screen.signals.send(.shown(row: hint & 4_095)) }
                    return hints
                },
                baseline: { guardByHand(hints) })
        }
    }

    /// 1,000,000 rows scrolled down and up again with 1,000 of them kept, against a deque of pages by hand.
    static func window() -> Benchmark {
        Benchmark(
            name: "window", baselineName: "arrays of pages, added and removed", elements: 2_000_000
        ) { rows in
            let source = NumberedRows(pages: rows / 200, rowsPerPage: 100)
            return Sides(subject: { scrollThroughWindow(source) }, baseline: { slidePages(source) })
        }
    }

    /// What a row of a deduplicated list of 1,000,000 holds with all that belongs to the list, against an
    /// array and the set of its identities.
    static func memory() -> Benchmark {
        Benchmark(
            name: "memory", baselineName: "bytes a row: array and set", elements: 1_000_000, quantity: .memory
        ) { rows in
            let source = NumberedRows(pages: rows / 100, rowsPerPage: 100)
            return Sides(
                subject: { rows }, baseline: { rows },
                holdings: (subject: { scrolledList(source) }, baseline: { arrayAndSet(source) }))
        }
    }

    /// An edit of one row among 1,000,000 and its reversal, against the same among 1,000.
    static func edit() -> Benchmark {
        Benchmark(name: "edit", baselineName: "the same in a list of 1,000 rows", elements: 4_000) { edits in
            let long = EditableList(NumberedRows(pages: 10_000, rowsPerPage: 100))
            let short = EditableList(NumberedRows(pages: 10, rowsPerPage: 100))
            return Sides(
                subject: { long.edit(times: edits / 2) }, baseline: { short.edit(times: edits / 2) })
        }
    }

    /// An edit of one row and its reversal while 9,900 other rows are edited, against the same without those.
    static func editAmongEdits() -> Benchmark {
        Benchmark(name: "edit-among-edits", baselineName: "the same without other edits", elements: 4_000) {
            edits in
            let edited = EditableList(NumberedRows(pages: 200, rowsPerPage: 100))
            let unedited = EditableList(NumberedRows(pages: 200, rowsPerPage: 100))
            edited.keepEdits(ofFirst: 9_900)
            return Sides(
                subject: { edited.edit(times: edits / 2) }, baseline: { unedited.edit(times: edits / 2) })
        }
    }

    /// A version of one of 300 rows, pushed by a server to a list of 1,000,000 rows, against the same in a
    /// list of 1,000. Each round pushes the same rows again.
    static func pushedRows() -> Benchmark {
        Benchmark(
            name: "pushed-rows", baselineName: "the same in a list of 1,000 rows", elements: 30_000
        ) { pushes in
            let long = EditableList(NumberedRows(pages: 10_000, rowsPerPage: 100))
            let short = EditableList(NumberedRows(pages: 10, rowsPerPage: 100))
            return Sides(subject: { long.push(times: pushes) }, baseline: { short.push(times: pushes) })
        }
    }
}

@inline(never)
private func guardByHand(_ hints: Int) -> Int {
    let list = Mutex((rows: 10_000, isLoading: false))
    var taken = 0
    for hint in 0..<hints {
        let isWanted = list.withLock { !$0.isLoading && $0.rows - 1 - (hint & 4_095) < 5 }
        taken += isWanted ? 0 : 1
    }
    return taken
}

@inline(never)
private func scrollThroughWindow(_ source: NumberedRows) -> Int {
    let rules = PagingRules(threshold: 5, maxRows: 1_000)
    let screen = Screen.showing { $0.paginate(rules, from: source) }
    while let state = screen.state, state.hasMore { screen.scroll(to: state.items.count - 1) }
    while let state = screen.state, state.hasPrevious { screen.scroll(to: 0) }
    return screen.state?.items[0] ?? -1
}

private func scrolledList(_ source: NumberedRows) -> Screen {
    let screen = Screen.showing { $0.paginate(threshold: 5, from: source).dedupe(by: { $0 }) }
    screen.load(to: source.rows - 1)
    return screen
}

private func arrayAndSet(_ source: NumberedRows) -> [any Sendable] {
    [Array(0..<source.rows), (0..<source.rows).reduce(into: Set<Int>()) { $0.insert($1) }]
}

@inline(never)
private func slidePages(_ source: NumberedRows) -> Int {
    var pages: [[Int]] = []
    func page(_ number: Int) -> [Int] {
        Array(number * source.rowsPerPage..<(number + 1) * source.rowsPerPage)
    }
    for number in 0..<source.pages {
        pages.append(page(number))
        if pages.count > 10 { pages.removeFirst() }
    }
    for number in (0..<source.pages - 10).reversed() {
        pages.insert(page(number), at: 0)
        if pages.count > 10 { pages.removeLast() }
    }
    return pages[0][0]
}

/// A list whose rows are edited.
private final class EditableList {
    private let edits = FeedEdits<Int, Int>(by: { $0 })
    private let screen: Screen

    init(_ source: NumberedRows) {
        let edits = edits
        screen = Screen.showing { $0.paginate(threshold: 5, from: source).edits(edits) }
        screen.load(to: source.rows - 1)
    }

    @inline(never)
    func edit(times: Int) -> Int {
        let row = screen.count / 2
        for _ in 0..<times { edits.update(row) { _ in }.revert() }
        return times
    }

    /// Edits the first rows, and does not revert it.
    func keepEdits(ofFirst rows: Int) {
        for row in 0..<rows { edits.update(row) { _ in } }
    }

    @inline(never)
    func push(times: Int) -> Int {
        let row = screen.count / 2
        for time in 0..<times { edits.apply(updated: [row + time % 300]) }
        return times
    }
}
