import Foundation
import Streams

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Performs an ``HTTPExchange``: one load, with a task for each redirect.
final class HTTPLoad: Cancellable {
    private struct State {
        var exchange: HTTPExchange
        /// `nil` once the load has ended or was cancelled.
        var receive: (@Sendable (DataEvent) -> Void)?
        var task: URLSessionTask?
        var timers: [any Cancellable] = []
        var hasResponse = false
        /// Retained while the load is active.
        var session: HTTPSession?
    }

    private let state: Locked<State>

    init(
        _ request: URLRequest, _ session: HTTPSession, receive: @escaping @Sendable (DataEvent) -> Void
    ) {
        let exchange = HTTPExchange(
            request, maximumBytes: session.maximumBytes, maximumRedirects: session.maximumRedirects,
            mayRedirect: session.mayRedirect)
        state = Locked(State(exchange: exchange, receive: receive, session: session))
    }

    var isActive: Bool {
        state.withLock { $0.receive != nil }
    }

    func begin() {
        let (session, request) = state.withLock { ($0.session, $0.exchange.request) }
        guard let session else { return }
        if let deadline = session.deadline {
            limit(to: deadline, session) { $0.exchange.expire(after: deadline) }
        }
        if request.httpBody == nil {
            let time = session.headTime
            limit(to: time, session) { $0.hasResponse ? .none : $0.exchange.expire(after: time) }
        }
        session.start(request, for: self)
    }

    /// - Returns: Whether the load is active.
    func attach(_ task: URLSessionTask) -> Bool {
        state.withLock { state in
            if state.receive != nil { state.task = task }
            return state.receive != nil
        }
    }

    func receive(_ response: URLResponse) {
        perform { state in
            let action = state.exchange.receive(response)
            switch action {
            case .follow, .none: break
            case .send, .awaitMessage, .end: state.hasResponse = true
            }
            return action
        }
    }

    func receive(_ data: Data) {
        perform { $0.exchange.receive(data) }
    }

    /// - Parameter response: The task's response, which was not received where its redirect cannot be followed.
    func complete(with error: (any Error)?, _ response: URLResponse?) {
        perform { $0.exchange.complete(with: error, response) }
    }

    func cancel() {
        _ = end()
    }

    private func perform(_ event: @Sendable (inout State) -> HTTPExchange.Action) {
        let (action, receive, session, task) = state.withLock { state in
            (state.receive == nil ? .none : event(&state), state.receive, state.session, state.task)
        }
        switch action {
        case .none: break
        case .send(let event): receive?(event)
        case .follow(let request):
            if let task { session?.end(task) }
            session?.start(request, for: self)
        case .awaitMessage:
            if let session { limit(to: session.messageTime, session) { $0.exchange.endWithMessage() } }
        case .end(let event): end()?(event)
        }
    }

    private func limit(
        to time: Duration, _ session: HTTPSession,
        _ event: @escaping @Sendable (inout State) -> HTTPExchange.Action
    ) {
        let timer = session.schedule(in: time) { [weak self] in self?.perform(event) }
        let isActive = state.withLock { state in
            if state.receive != nil { state.timers.append(timer) }
            return state.receive != nil
        }
        if !isActive { timer.cancel() }
    }

    /// Releases everything.
    ///
    /// - Returns: The receiver, for the last event.
    private func end() -> (@Sendable (DataEvent) -> Void)? {
        let old = state.withLock { state in
            let old = state
            state.receive = nil
            state.task = nil
            state.timers = []
            state.session = nil
            return old
        }
        for timer in old.timers { timer.cancel() }
        if let task = old.task { old.session?.end(task) }
        return old.receive
    }
}
