import Flux

/// Pages of consecutive numbers that arrive synchronously.
private struct NumberedRows: PageSource {
    typealias Item = Int
    typealias Failure = Never

    let pages: Int
    let rowsPerPage: Int

    func page(for request: PageRequest<Int>) -> Just<Page<Int, Int>> {
        let number = request.key ?? 0
        let first = number * rowsPerPage
        let rows = Array(first..<first + rowsPerPage)
        return Just(Page(rows, next: number + 1 < pages ? number + 1 : nil))
    }
}

extension Benchmark {
    /// 10,000 pages of 100 rows, deduplicated; a state for each page, of which the last is kept.
    static func feed() -> Benchmark {
        let rowsPerPage = 100
        return Benchmark(
            name: "feed", baselineName: "Set.insert and Array.append", elements: 1_000_000
        ) { rows in
            let pages = rows / rowsPerPage
            return Sides(
                subject: { runFeed(NumberedRows(pages: pages, rowsPerPage: rowsPerPage)) },
                baseline: { runInsertions(pages: pages, rowsPerPage: rowsPerPage) })
        }
    }
}

/// Keeps the last state of a feed.
private final class LastState: @unchecked Sendable {
    // Sendable: a benchmark touches it from one thread only.
    var state: ViewState<Int>?
}

@inline(never)
private func runFeed(_ source: NumberedRows) -> Int {
    let last = LastState()
    let signals = PassthroughSubject<ListSignal, Never>()
    let subscription = signals.paginate(threshold: 5, from: source).dedupe(by: { $0 }).sink {
        last.state = $0
    }
    signals.send(.shown(row: source.pages * source.rowsPerPage - 1))
    subscription.cancel()
    return last.state?.items.count ?? 0
}

@inline(never)
private func runInsertions(pages: Int, rowsPerPage: Int) -> Int {
    var seen: Set<Int> = []
    var rows: [Int] = []
    for page in 0..<pages {
        let first = page * rowsPerPage
        for row in Array(first..<first + rowsPerPage) where seen.insert(row).inserted { rows.append(row) }
    }
    return rows.count
}
