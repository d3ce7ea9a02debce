import Foundation
import LoopbackServer
import PagingOperators
import Testing

/// What a server may send instead of a page, or before it.
///
/// Bodies without end are not among these: FoundationNetworking on Linux reads for all sessions of a process
/// on one thread, which such a body may occupy. `BoundedMemoryTests` has them in processes of their own.
enum HostileAnswer: Hashable, Sendable {
    /// How a `Location` is written.
    enum Location: String, CaseIterable, Sendable {
        case url, origin, path, relative, query
    }

    case fault(Misbehavior)
    /// No response.
    case stalled
    /// A body that stops in the middle.
    case stalledBody
    /// A body of a byte now and then.
    case dripping
    /// A redirect to itself.
    case circle
    /// A redirect to another scheme.
    case redirectedToFile
    /// `Retry-After` with such a value.
    case refused(retryAfter: String)
    /// A redirect to the page.
    case redirected(Int, Location)
    /// A compressed page.
    case gzipped
    /// A page in small chunks.
    case chunked

    /// Answers after which the page has to be requested again.
    static let failures: [HostileAnswer] =
        Misbehavior.allCases.map { .fault($0) }
        + [.stalled, .stalledBody, .dripping, .circle, .redirectedToFile]
        + ["", "0", "-1", "1e9", "0, 7", "99999999999999999999", "Thu, 01 Jan 1970 00:00:00 GMT", "\u{e9}"]
        .map {
            .refused(retryAfter: $0)
        }

    /// Answers that lead to the page.
    static let detours: [HostileAnswer] =
        [301, 302, 303, 307, 308].flatMap { status in
            Location.allCases.map { .redirected(status, $0) }
        } + [.gzipped, .chunked]

    /// Whether the page has to be requested again.
    var isFailure: Bool {
        switch self {
        case .redirected, .gzipped, .chunked: false
        default: true
        }
    }

    /// Returns whether a failure of a load is of the kind that this answer has.
    func explains(_ reason: HTTPPageError.Reason) -> Bool {
        switch (self, reason) {
        case (.stalled, .transport(.transport(.timedOut, _))),
            (.stalledBody, .transport(.transport(.timedOut, _))),
            (.dripping, .transport(.transport(.timedOut, _))):
            true
        case (.circle, .transport), (.redirectedToFile, .transport): true
        case (.refused, .status(429, _, _)): true
        case (.fault(let fault), _): fault.explains(reason)
        default: false
        }
    }

    /// Returns the response to a request for a page.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - page: The response without a fault.
    ///   - gate: A gate that stays closed.
    func response(to request: HTTPRequest, _ page: HTTPResponse, _ gate: ResponseGate) -> HTTPResponse {
        switch self {
        case .fault(let fault): fault.applied(to: page)
        case .stalled: page.delivered(.held(gate))
        case .stalledBody: page.delivered(.paused(after: page.body.count / 2, gate))
        case .dripping: page.delivered(.dripped(size: 1, every: .milliseconds(50)))
        case .circle: .redirect(to: "?\(Self.movedName)=1&\(Self.circleName)=1")
        case .redirectedToFile: .redirect(to: "file:///etc/passwd")
        case .refused(let wait): .tooManyRequests(retryAfter: wait)
        case .redirected(let status, let form): .redirect(status: status, to: location(form, of: request))
        case .gzipped: page.gzipped()
        case .chunked: page.framed(.chunked(size: 7))
        }
    }

    /// The marker of a request after a redirect.
    static let movedName = "moved"

    /// The marker of a request in a circle of redirects.
    static let circleName = "circle"

    private func location(_ form: Location, of request: HTTPRequest) -> String {
        let host = request.headers["Host"] ?? ""
        let parts = request.target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let query = "?\(Self.movedName)=%C3%A9\(parts.count > 1 ? "&\(parts[1])" : "")"
        return switch form {
        case .url: "http://\(host)\(parts[0])\(query)"
        case .origin: "//\(host)/new/place/\(query)"
        case .path: "/a%2Fb/\(query)"
        case .relative: "../x/./y\(query)"
        case .query: query
        }
    }
}

extension Misbehavior {
    /// Returns whether a failure of a load is of the kind that this fault has.
    fileprivate func explains(_ reason: HTTPPageError.Reason) -> Bool {
        switch self {
        case .emptyReply, .reset, .resetInBody, .cutBody, .cutChunks, .tooLongLength, .brokenHead,
            .brokenGzip,
            .redirectNowhere:
            if case .transport = reason { true } else { false }
        case .tooShortLength, .webPage, .halfJSON, .noBody:
            if case .decoding(path: "", _) = reason { true } else { false }
        case .serverError: reason.isStatus(500)
        case .unavailable: reason.isStatus(503, "Down for maintenance")
        case .tooManyRequests, .tooManyRequestsUntilThePast, .tooManyRequestsWithoutSense:
            reason.isStatus(429)
        case .notFound: reason.isStatus(404, "Not Found")
        case .unauthorized: reason.isStatus(401, "Bad credentials")
        }
    }
}

extension HTTPPageError.Reason {
    /// Returns whether this is a status, with a message if one is given.
    fileprivate func isStatus(_ code: Int, _ message: String? = nil) -> Bool {
        guard case .status(code, let found, _) = self else { return false }
        return message == nil || found == message
    }
}

extension HostileAnswer: CustomTestStringConvertible {
    var testDescription: String { "\(self)" }
}
