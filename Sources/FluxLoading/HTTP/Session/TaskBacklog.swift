import Foundation
import Streams

/// Counts the bytes of a task that have arrived, and those that are not handled yet.
///
/// On Linux a session reads as fast as the network delivers, on a thread that all sessions share: to wait
/// there for a receiver stops every load of the process. A task cannot be paused either: with Swift 6.3 a
/// suspended one sends its request again when it is resumed. So what arrives is kept until it is handled: at
/// most the limit of the body, after which the load fails, or 64 MiB where the limit is higher. Only beyond
/// that the thread waits.
final class TaskBacklog: Sendable {
    /// What to do with bytes that arrive.
    enum Admission: Sendable {
        case handle
        /// Handle them, and end the task: more than the limit has arrived, with which the load fails.
        case handleLast
        case drop
    }

    fileprivate struct State: Sendable {
        var arrived = 0
        var waiting = 0
        var hasEnded = false
    }

    static let longest = 64 * 1024 * 1024

    private let maximumBytes: Int
    private let longest: Int
    private let state = Locked(State())
    private let room = NSCondition()

    /// - Parameters:
    ///   - maximumBytes: The limit of the body.
    ///   - longest: How many bytes may wait.
    init(maximumBytes: Int, longest: Int = TaskBacklog.longest) {
        self.maximumBytes = maximumBytes
        self.longest = longest
    }

    /// The number of bytes that are not handled yet.
    var waitingBytes: Int { state.withLock { $0.waiting } }

    /// A body begins: the first one, or another after the answer to a challenge.
    func beginBody() { state.withLock { $0.arrived = 0 } }

    /// Adds bytes that have arrived. Waits if too many would wait to be handled.
    func add(_ byteCount: Int) -> Admission {
        let (admission, isFull) = state.withLock { state -> (Admission, Bool) in
            if state.hasEnded || state.arrived > maximumBytes { return (.drop, false) }
            state.arrived += byteCount
            state.waiting += byteCount
            return (state.arrived > maximumBytes ? .handleLast : .handle, state.isFull(longest, byteCount))
        }
        if isFull { waitForRoom(byteCount) }
        return admission
    }

    /// Removes bytes that were handled.
    func remove(_ byteCount: Int) {
        let wasLong = state.withLock { state in
            state.waiting -= byteCount
            return state.waiting + byteCount > longest
        }
        if wasLong { room.withLock { room.broadcast() } }
    }

    /// Lets the thread that reads go on. Nothing more is handled.
    func end() {
        state.withLock { $0.hasEnded = true }
        room.withLock { room.broadcast() }
    }

    private func waitForRoom(_ byteCount: Int) {
        room.lock()
        while state.withLock({ $0.isFull(longest, byteCount) }) { room.wait() }
        room.unlock()
    }
}

extension TaskBacklog.State {
    /// Whether more waits than may, apart from the last bytes.
    fileprivate func isFull(_ longest: Int, _ last: Int) -> Bool { !hasEnded && waiting > max(longest, last) }
}
