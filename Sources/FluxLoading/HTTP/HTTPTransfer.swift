import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Validates one HTTP response while it is received: its status, its size, and whether it is complete.
///
/// A pure value: no I/O, no lock.
struct HTTPTransfer: Sendable {
    private let url: URL
    private var hasBody: Bool
    /// The statuses other than 200 that the request expects.
    private let expectedStatuses: Set<Int>
    private let maximumBytes: Int
    private var received = 0
    private(set) var hasResponse = false
    private var expected: Int?
    /// The encoding of the body, unless the session decodes it.
    private var unknownEncoding: String?

    init(_ request: URLRequest, maximumBytes: Int) {
        url = request.urlOrBlank
        hasBody = request.httpMethod != "HEAD"
        expectedStatuses = request.expectedStatuses
        self.maximumBytes = maximumBytes
    }

    /// Validates the status and the declared length.
    mutating func receive(_ response: URLResponse) throws(LoadingError) {
        hasResponse = true
        if let response = response as? HTTPURLResponse {
            let status = response.statusCode
            let isWhole = 200...299 ~= status && (status != 206 || response.isListRange)
            guard expectedStatuses.contains(status) || isWhole else {
                throw failure(.status(response.statusCode, retryAfter: response.retryAfter))
            }
            // There is no body, whatever length is declared (RFC 9112 §6.3).
            if status == 304 || status == 204 { hasBody = false }
            // The declared length counts encoded bytes, but the session delivers decoded ones.
            unknownEncoding = response.unknownEncoding
            if response.isEncoded { return }
        }
        guard hasBody, response.expectedContentLength >= 0 else { return }
        let length = Int(clamping: response.expectedContentLength)
        expected = length
        if length > maximumBytes { throw failure(.tooLarge(limit: maximumBytes)) }
    }

    /// Validates the size with a further chunk of the body.
    mutating func receive(byteCount: Int) throws(LoadingError) {
        received += byteCount
        if received > maximumBytes { throw failure(.tooLarge(limit: maximumBytes)) }
    }

    /// Validates that the body is complete.
    func finish() throws(LoadingError) {
        if let truncation { throw failure(truncation) }
    }

    /// Converts an error of the session.
    func failure(for error: any Error) -> LoadingError {
        if let error = error as? URLError, error.isOfLowDataMode {
            return failure(.transport(.dataNotAllowed, description: "the network is in Low Data Mode"))
        }
        let code = (error as? URLError)?.code ?? .unknown
        if let truncation, Self.codesOfBrokenConnections.contains(code) { return failure(truncation) }
        return failure(connectionFailure(code, error.localizedDescription))
    }

    /// Names what the session of Linux reports with a text only: a connection that is closed too early is
    /// lost, whether that is before the response or in a body without a declared length.
    private func connectionFailure(_ code: URLError.Code, _ text: String) -> LoadingError.Reason {
        switch code {
        case .timedOut where hasResponse:
            .transport(.timedOut, description: "timed out within the response body")
        case .unknown where !hasResponse && text.contains("writing header"):
            .transport(.badServerResponse, description: "malformed header field in the response")
        case .unknown where !hasResponse && text.contains("Out of memory"):
            .transport(.badServerResponse, description: "the head of the response is too large")
        case .unknown where text.contains("unencoding"):
            .transport(.cannotDecodeContentData, description: "malformed compressed body")
        case .unknown where unknownEncoding != nil:
            .transport(
                .cannotDecodeContentData,
                description:
                    "the body has the content encoding '\(unknownEncoding ?? "")', which was not requested")
        case .unknown where hasResponse, .cannotParseResponse where hasResponse:
            .transport(.networkConnectionLost, description: "the connection closed within the response body")
        case .badServerResponse where !hasResponse, .unknown where text.hasPrefix("Empty reply"):
            .transport(.networkConnectionLost, description: "the connection closed without a response")
        case .unsupportedURL where text.contains("HTTP/0.9"):
            .transport(.badServerResponse, description: "not an HTTP response")
        default: .transport(code, description: code.message ?? text)
        }
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
    /// The encoding of the body, if it is one that sessions do not decode.
    package var unknownEncoding: String? {
        value(forHTTPHeaderField: "Content-Encoding").flatMap { encoding in
            let names = encoding.lowercased().split(separator: ",").map {
                $0.trimmingCharacters(in: .whitespaces)
            }
            let isKnown = names.allSatisfy(["identity", "gzip", "x-gzip", "deflate"].contains)
            return isKnown ? nil : encoding.cut(to: 100)
        }
    }

    /// Whether a response with status 206 has a part of a list, as a whole body: its range is of another unit
    /// than bytes, or it has none and is JSON.
    fileprivate var isListRange: Bool {
        if let range = value(forHTTPHeaderField: "Content-Range") {
            return !range.trimmingCharacters(in: .whitespaces).lowercased().hasPrefix("bytes")
        }
        return mimeType?.lowercased().hasSuffix("json") ?? false
    }

    fileprivate var isEncoded: Bool {
        guard let encoding = value(forHTTPHeaderField: "Content-Encoding") else { return false }
        return encoding.lowercased() != "identity"
    }
}

extension URLRequest {
    /// The statuses other than 200 that the request expects: 304 if it is conditional, 206 if it is for a
    /// range (RFC 9110 §13, §14).
    fileprivate var expectedStatuses: Set<Int> {
        var statuses: Set<Int> = []
        let conditions = ["If-None-Match", "If-Modified-Since"]
        if conditions.contains(where: { value(forHTTPHeaderField: $0) != nil }) { statuses.insert(304) }
        if value(forHTTPHeaderField: "Range") != nil { statuses.insert(206) }
        return statuses
    }
}

extension URLError {
    /// Whether the network is in Low Data Mode, and the request does not permit that.
    fileprivate var isOfLowDataMode: Bool {
        #if canImport(FoundationNetworking)
            // No system but Apple's has it.
            false
        #else
            networkUnavailableReason == .constrained
        #endif
    }
}

extension URLError.Code {
    /// Messages of the usual codes: on Linux the system has none.
    fileprivate var message: String? {
        switch self {
        case .badURL: "malformed URL"
        case .cannotConnectToHost: "connection refused"
        case .cannotFindHost, .dnsLookupFailed: "unknown host"
        case .networkConnectionLost: "connection lost"
        case .notConnectedToInternet: "no network connection"
        case .timedOut: "timed out"
        default: nil
        }
    }
}
