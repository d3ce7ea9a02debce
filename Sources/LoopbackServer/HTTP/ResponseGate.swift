import Dispatch
import Streams

/// Holds responses back until a test opens it, so that no test needs to sleep.
///
/// ```swift
/// let gate = ResponseGate()
/// let server = try EmbeddedServer { _ in .text(status: 200, "late").delivered(.held(gate)) }
/// async let response = client.get(server.url)
/// await gate.reached()  // the request has arrived, and its response is held
/// gate.open()
/// ```
///
/// Once open, a gate stays open. Stopping the server closes the connections of held responses.
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

    /// The number of responses that have reached the gate, held or not.
    package var arrivals: Int {
        state.withLock { $0.arrivals }
    }

    /// Releases the held responses, and lets later ones pass.
    package func open() {
        let held = state.withLock { state in
            state.isOpen = true
            defer { state.held = [] }
            return state.held
        }
        for semaphore in held { semaphore.signal() }
    }

    /// Returns once the given number of responses in total has reached the gate.
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

    /// Blocks the calling thread until the gate opens or the semaphore is signaled otherwise.
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
