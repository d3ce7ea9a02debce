import Foundation
import Streams

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Why the bytes behind an address could not be had: what went wrong, and where.
public struct LoadingError: RetryAfter, Hashable, Sendable {
    /// What went wrong.
    public enum Reason: Hashable, Sendable {
        /// No answer was had: no connection, no such host, a time-out, …
        case transport(URLError.Code, description: String)

        /// The server answered with a status other than success (RFC 9110 §15), and possibly said after what
        /// time to ask again (`Retry-After`, §10.2.3).
        case status(Int, retryAfter: Duration?)

        /// The body is larger than the limit, in bytes.
        case tooLarge(limit: Int)

        /// The body ended early: fewer bytes came than were declared.
        case truncated(received: Int, expected: Int)

        /// Nobody here loads addresses of that scheme.
        case unsupportedScheme(String)

        /// The `data:` address is not well-formed (RFC 2397).
        case malformedDataURL

        /// The file cannot be read.
        case unreadableFile(description: String)

        /// The task that waited for the bytes was cancelled.
        case cancelled
    }

    /// The address that was asked for.
    public let url: URL

    /// What went wrong.
    public let reason: Reason

    /// Makes an error.
    ///
    /// - Parameters:
    ///   - url: The address that was asked for.
    ///   - reason: What went wrong.
    public init(url: URL, reason: Reason) {
        self.url = url
        self.reason = reason
    }

    /// After what time the server wants to be asked again, if it said so.
    public var retryAfter: Duration? {
        guard case .status(_, let retryAfter) = reason else { return nil }
        return retryAfter
    }
}

extension LoadingError: CustomStringConvertible {
    /// One line: the address, then what went wrong.
    public var description: String { "\(url.shortened): \(reason)".onOneLine }
}

extension LoadingError.Reason: CustomStringConvertible {
    public var description: String {
        switch self {
        case .transport(_, let description): description
        case .status(let code, nil): "the server answered with status \(code)"
        case .status(let code, let retryAfter?):
            "the server answered with status \(code) and asks to wait \(retryAfter)"
        case .tooLarge(let limit): "larger than the limit of \(limit) bytes"
        case .truncated(let received, let expected): "cut short after \(received) of \(expected) bytes"
        case .unsupportedScheme(let scheme): "addresses with the scheme '\(scheme)' cannot be loaded"
        case .malformedDataURL: "not a well-formed data address"
        case .unreadableFile(let description): "the file cannot be read: \(description)"
        case .cancelled: "cancelled"
        }
    }
}

extension URL {
    /// The address, cut to a length that suits a message: a `data:` address may have megabytes.
    var shortened: String {
        let text = absoluteString
        return text.utf8.count <= 200 ? text : text.prefix(60) + "…"
    }
}

extension String {
    var onOneLine: String {
        split(whereSeparator: \.isNewline).joined(separator: " ")
    }
}
