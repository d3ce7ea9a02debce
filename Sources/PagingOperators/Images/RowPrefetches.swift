import FluxImages

/// The prefetches of a list: the rows whose turn has not come, and the requests of the others.
///
/// A pure value. Which row is next is decided when there is a place for its prefetch, by the rows in view at
/// that time: the nearest ahead, then the nearest behind. Rows of equal requests share one prefetch. Rows
/// that wait are ranges: however many there are, they cost nothing until their turn.
@usableFromInline
struct RowPrefetches: Sendable {
    /// A prefetch to begin.
    @usableFromInline
    struct Start: Hashable, Sendable {
        @usableFromInline let request: ImageRequest
        /// Identifies the prefetch: a later one of the same request has another number.
        @usableFromInline let number: Int
    }

    /// How many are under way at once.
    private let limit: Int
    private var waiting = RangeSet<Int>()
    /// The requests of the rows that do not wait any more.
    private var requests: [Int: ImageRequest] = [:]
    /// How many rows have each request that has begun.
    private var rowCounts: [ImageRequest: Int] = [:]
    /// The numbers of those that are under way.
    private var running: [ImageRequest: Int] = [:]
    private var lastNumber = 0
    /// The requests that a row has no more since ``takeChange(in:request:)``.
    private var released: [ImageRequest] = []

    /// - Parameter limit: How many are under way at once, at least 1.
    @usableFromInline
    init(limit: Int) {
        self.limit = max(1, limit)
    }

    /// Prefetches the images of rows when their turn comes.
    mutating func start(_ rows: [Range<Int>]) {
        for range in rows { waiting.insert(contentsOf: range) }
    }

    /// Stops the prefetches of rows, unless other rows have the same requests.
    ///
    /// - Parameter isStopped: Whether a row that has a request is to be stopped.
    mutating func stop(_ rows: Range<Int>, where isStopped: (Int, ImageRequest) -> Bool = { _, _ in true }) {
        waiting.remove(contentsOf: rows)
        if requests.isEmpty { return }
        for row in rows {
            if let request = requests[row], isStopped(row, request) { release(row) }
        }
    }

    mutating func stopAll() {
        waiting = RangeSet()
        for row in requests.keys.sorted() { release(row) }
    }

    /// Renumbers the rows, and stops the prefetches of those that a change removes.
    mutating func move(along change: RowChange) {
        waiting = RangeSet(waiting.ranges.map { change.rows(spannedBy: $0) })
        for request in change.renumber(&requests) { release(request) }
    }

    /// A prefetch has ended. Ignored if it was stopped: another one of the same request may be under way.
    @usableFromInline
    mutating func finish(_ prefetch: Start) {
        if running[prefetch.request] == prefetch.number { running[prefetch.request] = nil }
    }

    /// The requests to start, in order, and to stop since the last call, some of which may have ended; `nil`
    /// if there are none.
    ///
    /// - Parameters:
    ///   - position: The rows in view.
    ///   - startsNext: Whether others begin.
    ///   - request: Returns what is to be prefetched for a row now, if anything.
    mutating func takeChange(
        in position: ListPosition, startsNext: Bool = true, request: (Int) -> ImageRequest?
    ) -> (start: [Start], stop: [ImageRequest])? {
        let limit = startsNext ? limit : 0
        if released.isEmpty, waiting.isEmpty || running.count >= limit { return nil }
        var started: [Start] = []
        // A request that no row has any more leaves its place, unless the next rows have it.
        while running.keys.count(where: { rowCounts[$0] != 0 }) < limit, let row = takeRow(in: position) {
            let next = request(row)
            if next == requests[row] { continue }
            release(row)
            guard let next else { continue }
            requests[row] = next
            if rowCounts[next] == nil {
                lastNumber += 1
                running[next] = lastNumber
                started.append(Start(request: next, number: lastNumber))
            }
            rowCounts[next, default: 0] += 1
        }
        let stopped = takeReleased()
        return started.isEmpty && stopped.isEmpty ? nil : (started, stopped)
    }

    /// The requests that no row has any more.
    private mutating func takeReleased() -> [ImageRequest] {
        defer { released = [] }
        return released.filter { request in
            guard rowCounts[request] == 0 else { return false }
            rowCounts[request] = nil
            running[request] = nil
            return true
        }
    }

    private mutating func takeRow(in position: ListPosition) -> Int? {
        let (ranges, first) = (waiting.ranges, position.shown.lowerBound)
        if ranges.isEmpty { return nil }
        let index = ranges.partitioningIndex { $0.upperBound > first }
        let ahead = index < ranges.endIndex ? max(first, ranges[index].lowerBound) : nil
        let isSplit = index < ranges.endIndex && ranges[index].lowerBound < first
        let behind = isSplit ? first - 1 : index > 0 ? ranges[index - 1].upperBound - 1 : nil
        let row = position.isForward ? ahead ?? behind : behind ?? ahead
        if let row { waiting.remove(contentsOf: row..<row + 1) }
        return row
    }

    private mutating func release(_ row: Int) {
        if let request = requests.removeValue(forKey: row) { release(request) }
    }

    private mutating func release(_ request: ImageRequest) {
        rowCounts[request]? -= 1
        if rowCounts[request] == 0 { released.append(request) }
    }
}
