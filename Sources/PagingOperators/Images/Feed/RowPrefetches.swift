/// The rows whose images are prefetched, and the requests that are to be started and stopped for them.
///
/// Rows of equal requests share one prefetch.
@usableFromInline
struct RowPrefetches: Sendable {
    private var requests: [Int: ImageRequest] = [:]
    private var counts: [ImageRequest: Int] = [:]
    /// The requests that have changed since ``takeChange()``, and whether each was prefetched then.
    private var changed: [(request: ImageRequest, wasPrefetched: Bool)] = []
    private var isChanged: Set<ImageRequest> = []

    @usableFromInline
    init() {}

    /// Prefetches the image of a row, in place of an earlier one of the row.
    mutating func start(_ row: Int, _ request: ImageRequest) {
        if requests[row] == request { return }
        stop(row)
        note(request)
        requests[row] = request
        counts[request, default: 0] += 1
    }

    mutating func stop(_ row: Int) {
        guard let request = requests.removeValue(forKey: row) else { return }
        note(request)
        let count = counts[request, default: 1] - 1
        counts[request] = count == 0 ? nil : count
    }

    mutating func stopAll() {
        for row in requests.keys.sorted() { stop(row) }
    }

    /// Renumbers the rows, and stops the prefetches of those that a change removes.
    mutating func move(along change: RowChange) {
        if requests.isEmpty || change.isEmpty { return }
        var follower = RowFollower(change)
        var moved: [Int: ImageRequest] = [:]
        for row in requests.keys.sorted() {
            let (next, isGone) = follower.follow(row)
            if isGone { stop(row) } else { moved[next] = requests[row] }
        }
        requests = moved
    }

    /// The requests to start and to stop since the last call; `nil` if there are none.
    mutating func takeChange() -> (start: [ImageRequest], stop: [ImageRequest])? {
        if changed.isEmpty { return nil }
        var (start, stop): ([ImageRequest], [ImageRequest]) = ([], [])
        for (request, wasPrefetched) in changed {
            switch (wasPrefetched, counts[request] != nil) {
            case (false, true): start.append(request)
            case (true, false): stop.append(request)
            case (true, true), (false, false): break
            }
        }
        changed = []
        isChanged = []
        return start.isEmpty && stop.isEmpty ? nil : (start, stop)
    }

    private mutating func note(_ request: ImageRequest) {
        guard isChanged.insert(request).inserted else { return }
        changed.append((request, counts[request] != nil))
    }
}
