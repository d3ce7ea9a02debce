import Foundation
import Streams

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The reason that the bytes at a URL failed to load.
public struct LoadingError: RetryAfter, TransientError, Hashable, Sendable {
    /// The reason of a failure.
    public enum Reason: Hashable, Sendable {
        /// No response, or no complete one: connection refused, unknown host, timed out, …
        case transport(URLError.Code, description: String)

        /// A response with a status other than success (RFC 9110 §15), and the time to wait before a retry,
        /// if it had a `Retry-After` field (§10.2.3), or the reset of a limit: see
        /// ``LoadingError/retryAfter``.
        case status(Int, retryAfter: Duration?)

        /// The body exceeds the limit, in bytes.
        case tooLarge(limit: Int)

        /// The body ended after fewer bytes than its declared length.
        case truncated(received: Int, expected: Int)

        /// The body is not the JSON of the expected type: the path of the value in question, such as
        /// `users[3].login`, empty for the whole body, and what is wrong with it.
        case undecodable(path: String, description: String)

        /// Unsupported URL scheme; empty for a URL without one, such as `images/1.png`.
        case unsupportedScheme(String)

        /// Malformed `data:` URL (RFC 2397).
        case malformedDataURL

        /// The file could not be read.
        case unreadableFile(description: String)

        /// The server redirects to an address that is malformed or not secure, or a request with a body to
        /// another origin, or redirects too often.
        case refusedRedirect(description: String)

        /// The task that awaited the bytes was cancelled.
        case cancelled
    }

    /// The requested URL.
    public let url: URL

    /// The reason of the failure.
    public let reason: Reason

    /// The server's own message, if the response with an error status had one: the text at `message`,
    /// `detail` or `error` of a JSON body, or the first line of a text, cut to 200 characters.
    public var serverMessage: String?

    /// What was received of the body of a response with an error status.
    package var body = ErrorBody()

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - url: The requested URL.
    ///   - reason: The reason of the failure.
    ///   - serverMessage: The server's own message, if it sent one.
    public init(url: URL, reason: Reason, serverMessage: String? = nil) {
        self.url = url
        self.reason = reason
        self.serverMessage = serverMessage
    }

    /// The time to wait before a retry, if the response had a `Retry-After` field or, with status 403 or 429,
    /// the field `X-RateLimit-Reset` beside `X-RateLimit-Remaining: 0`, as GitHub has.
    public var retryAfter: Duration? {
        guard case .status(_, let retryAfter) = reason else { return nil }
        return retryAfter
    }

    /// Whether the load failed because the network is in Low Data Mode and the request does not permit its
    /// use.
    ///
    /// A data loader of your own reports it as ``Reason/transport(_:description:)`` with the code
    /// `dataNotAllowed`.
    public var isConstrained: Bool {
        if case .transport(.dataNotAllowed, _) = reason { true } else { false }
    }

    /// Whether a retry may succeed: after status 408, 425, 429, 500 and 502 to 504, any status of an error
    /// with a ``retryAfter``, a timeout, a lost connection, or a body that ended early.
    public var isTransient: Bool {
        switch reason {
        case .status(400..<600, _?): true
        case .status(let code, _): [408, 425, 429, 500, 502, 503, 504].contains(code)
        case .transport(let code, _): code.isTransient
        case .truncated: true
        case .tooLarge, .undecodable, .unsupportedScheme, .malformedDataURL, .unreadableFile,
            .refusedRedirect,
            .cancelled:
            false
        }
    }
}

extension LoadingError {
    /// Returns the error without credentials that the server repeats.
    func removing(_ credentials: RequestCredentials) -> LoadingError {
        var error = LoadingError(
            url: credentials.removed(from: url), reason: reason.removing(credentials),
            serverMessage: serverMessage.map { credentials.removed(fromMessage: $0) })
        error.body = body
        return error
    }
}

extension LoadingError.Reason {
    /// Returns the reason without credentials that the server repeats.
    package func removing(_ credentials: RequestCredentials) -> Self {
        switch self {
        case .transport(let code, let description):
            .transport(code, description: credentials.removed(fromDescription: description))
        case .refusedRedirect(let description):
            .refusedRedirect(description: credentials.removed(fromDescription: description))
        case .status, .tooLarge, .truncated, .undecodable, .unsupportedScheme, .malformedDataURL,
            .unreadableFile, .cancelled:
            self
        }
    }
}

extension LoadingError: CustomStringConvertible, CustomDebugStringConvertible {
    /// The URL and the reason, in one line. The URL is printed without user name, password, and tokens in its
    /// query.
    public var description: String {
        switch reason {
        case .transport(let code, let cause) where code.meansNoResponse(cause):
            "No response from \(url.shortened): \(cause)".cut(to: String.maximumDescription).onOneLine
        default:
            "\(url.shortened): \(reason)\(serverMessage.map { ": \($0)" } ?? "")"
                .cut(to: String.maximumDescription).onOneLine
        }
    }

    public var debugDescription: String { description }
}

extension LoadingError.Reason: CustomStringConvertible {
    public var description: String {
        switch self {
        case .transport(_, let description): description
        case .status(let code, let retryAfter?) where retryAfter > .zero:
            "the server responded with status \(code); retry after \(retryAfter.inWords)"
        case .status(let code, _): "the server responded with status \(code)"
        case .tooLarge(let limit): "response body exceeds the limit of \(limit) bytes"
        case .truncated(let received, let expected):
            "response body ended after \(received) of \(expected) bytes"
        case .undecodable("", let description): description
        case .undecodable(let path, let description): "\(description) at \(path)"
        case .unsupportedScheme(""): "the URL has no scheme, such as https"
        case .unsupportedScheme(let scheme): "unsupported URL scheme '\(scheme)'"
        case .malformedDataURL: "malformed data URL"
        case .unreadableFile(let description): "file could not be read: \(description)"
        case .refusedRedirect(let description): "refused redirect: \(description)"
        case .cancelled: "cancelled"
        }
    }
}

extension URLError.Code {
    /// Whether a load failed before its response, with the cause that its description has.
    fileprivate func meansNoResponse(_ cause: String) -> Bool {
        switch self {
        case .cannotConnectToHost, .cannotFindHost, .dnsLookupFailed, .notConnectedToInternet: true
        // A response that is not complete in time may have begun.
        case .timedOut: cause == "timed out"
        default: false
        }
    }
}

extension Duration {
    /// The duration in words, such as `1 second`, `3 seconds`, `2.5 seconds`.
    var inWords: String {
        let (seconds, attoseconds) = components
        guard attoseconds == 0 else { return "\(self)" }
        return seconds == 1 ? "1 second" : "\(seconds) seconds"
    }
}

extension URL {
    /// The URL without its secrets, truncated to the length of a message: a `data:` URL may have megabytes.
    package var shortened: String {
        let text = scheme == "data" ? absoluteString : redacted
        return text.utf8.count <= 200 ? text : text.prefix(60) + "…"
    }
}

extension LoadingError: LocalizedError {
    public var errorDescription: String? { description }
}
