import Dispatch
import Flux

/// Tracks how far a list was printed, and ends a run between two batches of lines.
final class ItemsPosition: Sendable {
    private struct State: Sendable {
        var place: ItemsPlace
        var isWriting = false
        /// Ends the run, once nothing is being written.
        var end: (@Sendable () -> Never)?
        /// Whether that has begun, on another thread.
        var isEnding = false
    }

    /// How long a batch that is being written is waited for: a pipe may be full and not read.
    private static let writingTime = DispatchTimeInterval.seconds(1)

    private let state: Locked<State>

    init(_ place: ItemsPlace = ItemsPlace()) {
        state = Locked(State(place: place))
    }

    var place: ItemsPlace { state.withLock { $0.place } }

    /// Writes a batch of lines.
    ///
    /// - Parameters:
    ///   - count: The number of items that are printed with it.
    ///   - write: Writes it.
    func write(_ count: Int, _ write: () -> Void) {
        endIfDue { $0.isWriting = true }
        write()
        endIfDue { state in
            state.isWriting = false
            state.place.printed += count
            state.place.items += count
        }
    }

    /// Continues with the next page, whose key may be that of a failure: then the page is read again the next
    /// time.
    func finishPage(next: HTTPPageKey?) {
        state.withLock { state in
            state.place.pages += 1
            guard let next, !next.isFailure else { return }
            state.place.key = next
            state.place.printed = 0
        }
    }

    /// Ends the run: at once, or after the batch that is being written.
    func end(_ end: @escaping @Sendable () -> Never) {
        let isWriting = state.withLock { state in
            if state.end == nil { state.end = end }
            return state.isWriting
        }
        if !isWriting { endIfDue() }
        DispatchQueue.global().asyncAfter(deadline: .now() + Self.writingTime) { self.endIfDue() }
    }

    /// Ends the run if that is due. Does not return while it ends.
    private func endIfDue(_ change: (inout State) -> Void = { _ in }) {
        let (end, isEnding) = state.withLock { state in
            change(&state)
            defer { state.isEnding = state.end != nil }
            return (state.end, state.isEnding)
        }
        if isEnding { DispatchSemaphore(value: 0).wait() }
        end?()
    }
}
