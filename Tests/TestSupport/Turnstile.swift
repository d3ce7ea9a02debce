import Streams

/// Counts events, and lets asynchronous code wait for a number of them.
package final class Turnstile: Sendable {
    private struct State: Sendable {
        var passed = 0
        var waiting: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state = Locked(State())

    package init() {}

    /// Counts one event.
    package func pass() {
        let due = state.withLock { state in
            state.passed += 1
            let passed = state.passed
            let due = state.waiting.filter { $0.count <= passed }
            state.waiting.removeAll { $0.count <= passed }
            return due
        }
        for entry in due { entry.continuation.resume() }
    }

    /// Waits until the given number of events has been counted.
    package func reached(_ count: Int = 1) async {
        await withCheckedContinuation { continuation in
            let isReached = state.withLock { state in
                if state.passed >= count { return true }
                state.waiting.append((count, continuation))
                return false
            }
            if isReached { continuation.resume() }
        }
    }

    /// Waits until the task is cancelled.
    package static func untilCancelled(onCancel: @escaping @Sendable () -> Void = {}) async {
        let turnstile = Turnstile()
        await withTaskCancellationHandler {
            await turnstile.reached()
        } onCancel: {
            onCancel()
            turnstile.pass()
        }
    }
}
