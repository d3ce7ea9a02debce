import Foundation
import Streams

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Performs an ``HTTPExchange``: one load, with a task for each redirect.
final class HTTPLoad: Cancellable {
    /// Where the receiver is called.
    enum Delivery: Sendable {
        /// On the session's queue, in order with those of other loads.
        case queued
        /// On the thread that reads, which waits for it.
        case immediate
    }

    fileprivate struct State {
        var exchange: HTTPExchange
        /// `nil` once the load has ended or was cancelled.
        var receive: (@Sendable (DataEvent) -> Void)?
        var task: URLSessionTask?
        /// Whether the task's host is encoded, and whether it may be.
        var isEncoded = false
        var mayBeEncoded = true
        var times = LoadTimes()
        /// Retained while the load is active.
        var session: HTTPSession?
    }

    let delivery: Delivery

    private let state: Locked<State>

    init(
        _ request: URLRequest, _ session: HTTPSession, _ delivery: Delivery,
        receive: @escaping @Sendable (DataEvent) -> Void
    ) {
        self.delivery = delivery
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
        let now = session.timer.now
        limit { times in
            times.deadline = session.deadline.map { now + $0 }
            if request.httpBody == nil { times.response = now + session.headTime }
        }
        start(request, session)
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
            let url = state.exchange.request.urlOrBlank
            let action = state.exchange.receive(state.isEncoded ? response.located(at: url) : response)
            switch action {
            case .follow, .none: break
            case .send, .awaitMessage, .end: state.times.response = nil
            }
            return action
        }
    }

    func receive(_ data: Data) {
        perform { $0.exchange.receive(data) }
    }

    /// - Parameter response: The task's response, which was not received where its redirect cannot be followed.
    func complete(with error: (any Error)?, _ response: URLResponse?) {
        perform { state in
            // It is complete: there is nothing to cancel.
            state.task = nil
            if state.isEncoded, (error as? URLError)?.code == .badURL {
                state.mayBeEncoded = false
                return .follow(state.exchange.request)
            }
            return state.exchange.complete(with: error, response)
        }
    }

    /// Ends the load if one of its times has come.
    func expire(at time: Duration) {
        guard let session = state.withLock({ $0.session }) else { return }
        session.events.run { [self] in
            perform { $0.expire(at: time, session) }
            limit { _ in }
        }
    }

    func cancel() {
        _ = end()
    }

    /// Starts a task. A session loads IPv6 addresses in one form only, which it says before it connects.
    private func start(_ request: URLRequest, _ session: HTTPSession) {
        let encoded = request.withEncodedAddress
        let isEncoded = state.withLock { state in
            state.isEncoded = encoded != nil && state.mayBeEncoded
            return state.isEncoded
        }
        session.start(encoded.flatMap { isEncoded ? $0 : nil } ?? request, for: self)
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
            if let session { start(request, session) }
        case .awaitMessage:
            if let session { limit { $0.message = session.timer.now + session.messageTime } }
        case .end(let event): end()?(event)
        }
    }

    /// Sets times of an active load.
    private func limit(_ set: (inout LoadTimes) -> Void) {
        let (session, time) = state.withLock { state in
            set(&state.times)
            return (state.session, state.times.next)
        }
        guard let session, let time else { return }
        session.timer.expire(self, at: time)
        // It may have ended meanwhile.
        if !isActive { session.timer.remove(self) }
    }

    /// Releases everything.
    ///
    /// - Returns: The receiver, for the last event.
    private func end() -> (@Sendable (DataEvent) -> Void)? {
        let old = state.withLock { state in
            let old = state
            state.receive = nil
            state.task = nil
            state.session = nil
            return old
        }
        old.session?.timer.remove(self)
        if let task = old.task { old.session?.end(task) }
        return old.receive
    }
}

extension HTTPLoad.State {
    /// Ends the load at the time that has come, if any.
    fileprivate mutating func expire(at time: Duration, _ session: HTTPSession) -> HTTPExchange.Action {
        if let message = times.message, message <= time { return exchange.endWithMessage() }
        if let deadline = times.deadline, deadline <= time {
            return exchange.expire(after: session.deadline ?? .zero)
        }
        if let response = times.response, response <= time { return exchange.expire(after: session.headTime) }
        return .none
    }
}
