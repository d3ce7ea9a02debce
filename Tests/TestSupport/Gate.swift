import Streams

/// Suspends asynchronous functions until it is opened.
package final class Gate: Sendable {
    private enum State: Sendable {
        case closed([CheckedContinuation<Void, Never>])
        case open
    }

    private let state = Locked(State.closed([]))

    package init() {}

    /// Returns when the gate is open.
    package func pass() async {
        await withCheckedContinuation { continuation in
            let isOpen = state.withLock { state in
                guard case .closed(let waiting) = state else { return true }
                state = .closed(waiting + [continuation])
                return false
            }
            if isOpen { continuation.resume() }
        }
    }

    package func open() {
        guard case .closed(let waiting) = state.exchange(.open) else { return }
        for continuation in waiting { continuation.resume() }
    }
}
