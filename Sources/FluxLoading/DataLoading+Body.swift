import Foundation
import Streams

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension DataLoading {
    /// Loads a complete body.
    ///
    /// - Parameter observe: Called with each event before it is handled.
    /// - Throws: Why the load failed; ``LoadingError/Reason/cancelled``, at once, when the calling task is
    ///   cancelled, which also cancels the load.
    package func body(
        for request: URLRequest, observe: @escaping @Sendable (DataEvent) -> Void = { _ in }
    ) async throws(LoadingError) -> (Data, URLResponse) {
        let collector = BodyCollector(url: request.urlOrBlank)
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                guard collector.begin(continuation) else { return }
                collector.attach(
                    loadImmediatelyIfPossible(request) { event in
                        observe(event)
                        collector.receive(event)
                    })
            }
        } onCancel: {
            collector.cancel()
        }
        return try result.get()
    }
}

/// Collects the chunks of a body for one waiting task.
private final class BodyCollector: Sendable {
    typealias Outcome = Result<(Data, URLResponse), LoadingError>
    typealias Waiter = CheckedContinuation<Outcome, Never>

    private struct State {
        var waiter: Waiter?
        var isDone = false
        var load: (any Cancellable)?
        var response: URLResponse?
        var body = Data()
    }

    private let url: URL
    private let state = Locked(State())

    init(url: URL) {
        self.url = url
    }

    /// - Returns: Whether to start the load: the task was not cancelled before.
    func begin(_ waiter: Waiter) -> Bool {
        let isCancelled = state.withLock { state in
            if !state.isDone { state.waiter = waiter }
            return state.isDone
        }
        if isCancelled { waiter.resume(returning: cancelled) }
        return !isCancelled
    }

    func attach(_ load: any Cancellable) {
        let isDone = state.withLock { state in
            if !state.isDone { state.load = load }
            return state.isDone
        }
        if isDone { load.cancel() }
    }

    func receive(_ event: DataEvent) {
        switch event {
        case .response(let response): state.withLock { $0.response = response }
        case .bytes(let data): state.withLock { if !$0.isDone { $0.body.append(data) } }
        case .finished: finish()
        case .failed(let error): end().waiter?.resume(returning: .failure(error))
        }
    }

    func cancel() {
        let state = end()
        state.load?.cancel()
        state.waiter?.resume(returning: cancelled)
    }

    private func finish() {
        let state = end()
        state.waiter?.resume(returning: outcome(state.response, state.body))
    }

    private func outcome(_ response: URLResponse?, _ body: Data) -> Outcome {
        guard let response else {
            let reason = LoadingError.Reason.transport(.badServerResponse, description: "no response")
            return .failure(LoadingError(url: url, reason: reason))
        }
        // From a loader that delivers every status as a response.
        if let head = response as? HTTPURLResponse, head.statusCode >= 400 {
            let reason = LoadingError.Reason.status(head.statusCode, retryAfter: head.retryAfter)
            let message = ServerMessage.text(in: body.prefix(ServerMessage.maximumBytes))
            return .failure(LoadingError(url: url, reason: reason, serverMessage: message))
        }
        return .success((body, response))
    }

    private func end() -> State {
        state.exchange(State(isDone: true))
    }

    private var cancelled: Outcome {
        .failure(LoadingError(url: url, reason: .cancelled))
    }
}
