import Foundation
import Streams

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Performs an ``HTTPExchange``: one load, with a task for each redirect.
///
/// The events of a task may be handled long after they arrived, when the load has another task or none;
/// ``receive(_:of:)`` drops those. The time limits of ``LoadTimes`` apply to the load across its tasks.
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
        /// The task whose events are handled; `nil` between a task and the one that follows it.
        var task: URLSessionTask?
        /// Whether the task's host is encoded, and whether it may be.
        var isEncoded = false
        var mayBeEncoded = true
        var times = LoadTimes()
        /// When the head of an error response was received.
        var errorTime: Duration?
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
            request.addingFields(session.additionalFields), maximumBytes: session.maximumBytes,
            maximumRedirects: session.maximumRedirects,
            mayRedirect: session.mayRedirect, mayBeChallenged: session.isChallenged)
        SentRequests.add(exchange.request)
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
            if !request.hasBody { times.response = now + request.headTime(session) }
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

    /// Handles an event of a task, unless the load has ended or has another task by now.
    func receive(_ event: TaskEvent, of task: URLSessionTask) {
        perform { state in state.task === task ? state.receive(event) : .none }
    }

    /// Ends the load if one of its time limits has passed.
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

    /// Starts a task. A session loads IPv6 addresses in one form only, which is tried first.
    private func start(_ request: URLRequest, _ session: HTTPSession) {
        let encoded = request.withEncodedAddress
        let isEncoded = state.withLock { state in
            state.isEncoded = encoded != nil && state.mayBeEncoded
            return state.isEncoded
        }
        session.start(encoded.flatMap { isEncoded ? $0 : nil } ?? request, for: self)
    }

    private func perform(_ event: (inout State) -> HTTPExchange.Action) {
        let (action, receive, session, ended) = state.withLock { state in
            let action = state.receive == nil ? .none : event(&state)
            // From here on its events are dropped.
            let ended = if case .follow = action { state.task.take() } else { nil as URLSessionTask? }
            return (action, state.receive, state.session, ended)
        }
        switch action {
        case .none: break
        case .send(let event): receive?(event)
        case .follow(let request):
            if let ended { session?.end(ended) }
            if let session { start(request, session) }
        case .awaitMessage:
            if let session { limit { $0.message = session.timer.now + session.messageTime } }
        case .end(.failed(let error)):
            let receive = end()
            receive?(.failed(error.body.size == nil ? error : timed(error, session)))
        case .end(let event): end()?(event)
        }
    }

    /// Adds the time since the head of the response to an error.
    private func timed(_ error: LoadingError, _ session: HTTPSession?) -> LoadingError {
        guard let session, let start = state.withLock({ $0.errorTime }) else { return error }
        var error = error
        error.body.duration = session.timer.now - start
        return error
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
    fileprivate mutating func receive(_ event: TaskEvent) -> HTTPExchange.Action {
        switch event {
        case .response(let response): return receive(response)
        case .data(let data): return exchange.receive(data)
        case .completion(let error, let response):
            // There is nothing to cancel.
            task = nil
            if isEncoded, (error as? URLError)?.code == .badURL {
                mayBeEncoded = false
                return .follow(exchange.request)
            }
            return exchange.complete(with: error, response)
        }
    }

    private mutating func receive(_ response: URLResponse) -> HTTPExchange.Action {
        let url = exchange.request.urlOrBlank
        let action = exchange.receive(isEncoded ? response.located(at: url) : response)
        errorTime = exchange.hasFailed ? session?.timer.now : nil
        switch action {
        case .follow: break
        case .none: if exchange.isChallenged { times.response = nil }
        case .send, .awaitMessage, .end: times.response = nil
        }
        return action
    }

    /// Ends the load if a time limit has passed; the earliest counts.
    fileprivate mutating func expire(at time: Duration, _ session: HTTPSession) -> HTTPExchange.Action {
        if let message = times.message, message <= time { return exchange.endWithMessage() }
        if let deadline = times.deadline, deadline <= time {
            return exchange.expire(after: session.deadline ?? .zero)
        }
        if let response = times.response, response <= time {
            return exchange.expire(after: exchange.request.headTime(session))
        }
        return .none
    }
}

extension URLRequest {
    /// How long the first response is awaited: as long as the session permits, or longer if the request does.
    fileprivate func headTime(_ session: HTTPSession) -> Duration {
        // A request whose time is not set has a minute. One that differs from it by less than a millisecond
        // is a minute that was set.
        if timeoutInterval == 60 { return session.headTime }
        return max(session.headTime, .limitedSeconds((timeoutInterval * 1_000).rounded() / 1_000))
    }

    /// The request with further header fields, unless it has them.
    fileprivate func addingFields(_ fields: [String: String]) -> URLRequest {
        var copy = self
        for (name, value) in fields where copy.value(forHTTPHeaderField: name) == nil {
            copy.setValue(value, forHTTPHeaderField: name)
        }
        return copy
    }

    /// Whether a body is sent.
    package var hasBody: Bool { httpBody != nil || httpBodyStream != nil }
}
