import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// An event of a session's task.
enum TaskEvent: Sendable {
    case response(URLResponse)
    case data(Data)
    /// The last event. The response is that of the task, which was not received where its redirect cannot be
    /// followed.
    case completion((any Error)?, URLResponse?)

    var isLast: Bool {
        if case .completion = self { true } else { false }
    }
}

/// Delays the handling of events, for tests: calls the closure of each event of a task, in order, when it is
/// to be handled.
typealias EventDelay = @Sendable (TaskEvent, URLSessionTask, _ handle: @escaping @Sendable () -> Void) -> Void
