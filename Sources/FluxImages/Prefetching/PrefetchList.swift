/// The requests that are being prefetched or wait for it: one prefetch for each, and at most so many at once.
///
/// A pure state machine: each method takes an event and returns the actions to perform.
struct PrefetchList<Request: Hashable & Sendable>: Sendable {
    /// Identifies one prefetch. A later one of the same request has another identifier.
    struct ID: Hashable, Sendable {
        fileprivate let number: Int
    }

    enum Action: Sendable {
        /// Begin a prefetch.
        case begin(ID, Request)
        /// Cancel a prefetch that has begun.
        case cancel(ID)
    }

    private let limit: Int
    private var ids: [Request: ID] = [:]
    private var running: [ID: Request] = [:]
    /// Those that wait, in the order in which they were started, and some that were stopped.
    private(set) var queue: ArraySlice<(id: ID, request: Request)> = []
    private var isPaused = false
    private var lastNumber = 0

    /// - Parameter limit: How many prefetches run at once, at least 1.
    init(limit: Int) {
        self.limit = max(1, limit)
    }

    /// The number of prefetches that run, and of those that wait.
    var counts: (running: Int, waiting: Int) { (running.count, ids.count - running.count) }

    mutating func start(_ requests: [Request]) -> [Action] {
        for request in requests where ids[request] == nil {
            lastNumber += 1
            let id = ID(number: lastNumber)
            ids[request] = id
            queue.append((id, request))
        }
        return begin()
    }

    mutating func stop(_ requests: [Request]) -> [Action] {
        var actions: [Action] = []
        for request in requests {
            guard let id = ids.removeValue(forKey: request) else { continue }
            if running.removeValue(forKey: id) != nil { actions.append(.cancel(id)) }
        }
        dropStopped()
        return actions + begin()
    }

    mutating func stopAll() -> [Action] {
        defer {
            ids = [:]
            running = [:]
            queue = []
        }
        return running.keys.sorted { $0.number < $1.number }.map { .cancel($0) }
    }

    mutating func pause() {
        isPaused = true
    }

    mutating func resume() -> [Action] {
        isPaused = false
        return begin()
    }

    /// A prefetch has ended. Ignored if it was stopped.
    mutating func finish(_ id: ID) -> [Action] {
        guard let request = running.removeValue(forKey: id) else { return [] }
        ids[request] = nil
        return begin()
    }

    private mutating func begin() -> [Action] {
        var actions: [Action] = []
        while !isPaused, running.count < limit, let (id, request) = queue.popFirst() {
            guard ids[request] == id else { continue }
            running[id] = request
            actions.append(.begin(id, request))
        }
        // A slice retains what was removed from it.
        if queue.isEmpty { queue = [] }
        return actions
    }

    /// Keeps the queue from growing while requests are started and stopped, and none begins.
    private mutating func dropStopped() {
        if queue.count > 2 * counts.waiting + 16 { queue.removeAll { ids[$0.request] != $0.id } }
    }
}
