import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The rules of one load as a pure state machine: redirects, the validation of the final response, and the
/// server's message after a failure.
///
/// It takes the events of a task, and returns what to do. No I/O, no clock, no lock.
struct HTTPExchange: Sendable {
    /// What to do after an event.
    enum Action: Sendable {
        case none
        /// Send an event that is not the last.
        case send(DataEvent)
        /// End the task, and start one with another request.
        case follow(URLRequest)
        /// Receive the body of an error response for a short time.
        case awaitMessage
        /// End the task, and send the last event.
        case end(DataEvent)
    }

    /// The first request, to whose origin the credentials belong.
    private let first: URLRequest
    private let maximumBytes: Int
    private let maximumRedirects: Int
    private let mayRedirect: @Sendable (URL) -> Bool
    /// Whether a response with status 401 or 407 may be followed by another one.
    private let mayBeChallenged: Bool
    private(set) var request: URLRequest
    private var redirects = 0
    private var transfer: HTTPTransfer
    /// The failure by its status, and the beginning of the body that may explain it.
    private var failure: LoadingError?
    private var message = Data()
    private var failedBytes = 0

    init(
        _ request: URLRequest, maximumBytes: Int, maximumRedirects: Int,
        mayRedirect: @escaping @Sendable (URL) -> Bool = { _ in true }, mayBeChallenged: Bool = false
    ) {
        self.mayBeChallenged = mayBeChallenged
        self.request = request
        self.maximumBytes = maximumBytes
        self.maximumRedirects = maximumRedirects
        self.mayRedirect = mayRedirect
        first = request
        transfer = HTTPTransfer(request, maximumBytes: maximumBytes)
    }

    mutating func receive(_ response: URLResponse) -> Action {
        if response.isInformational { return .none }
        if failure != nil {
            // A challenge was answered.
            failure = nil
            message = Data()
            transfer = HTTPTransfer(request, maximumBytes: maximumBytes)
        }
        do throws(LoadingError) {
            if let next = try redirect(by: response) { return .follow(next) }
            try transfer.receive(response)
            return .send(.response(response))
        } catch {
            guard case .status = error.reason else { return failed(error) }
            failure = error
            failedBytes = 0
            if request.httpMethod == "HEAD" { return endWithMessage() }
            return isChallenged ? .none : .awaitMessage
        }
    }

    mutating func receive(_ data: Data) -> Action {
        if failure != nil {
            failedBytes += data.count
            message.append(data.prefix(ServerMessage.maximumBytes - message.count))
            return message.count < ServerMessage.maximumBytes || isChallenged ? .none : endWithMessage()
        }
        do throws(LoadingError) {
            try transfer.receive(byteCount: data.count)
            return .send(.bytes(data))
        } catch {
            return failed(error)
        }
    }

    mutating func complete(with error: (any Error)?, _ response: URLResponse? = nil) -> Action {
        if failure != nil { return endWithMessage() }
        if !transfer.hasResponse, let status = response?.redirectStatus {
            let description = "status \(status) without a usable location"
            let url = request.urlOrBlank
            return failed(LoadingError(url: url, reason: .refusedRedirect(description: description)))
        }
        if let error { return failed(transfer.failure(for: error)) }
        do throws(LoadingError) {
            try transfer.finish()
            return .end(.finished)
        } catch {
            return failed(error)
        }
    }

    /// Whether the response has an error status.
    var hasFailed: Bool { failure != nil }

    /// Whether a delegate may answer the challenge of an error response, for which it has any time. On Linux
    /// it receives the challenge after the response.
    var isChallenged: Bool {
        guard mayBeChallenged, case .status(let code, _) = failure?.reason else { return false }
        return code == 401 || code == 407
    }

    /// Ends the load after an error response, with the part of its body that was received.
    func endWithMessage() -> Action {
        guard var failure else { return .none }
        failure.body.size = failedBytes
        failure.serverMessage = ServerMessage.text(in: message)
        return failed(failure)
    }

    /// Ends the load at its deadline.
    func expire(after deadline: Duration) -> Action {
        let description = "not complete after \(deadline.inWords)"
        return failed(
            LoadingError(url: request.urlOrBlank, reason: .transport(.timedOut, description: description)))
    }

    /// Ends the load with an error that has none of the credentials, which a redirect may have repeated.
    private func failed(_ error: LoadingError) -> Action {
        let credentials = RequestCredentials(of: [first, request], requestedAt: first.urlOrBlank)
        return .end(.failed(error.removing(credentials)))
    }

    private mutating func redirect(by response: URLResponse) throws(LoadingError) -> URLRequest? {
        let home = first.urlOrBlank
        guard let response = response as? HTTPURLResponse,
            let next = try HTTPRedirect.request(after: response, to: request, home: home)
        else { return nil }
        redirects += 1
        guard redirects <= maximumRedirects else {
            throw LoadingError(
                url: home, reason: .refusedRedirect(description: "more than \(maximumRedirects) redirects"))
        }
        guard mayRedirect(next.urlOrBlank) else {
            throw LoadingError(
                url: home, reason: .refusedRedirect(description: "to \(next.urlOrBlank.redacted)"))
        }
        request = next
        transfer = HTTPTransfer(next, maximumBytes: maximumBytes)
        return next
    }
}

extension URLResponse {
    /// The status, if it is that of a redirect.
    fileprivate var redirectStatus: Int? {
        (self as? HTTPURLResponse).flatMap { 300...399 ~= $0.statusCode ? $0.statusCode : nil }
    }

    /// Whether a final response follows (RFC 9110 §15.2).
    fileprivate var isInformational: Bool {
        (self as? HTTPURLResponse).map { 100...199 ~= $0.statusCode } ?? false
    }
}
