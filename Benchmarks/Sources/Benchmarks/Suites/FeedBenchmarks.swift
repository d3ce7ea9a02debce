import Flux

extension Benchmark {
    /// 10,000 pages of 100 rows, deduplicated; a state for each page, of which the last is kept.
    static func feed() -> Benchmark {
        Benchmark(
            name: "feed", baselineName: "Set.insert and Array.append", elements: 1_000_000
        ) { rows in
            let source = NumberedRows(pages: rows / 100, rowsPerPage: 100)
            return Sides(subject: { loadDeduplicated(source) }, baseline: { insertAll(of: source) })
        }
    }

    /// A page of a long list against a page of a short one: 10,000 pages of 100 rows in lists of different
    /// lengths.
    static func feedGrowth(pages: Int) -> Benchmark {
        Benchmark(
            name: "feed-growth-\(pages)", baselineName: "as many pages in lists of 100 pages",
            elements: 10_000, unit: pages
        ) { all in
            Sides(
                subject: { loadLists(all / pages, of: NumberedRows(pages: pages, rowsPerPage: 100)) },
                baseline: { loadLists(all / 100, of: NumberedRows(pages: 100, rowsPerPage: 100)) })
        }
    }
}

@inline(never)
private func loadDeduplicated(_ source: NumberedRows) -> Int {
    let screen = Screen.showing { $0.paginate(threshold: 5, from: source).dedupe(by: { $0 }) }
    screen.load(to: source.rows - 1)
    return screen.count
}

@inline(never)
private func insertAll(of source: NumberedRows) -> Int {
    var seen: Set<Int> = []
    var rows: [Int] = []
    for page in 0..<source.pages {
        let first = page * source.rowsPerPage
        for row in Array(first..<first + source.rowsPerPage) where seen.insert(row).inserted {
            rows.append(row)
        }
    }
    return rows.count
}

@inline(never)
private func loadLists(_ lists: Int, of source: NumberedRows) -> Int {
    var count = 0
    for _ in 0..<lists {
        let screen = Screen.showing { $0.paginate(threshold: 5, from: source) }
        screen.load(to: source.rows - 1)
        count += screen.count
    }
    return count
}
