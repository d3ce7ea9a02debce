import Dispatch
import Streams

/// Holds answers back until a test lets them go, so that no test needs to sleep.
///
/// ```swift
/// let gate = ResponseGate()
/// let server = try EmbeddedServer { _ in .text(status: 200, "late").delivered(.held(gate)) }
/// async let answer = client.get(server.url)
/// await gate.reached()  // the request has come, and its answer waits
/// gate.open()
/// ```
///
/// Once open it stays open. Stopping the server also ends the wait, and closes the connection.
package final class ResponseGate: Sendable {
    private struct Watcher {
        let count: Int
        let continuation: CheckedContinuation<Void, Never>
    }

    private struct State {
        var isOpen = false
        var arrivals = 0
        var held: [DispatchSemaphore] = []
        var watchers: [Watcher] = []
    }

    private let state = Locked(State())

    package init() {}

    /// How many answers have come to the gate so far, held or not.
    package var arrivals: Int {
        state.withLock { $0.arrivals }
    }

    /// Lets every answer go that is held, and all that come later.
    package func open() {
        let held = state.withLock { state in
            state.isOpen = true
            defer { state.held = [] }
            return state.held
        }
        for semaphore in held { semaphore.signal() }
    }

    /// Returns once that many answers in all have come to the gate.
    package func reached(by count: Int = 1) async {
        await withCheckedContinuation { continuation in
            let isReached = state.withLock { state in
                if state.arrivals < count {
                    state.watchers.append(Watcher(count: count, continuation: continuation))
                }
                return state.arrivals >= count
            }
            if isReached { continuation.resume() }
        }
    }

    /// Blocks the calling thread until the gate opens, or until somebody else signals the semaphore.
    func hold(_ semaphore: DispatchSemaphore) {
        let (isHeld, reached) = state.withLock { state in
            state.arrivals += 1
            let arrivals = state.arrivals
            let reached = state.watchers.filter { $0.count <= arrivals }
            state.watchers.removeAll { $0.count <= arrivals }
            if !state.isOpen { state.held.append(semaphore) }
            return (!state.isOpen, reached)
        }
        for watcher in reached { watcher.continuation.resume() }
        if isHeld { semaphore.wait() }
    }
}
