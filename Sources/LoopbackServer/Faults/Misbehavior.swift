import Foundation

/// A fault that any response may have, for tests of clients.
///
/// ```swift
/// let server = try EmbeddedServer { _ in Misbehavior.cutBody.applied(to: .text("hello")) }
/// ```
package enum Misbehavior: String, Sendable, CaseIterable {
    /// The connection closes without a response.
    case emptyReply
    /// The connection is reset without a response.
    case reset
    /// The connection is reset in the middle of the body.
    case resetInBody
    /// The connection closes before the declared length.
    case cutBody
    /// The connection closes before the last chunk.
    case cutChunks
    /// The declared length exceeds the body by far.
    case tooLongLength
    /// The declared length is half of the body, and the rest follows.
    case tooShortLength
    /// The status line is not one of HTTP.
    case brokenHead
    /// The body claims to be compressed.
    case brokenGzip
    /// A web page with status 200, as portals and proxies send.
    case webPage
    /// The first half of the JSON, with a length that fits.
    case halfJSON
    /// An empty body with status 200.
    case noBody
    /// Status 500 with a web page.
    case serverError
    /// Status 503 with a message in JSON.
    case unavailable
    /// Status 429 with `Retry-After: 0`.
    case tooManyRequests
    /// Status 429 with a `Retry-After` of a date in the past.
    case tooManyRequestsUntilThePast
    /// Status 429 with a `Retry-After` that is neither a number nor a date.
    case tooManyRequestsWithoutSense
    /// Status 404 with a message in JSON.
    case notFound
    /// Status 401 with a message in JSON.
    case unauthorized
    /// A redirection without `Location`.
    case redirectNowhere

    /// Returns the response with the fault.
    package func applied(to response: HTTPResponse) -> HTTPResponse {
        let half = response.body.count / 2
        switch self {
        case .emptyReply: return response.delivered(.dropped)
        case .reset: return response.delivered(.reset(after: nil))
        case .resetInBody: return response.delivered(.reset(after: half))
        case .cutBody: return response.delivered(.truncated(after: half))
        case .cutChunks: return response.framed(.chunked(size: 16)).delivered(.truncated(after: half))
        case .tooLongLength: return response.framed(.declared(response.body.count + 1_000_000))
        case .tooShortLength: return response.framed(.declared(half))
        case .brokenHead: return response.delivered(.raw(Data("220 smtp.example ESMTP\r\n\r\n".utf8)))
        case .brokenGzip: return response.with("Content-Encoding", "gzip")
        case .webPage: return .html("<!doctype html><title>Sign in</title><p>Sign in to the network</p>")
        case .halfJSON: return response.with(body: response.body.prefix(half))
        case .noBody: return response.with(body: Data())
        case .serverError: return .html(status: 500, "<h1>Internal Server Error</h1>")
        case .unavailable: return .failure(status: 503, message: "Down for maintenance")
        case .tooManyRequests: return .tooManyRequests(retryAfter: "0")
        case .tooManyRequestsUntilThePast:
            return .tooManyRequests(retryAfter: "Sun, 06 Nov 1994 08:49:37 GMT")
        case .tooManyRequestsWithoutSense: return .tooManyRequests(retryAfter: "in a while")
        case .notFound: return .failure(status: 404, message: "Not Found")
        case .unauthorized: return .failure(status: 401, message: "Bad credentials")
        case .redirectNowhere: return .redirect(to: nil)
        }
    }
}

extension HTTPResponse {
    /// Returns the response with another body.
    package func with(body: Data) -> Self {
        var copy = self
        copy.body = Data(body)
        return copy
    }

    /// Returns the response with its body in the format of gzip.
    package func gzipped() -> Self {
        with(body: Gzip.stored(body)).with("Content-Encoding", "gzip")
    }

    /// A body in the format of gzip that never ends: each byte received is 158 bytes of zeros.
    package static var gzipBomb: Self {
        let zeros = Gzip.zeros
        let repeats = 4_000
        let more = Data(Array(repeating: zeros.more, count: repeats).joined())
        return HTTPResponse(
            headers: ["Content-Type": "application/json", "Content-Encoding": "gzip"],
            body: zeros.start + more, delivery: .endless(from: zeros.start.count))
    }
}
