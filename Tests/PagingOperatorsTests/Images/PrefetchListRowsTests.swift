import TestSupport
import Testing

@testable import FluxImages
@testable import PagingOperators

/// Prefetches of the rows of a list that changes.
struct PrefetchListRowsTests {
    @Test func prefetchesMatchAModelOfRandomRows() {
        Seeds.forEach(300) { random in
            var script = PrefetchListRowsScript(&random)
            for _ in 0..<60 { try script.step(&random) }
        }
    }
}

/// Random events for the prefetches of rows and for a model that sorts all rows each time.
private struct PrefetchListRowsScript {
    private let limit: Int
    private var prefetches: PrefetchList<ImageRequest>
    private var rows: [Int: ImageRequest] = [:]
    private var begun: Set<ImageRequest> = []
    private var running: Set<ImageRequest> = []
    private var shown = 0..<1
    private var scrollsForward = true
    private var rowCount = 20

    init(_ random: inout SeededGenerator) {
        limit = 1 + random.number(below: 3)
        prefetches = PrefetchList(limit: limit)
    }

    mutating func step(_ random: inout SeededGenerator) throws(Mismatch) {
        for _ in 0..<1 + random.number(below: 3) { change(&random) }
        try compare(prefetches.takeChange(in: ListView(shown: shown, isForward: scrollsForward)))
    }

    private mutating func change(_ random: inout SeededGenerator) {
        switch random.number(below: 16) {
        case 0..<5:
            let (row, request) = (
                random.number(below: rowCount), ImageRequest.named("\(random.number(below: 15))")
            )
            prefetches.start(row, request)
            rows[row] = request
        case 5..<8:
            let row = random.number(below: rowCount)
            prefetches.stop(row)
            rows[row] = nil
        case 8..<11:
            guard
                let request = running.sorted(by: { $0.url.path < $1.url.path }).randomElement(using: &random)
            else { return }
            prefetches.finish(request)
            running.remove(request)
        case 11..<14:
            let first = random.number(below: rowCount)
            scrollsForward = first > shown.lowerBound
            shown = first..<first + 1 + random.number(below: 4)
        case 14: move(&random)
        default:
            guard random.chance(10) else { return }
            prefetches.stopAll()
            rows = [:]
        }
    }

    /// Removes rows, or inserts some.
    private mutating func move(_ random: inout SeededGenerator) {
        let first = random.number(below: rowCount)
        let range = first..<min(rowCount, first + 1 + random.number(below: 4))
        let inserts = random.chance(50)
        let change = inserts ? RowChange(inserted: [range]) : RowChange(removed: [range])
        prefetches.move(along: change)
        var moved: [Int: ImageRequest] = [:]
        for (row, request) in rows where inserts || !range.contains(row) {
            let isBefore = row < range.lowerBound
            moved[isBefore ? row : row + (inserts ? range.count : -range.count)] = request
        }
        rows = moved
        rowCount = max(10, rowCount + (inserts ? range.count : -range.count))
    }

    private mutating func compare(_ change: (start: [ImageRequest], stop: [ImageRequest])?) throws(Mismatch) {
        let stopped = begun.subtracting(rows.values)
        begun.subtract(stopped)
        running.subtract(stopped)
        var started: [ImageRequest] = []
        for row in rows.keys.sorted(by: { rank($0) < rank($1) }) where running.count < limit {
            guard let request = rows[row], begun.insert(request).inserted else { continue }
            running.insert(request)
            started.append(request)
        }
        try Mismatch.unless(
            (change?.start ?? []) == started,
            "started \(change?.start.map(\.url.path) ?? []) instead of \(started.map(\.url.path))")
        try Mismatch.unless(
            Set(change?.stop ?? []) == stopped && change?.stop.count ?? 0 == stopped.count, "what is stopped")
    }

    /// Rows ahead come before those behind, the nearest first.
    private func rank(_ row: Int) -> (Int, Int) {
        let isBefore = row < shown.lowerBound
        return (isBefore == scrollsForward ? 1 : 0, isBefore ? -row : row)
    }
}
