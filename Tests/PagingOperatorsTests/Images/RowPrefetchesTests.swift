import FluxImages
import LoadingTestSupport
import TestSupport
import Testing

@testable import PagingOperators

/// Prefetches of the rows of a list that changes.
struct RowPrefetchesTests {
    @Test func prefetchesMatchAModelOfRandomRows() {
        Seeds.forEach(300) { random in
            var script = RowPrefetchesScript(&random)
            for _ in 0..<60 { try script.step(&random) }
        }
    }

    @Test func rowsThatWaitHaveNoRequest() {
        var prefetches = RowPrefetches(limit: 2)
        prefetches.start([0..<1_000_000])
        var asked: [Int] = []
        let change = prefetches.takeChange(in: ListPosition(shown: 500..<510)) { row in
            asked.append(row)
            return row == 501 ? nil : .named("\(row)")
        }
        #expect(change?.start.map(\.request) == [.named("500"), .named("502")])
        #expect(asked == [500, 501, 502])
    }

    /// All rows are stopped before those of the new list are started.
    @Test func prefetchOfARowThatIsNextAgainContinues() {
        var prefetches = RowPrefetches(limit: 2)
        prefetches.start([0..<3])
        _ = prefetches.takeChange(in: ListPosition()) { .named("\($0)") }
        prefetches.stopAll()
        prefetches.start([0..<2])
        let change = prefetches.takeChange(in: ListPosition()) { .named("\($0 + 1)") }
        #expect(change?.start.map(\.request) == [.named("2")])
        #expect(change?.stop == [.named("0")])
    }

    /// Its end may arrive after it was stopped and another one of the same request has begun.
    @Test func endOfAPrefetchThatWasStoppedDoesNotEndTheNextOfItsRequest() throws {
        var prefetches = RowPrefetches(limit: 1)
        func take() -> (start: [RowPrefetches.Start], stop: [ImageRequest])? {
            prefetches.takeChange(in: ListPosition()) { .named("\($0)") }
        }
        prefetches.start([0..<1])
        let first = try #require(take()?.start.first)
        prefetches.stop(0..<1)
        #expect(take()?.stop == [.named("0")])
        prefetches.start([0..<1])
        let second = try #require(take()?.start.first)
        #expect(second.request == first.request)
        prefetches.start([1..<2])
        prefetches.finish(first)
        #expect(take()?.start.map(\.request) == nil)
        prefetches.finish(second)
        #expect(take()?.start.map(\.request) == [.named("1")])
    }
}

/// Random events for the prefetches of rows and for a model that sorts all rows each time.
private struct RowPrefetchesScript {
    private let limit: Int
    private var prefetches: RowPrefetches
    /// What is to be prefetched for the rows.
    private var rows: [Int: ImageRequest] = [:]
    private var waiting: Set<Int> = []
    private var begun: [Int: ImageRequest] = [:]
    private var running: Set<ImageRequest> = []
    /// The prefetches that have begun, the last one of each request.
    private var starts: [ImageRequest: RowPrefetches.Start] = [:]
    private var ended: Set<ImageRequest> = []
    private var shown = 0..<1
    private var scrollsForward = true
    private var rowCount = 20

    init(_ random: inout SeededGenerator) {
        limit = 1 + random.number(below: 3)
        prefetches = RowPrefetches(limit: limit)
    }

    mutating func step(_ random: inout SeededGenerator) throws(Mismatch) {
        for _ in 0..<1 + random.number(below: 3) { change(&random) }
        let position = ListPosition(shown: shown, isForward: scrollsForward)
        try compare(prefetches.takeChange(in: position) { [rows] in rows[$0] })
    }

    private mutating func change(_ random: inout SeededGenerator) {
        let first = random.number(below: rowCount)
        let range = first..<min(rowCount, first + 1 + random.number(below: 4))
        switch random.number(below: 16) {
        case 0..<5:
            for row in range {
                rows[row] = random.chance(10) ? nil : .named("\(random.number(below: 15))")
            }
            prefetches.start([range])
            waiting.formUnion(range)
        case 5..<8:
            prefetches.stop(range)
            waiting.subtract(range)
            for row in range { begun[row] = nil }
        case 8..<11:
            guard
                let request = running.sorted(by: { $0.url.path < $1.url.path }).randomElement(using: &random)
            else { return }
            if let start = starts[request] { prefetches.finish(start) }
            running.remove(request)
            ended.insert(request)
        case 11..<14:
            scrollsForward = first > shown.lowerBound
            shown = range
        case 14: move(range, inserts: random.chance(50))
        default:
            guard random.chance(10) else { return }
            prefetches.stopAll()
            (waiting, begun) = ([], [:])
        }
    }

    /// Removes rows, or inserts some.
    private mutating func move(_ range: Range<Int>, inserts: Bool) {
        prefetches.move(along: inserts ? RowChange(inserted: [range]) : RowChange(removed: [range]))
        func follow(_ row: Int) -> Int? {
            if row < range.lowerBound { return row }
            if inserts { return row + range.count }
            return range.contains(row) ? nil : row - range.count
        }
        // New rows between those that wait do as well.
        let spanned = inserts && waiting.contains(range.lowerBound - 1) && waiting.contains(range.lowerBound)
        rows = rows.renumbered(follow)
        begun = begun.renumbered(follow)
        waiting = Set(waiting.compactMap(follow)).union(spanned ? range : 0..<0)
        rowCount = max(10, rowCount + (inserts ? range.count : -range.count))
    }

    private mutating func compare(
        _ change: (start: [RowPrefetches.Start], stop: [ImageRequest])?
    ) throws(Mismatch) {
        for start in change?.start ?? [] { starts[start.request] = start }
        var started: [ImageRequest] = []
        for row in waiting.sorted(by: { rank($0) < rank($1) }) {
            guard running.intersection(begun.values).count < limit else { break }
            waiting.remove(row)
            begun[row] = rows[row]
            guard let request = rows[row], !running.contains(request), !ended.contains(request) else {
                continue
            }
            running.insert(request)
            started.append(request)
        }
        let stopped = running.union(ended).subtracting(begun.values)
        running.subtract(stopped)
        ended.subtract(stopped)
        try Mismatch.unless(
            (change?.start.map(\.request) ?? []) == started,
            "started \(change?.start.map(\.request.url.path) ?? []) instead of \(started.map(\.url.path))")
        try Mismatch.unless(
            Set(change?.stop ?? []) == stopped && change?.stop.count ?? 0 == stopped.count, "what is stopped")
    }

    /// Rows ahead come before those behind, the nearest first.
    private func rank(_ row: Int) -> (Int, Int) {
        let isBefore = row < shown.lowerBound
        return (isBefore == scrollsForward ? 1 : 0, isBefore ? -row : row)
    }
}

extension Dictionary<Int, ImageRequest> {
    fileprivate func renumbered(_ follow: (Int) -> Int?) -> [Int: ImageRequest] {
        Dictionary(uniqueKeysWithValues: compactMap { row, request in follow(row).map { ($0, request) } })
    }
}
