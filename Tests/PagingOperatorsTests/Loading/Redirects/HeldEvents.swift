import Foundation
import Streams

@testable import FluxLoading
@testable import FluxImages
import PagingOperators

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Holds the events of each task back until it has ended, so that they are handled when the task they belong
/// to is over.
final class HeldEvents: Sendable {
    /// When the events of the first task are handled.
    enum Order: String, CaseIterable {
        /// All together, once it has ended.
        case together
        /// The first as above, the others after the response of the next task.
        case afterNextResponse
    }

    private typealias Handle = @Sendable () -> Void

    private struct State {
        var held: [Int: [Handle]] = [:]
        /// What is left of the first task.
        var late: [Handle]?
    }

    private let order: Order
    private let onHeld: @Sendable () -> Void
    private let state = Locked(State())

    /// - Parameter onHeld: Called when the events of a task have been held, before they are handled.
    init(_ order: Order, onHeld: @escaping @Sendable () -> Void = {}) {
        self.order = order
        self.onHeld = onHeld
    }

    var delay: EventDelay {
        { event, task, handle in
            self.hold(handle, of: task.taskIdentifier)
            if event.isLast { self.release(task.taskIdentifier) }
        }
    }

    private func hold(_ handle: @escaping Handle, of task: Int) {
        state.withLock { $0.held[task, default: []].append(handle) }
    }

    private func release(_ task: Int) {
        onHeld()
        let handles = state.withLock { state -> [Handle] in
            var handles = state.held.removeValue(forKey: task) ?? []
            guard order == .afterNextResponse else { return handles }
            if let late = state.late {
                handles.insert(contentsOf: late, at: min(1, handles.count))
                state.late = []
            } else {
                state.late = Array(handles.dropFirst())
                handles = Array(handles.prefix(1))
            }
            return handles
        }
        for handle in handles { handle() }
    }
}
