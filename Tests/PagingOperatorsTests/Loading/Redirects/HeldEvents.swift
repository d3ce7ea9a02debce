import Foundation
import Streams
import TestSupport

@testable import FluxLoading
@testable import FluxImages
import PagingOperators

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Holds the events of each task back until it has ended, so that they are handled when the task they belong
/// to is over; or until the test releases them.
///
/// It never blocks the thread that delivers them: on Linux all sessions of a process share it.
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
        /// Whether the events of a task that has ended wait for the test.
        var waitsForTest: Bool
    }

    private let order: Order
    private let ends = Turnstile()
    private let state: Locked<State>

    init(_ order: Order) {
        self.order = order
        state = Locked(State(waitsForTest: false))
    }

    private init() {
        order = .together
        state = Locked(State(waitsForTest: true))
    }

    /// Holds the events of all tasks until ``release()``.
    static var untilReleased: HeldEvents { HeldEvents() }

    var delay: EventDelay {
        { event, task, handle in
            self.hold(handle, of: task.taskIdentifier)
            guard event.isLast else { return }
            self.ends.pass()
            if !self.state.withLock({ $0.waitsForTest }) { self.release(task.taskIdentifier) }
        }
    }

    /// Returns when a task has ended.
    func oneHasEnded() async { await ends.reached() }

    /// Handles the events that are held, and from now on those of each task when it has ended.
    func release() {
        let tasks = state.withLock { state in
            state.waitsForTest = false
            return state.held.keys.sorted()
        }
        for task in tasks { release(task) }
    }

    private func hold(_ handle: @escaping Handle, of task: Int) {
        state.withLock { $0.held[task, default: []].append(handle) }
    }

    private func release(_ task: Int) {
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
