import FluxImages

/// The rows whose images are to be prefetched: a few prefetches are under way, the others wait for their turn.
///
/// A pure value. Which one begins next is decided when there is a place for it, by the rows in view at that time: the
/// nearest ahead, then the nearest behind. Rows of equal requests share one prefetch.
@usableFromInline
struct RowPrefetches: Sendable {
    private struct Prefetch: Sendable {
        /// How many rows have the request.
        var rowCount = 0
        /// Whether it is under way, or has ended.
        var hasBegun = false
    }

    /// How many are under way at once.
    private let limit: Int
    private var requests: [Int: ImageRequest] = [:]
    /// No row with a request is after it.
    private var lastRow = -1
    private var prefetches: [ImageRequest: Prefetch] = [:]
    private var running: Set<ImageRequest> = []
    /// The rows whose prefetches may not have begun, sorted.
    private var waiting: [Int] = []
    /// The requests that have begun and whose last row was stopped since ``takeChange(shown:scrollsForward:)``.
    private var abandoned: [ImageRequest] = []

    /// - Parameter limit: How many are under way at once, at least 1.
    @usableFromInline
    init(limit: Int) {
        self.limit = max(1, limit)
    }

    /// Prefetches the image of a row, in place of an earlier one of the row.
    mutating func start(_ row: Int, _ request: ImageRequest) {
        if requests[row] == request { return }
        stop(row)
        requests[row] = request
        lastRow = max(lastRow, row)
        prefetches[request, default: Prefetch()].rowCount += 1
        waiting.insert(row, at: waitingIndex(atOrAfter: row))
    }

    mutating func stop(_ row: Int) {
        guard let request = requests.removeValue(forKey: row) else { return }
        let index = waitingIndex(atOrAfter: row)
        if index < waiting.count, waiting[index] == row { waiting.remove(at: index) }
        release(request)
    }

    mutating func stopAll() {
        waiting = []
        for row in requests.keys.sorted() { stop(row) }
    }

    /// Renumbers the rows, and stops the prefetches of those that a change removes. Costs nothing if the change only appends
    /// rows.
    mutating func move(along change: RowChange) {
        if requests.isEmpty || change.keepsRows(before: lastRow) { return }
        let isWaiting = Set(waiting)
        var follower = RowFollower(change)
        var moved: [Int: ImageRequest] = [:]
        waiting = []
        for row in requests.keys.sorted() {
            let (next, isGone) = follower.follow(row)
            guard let request = requests[row] else { continue }
            if isGone { release(request) } else { moved[next] = request }
            if !isGone, isWaiting.contains(row) { waiting.append(next) }
        }
        requests = moved
        lastRow = moved.keys.max() ?? -1
        waiting.sort()
    }

    /// A prefetch has ended. Ignored if it was stopped.
    @usableFromInline
    mutating func finish(_ request: ImageRequest) {
        running.remove(request)
    }

    /// The requests to start, in order, and to stop since the last call; `nil` if there are none.
    ///
    /// - Parameters:
    ///   - shown: The rows in view.
    ///   - scrollsForward: Whether the list was scrolled towards its end the last time.
    mutating func takeChange(
        shown: Range<Int>, scrollsForward: Bool
    ) -> (start: [ImageRequest], stop: [ImageRequest])? {
        if abandoned.isEmpty, waiting.isEmpty || running.count >= limit { return nil }
        let stopped = takeAbandoned()
        var started: [ImageRequest] = []
        while running.count < limit, let request = takeNext(shown, scrollsForward) {
            prefetches[request]?.hasBegun = true
            running.insert(request)
            started.append(request)
        }
        return started.isEmpty && stopped.isEmpty ? nil : (started, stopped)
    }

    /// The requests that have begun and that no row has any more. One that a row has again continues.
    private mutating func takeAbandoned() -> [ImageRequest] {
        let stopped = abandoned.filter { request in
            guard prefetches[request]?.rowCount == 0 else { return false }
            prefetches[request] = nil
            running.remove(request)
            return true
        }
        abandoned = []
        return stopped
    }

    private mutating func takeNext(_ shown: Range<Int>, _ scrollsForward: Bool) -> ImageRequest? {
        while !waiting.isEmpty {
            let ahead = waitingIndex(atOrAfter: shown.lowerBound)
            let index = scrollsForward ? (ahead < waiting.count ? ahead : ahead - 1) : max(0, ahead - 1)
            guard let request = requests[waiting.remove(at: index)] else { continue }
            if prefetches[request]?.hasBegun == false { return request }
        }
        return nil
    }

    /// A row has the request no more.
    private mutating func release(_ request: ImageRequest) {
        guard var prefetch = prefetches[request] else { return }
        prefetch.rowCount -= 1
        let isUnused = prefetch.rowCount == 0
        prefetches[request] = isUnused && !prefetch.hasBegun ? nil : prefetch
        if isUnused, prefetch.hasBegun { abandoned.append(request) }
    }

    private func waitingIndex(atOrAfter row: Int) -> Int {
        waiting.partitioningIndex { $0 >= row }
    }
}
