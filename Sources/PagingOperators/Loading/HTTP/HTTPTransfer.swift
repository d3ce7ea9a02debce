import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Judges one HTTP answer as it comes: its status, its size, and whether all of it came.
///
/// A pure value: no I/O, no lock.
struct HTTPTransfer: Sendable {
    private let url: URL
    private let hasBody: Bool
    private let maximumBytes: Int
    private var received = 0
    private var expected: Int?

    init(_ request: URLRequest, maximumBytes: Int) {
        url = request.address
        hasBody = request.httpMethod != "HEAD"
        self.maximumBytes = maximumBytes
    }

    /// Takes the head.
    mutating func receive(_ response: URLResponse) throws(LoadingError) {
        if let response = response as? HTTPURLResponse {
            guard 200...299 ~= response.statusCode else {
                throw failure(.status(response.statusCode, retryAfter: response.retryAfter))
            }
            // The declared length counts encoded bytes, and only decoded ones are seen.
            if response.isEncoded { return }
        }
        guard hasBody, response.expectedContentLength >= 0 else { return }
        let length = Int(clamping: response.expectedContentLength)
        expected = length
        if length > maximumBytes { throw failure(.tooLarge(limit: maximumBytes)) }
    }

    /// Takes a piece of the body.
    mutating func receive(byteCount: Int) throws(LoadingError) {
        received += byteCount
        if received > maximumBytes { throw failure(.tooLarge(limit: maximumBytes)) }
    }

    /// Takes the end.
    func finish() throws(LoadingError) {
        if let truncation { throw failure(truncation) }
    }

    /// The reason for an error of the session's.
    func failure(for error: any Error) -> LoadingError {
        let code = (error as? URLError)?.code ?? .unknown
        if let truncation, Self.codesOfBrokenConnections.contains(code) { return failure(truncation) }
        return failure(.transport(code, description: code.explanation ?? error.localizedDescription))
    }

    private static let codesOfBrokenConnections: Set<URLError.Code> = [
        .networkConnectionLost, .badServerResponse, .cannotParseResponse, .unknown,
    ]

    private var truncation: LoadingError.Reason? {
        guard let expected, received < expected else { return nil }
        return .truncated(received: received, expected: expected)
    }

    private func failure(_ reason: LoadingError.Reason) -> LoadingError {
        LoadingError(url: url, reason: reason)
    }
}

extension HTTPURLResponse {
    fileprivate var isEncoded: Bool {
        guard let encoding = value(forHTTPHeaderField: "Content-Encoding") else { return false }
        return encoding.lowercased() != "identity"
    }
}

extension URLError.Code {
    /// The usual cases in words: on Linux the system has none.
    fileprivate var explanation: String? {
        switch self {
        case .cannotConnectToHost: "the connection was refused"
        case .cannotFindHost, .dnsLookupFailed: "the host is not known"
        case .networkConnectionLost: "the connection was lost"
        case .notConnectedToInternet: "there is no network"
        case .timedOut: "no answer in time"
        default: nil
        }
    }
}
