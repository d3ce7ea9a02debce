import Streams

/// The rules of a ``RateLimiter`` as a pure value: which of the waiting requests begin, and when to look
/// again.
struct RateLimit<Action: Sendable>: Sendable {
    /// Identifies a request.
    typealias ID = Int

    /// What to do after an event: begin requests, and look again later.
    struct Step: Sendable {
        var begins: [Action] = []
        /// The delay until ``look(at:)`` is to be called; `nil` if it is scheduled already, or nothing waits.
        var delay: Duration?
    }

    private let count: Int
    private let interval: Duration
    private let longestPause: Duration

    /// The times of the last requests, at most `count` of them.
    private var starts = Fifo<Duration>()
    /// The end of a pause.
    private var pausedUntil: Duration?
    /// The waiting requests, in their order. Those without an action were cancelled.
    private var queue = Fifo<ID>()
    private var actions: [ID: Action] = [:]
    private var lastID = 0
    /// The time for which a look is scheduled.
    private var nextLook: Duration?

    init(_ count: Int, per interval: Duration, longestPause: Duration) {
        self.count = count
        self.interval = interval
        self.longestPause = longestPause
    }

    /// Adds a request, which begins with ``advance(to:)``.
    mutating func add(_ action: Action) -> ID {
        lastID += 1
        queue.append(lastID)
        actions[lastID] = action
        return lastID
    }

    /// Removes a request unless it has begun.
    ///
    /// - Returns: Its action, to be released by the caller.
    mutating func remove(_ id: ID) -> Action? { actions.removeValue(forKey: id) }

    /// Begins no request for some time.
    mutating func pause(for duration: Duration, from now: Duration) {
        let end = now + min(duration, longestPause)
        if end > pausedUntil ?? now { pausedUntil = end }
    }

    /// Begins the requests that may begin by now.
    mutating func look(at now: Duration) -> Step {
        nextLook = nil
        return advance(to: now)
    }

    /// Begins the requests that may begin.
    mutating func advance(to now: Duration) -> Step {
        var step = Step()
        while let id = queue.first {
            guard actions[id] != nil else {
                _ = queue.popFirst()
                continue
            }
            let time = nextStart(from: now)
            guard time <= now else {
                if nextLook == nil {
                    nextLook = time
                    step.delay = time - now
                }
                return step
            }
            _ = queue.popFirst()
            starts.append(now)
            if starts.count > count { _ = starts.popFirst() }
            if let action = actions.removeValue(forKey: id) { step.begins.append(action) }
        }
        return step
    }

    /// The time at which the next request may begin.
    private func nextStart(from now: Duration) -> Duration {
        let isFull = starts.count == count
        return max(now, pausedUntil ?? now, isFull ? starts.first.map { $0 + interval } ?? now : now)
    }
}
