/// What is to be prefetched, by rows: a few prefetches are under way, the others wait for their turn.
///
/// A pure value. Which one begins next is decided when there is a place for it, by the rows in view at that
/// time: the nearest ahead, then the nearest behind. Rows of equal requests share one prefetch. Without a
/// list, rows are numbered in the order of their requests.
@usableFromInline
package struct PrefetchList<Request: Hashable & Sendable>: Sendable {
    private struct Prefetch: Sendable {
        /// How many rows have the request.
        var rowCount = 0
        /// Whether it is under way, or has ended.
        var hasBegun = false
    }

    /// How many are under way at once.
    private let limit: Int
    private var requests: [Int: Request] = [:]
    /// No row with a request is after it.
    package private(set) var lastRow = -1
    private var prefetches: [Request: Prefetch] = [:]
    private var running: Set<Request> = []
    /// The rows whose prefetches may not have begun, sorted.
    private var waiting: [Int] = []
    /// The requests that have begun and whose last row was stopped since ``takeChange(in:)``.
    private var abandoned: [Request] = []

    /// Whether no others begin.
    package var isPaused = false

    /// - Parameter limit: How many are under way at once, at least 1.
    @usableFromInline
    package init(limit: Int) {
        self.limit = max(1, limit)
    }

    /// Prefetches the image of a row, in place of an earlier one of the row.
    package mutating func start(_ row: Int, _ request: Request) {
        if requests[row] == request { return }
        stop(row)
        requests[row] = request
        lastRow = max(lastRow, row)
        prefetches[request, default: Prefetch()].rowCount += 1
        waiting.insert(row, at: waitingIndex(atOrAfter: row))
    }

    /// Stops the prefetch of a row, unless another row has the same request.
    package mutating func stop(_ row: Int) {
        guard let request = requests.removeValue(forKey: row) else { return }
        let index = waitingIndex(atOrAfter: row)
        if index < waiting.count, waiting[index] == row { waiting.remove(at: index) }
        release(request)
    }

    package mutating func stopAll() {
        waiting = []
        for row in requests.keys.sorted() { stop(row) }
    }

    /// Renumbers the rows, and stops the prefetches of those that are gone.
    ///
    /// - Parameter place: Returns the new number of a row, `nil` if it is gone; called for each, in their
    ///   order.
    package mutating func renumber(_ place: (Int) -> Int?) {
        if requests.isEmpty { return }
        let isWaiting = Set(waiting)
        var moved: [Int: Request] = [:]
        waiting = []
        for row in requests.keys.sorted() {
            guard let request = requests[row] else { continue }
            if let next = place(row) {
                moved[next] = request
                if isWaiting.contains(row) { waiting.append(next) }
            } else {
                release(request)
            }
        }
        requests = moved
        lastRow = moved.keys.max() ?? -1
        waiting.sort()
    }

    /// A prefetch has ended. Ignored if it was stopped.
    @usableFromInline
    package mutating func finish(_ request: Request) {
        running.remove(request)
    }

    /// The requests to start, in order, and to stop since the last call; `nil` if there are none.
    ///
    /// - Parameter view: The rows in view.
    package mutating func takeChange(in view: ListView) -> (start: [Request], stop: [Request])? {
        if abandoned.isEmpty, waiting.isEmpty || running.count >= limit || isPaused { return nil }
        let stopped = takeAbandoned()
        var started: [Request] = []
        while !isPaused, running.count < limit, let request = takeNext(in: view) {
            prefetches[request]?.hasBegun = true
            running.insert(request)
            started.append(request)
        }
        return started.isEmpty && stopped.isEmpty ? nil : (started, stopped)
    }

    /// The requests that have begun and that no row has any more. One that a row has again continues.
    private mutating func takeAbandoned() -> [Request] {
        let stopped = abandoned.filter { request in
            guard prefetches[request]?.rowCount == 0 else { return false }
            prefetches[request] = nil
            running.remove(request)
            return true
        }
        abandoned = []
        return stopped
    }

    private mutating func takeNext(in view: ListView) -> Request? {
        while !waiting.isEmpty {
            let ahead = waitingIndex(atOrAfter: view.shown.lowerBound)
            let index = view.isForward ? (ahead < waiting.count ? ahead : ahead - 1) : max(0, ahead - 1)
            guard let request = requests[waiting.remove(at: index)] else { continue }
            if prefetches[request]?.hasBegun == false { return request }
        }
        return nil
    }

    /// A row has the request no more.
    private mutating func release(_ request: Request) {
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
