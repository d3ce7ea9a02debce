import FluxLoading
import Foundation
import Streams

/// The failure of a page of an API.
public struct HTTPPageError: RetryAfter, TransientError, Hashable, Sendable {
    /// The reason of a failure.
    public enum Reason: Hashable, Sendable {
        /// No response, or no complete one, or one that exceeds a limit.
        case transport(LoadingError.Reason)

        /// A response with a status other than success, the server's own message, and the time to wait before
        /// a retry.
        case status(Int, message: String?, retryAfter: Duration?)

        /// The body is not JSON, or an item is not of the expected type: the path of the value in question,
        /// such as `data[3].login`, empty for the whole body, and what is wrong with it.
        case decoding(path: String, description: String)

        /// The items were not found in the body.
        case items(ItemsFailure)

        /// The next page was not found, or must not be loaded.
        case nextPage(NextPageFailure)
    }

    /// The reason that the items of a page were not found.
    public enum ItemsFailure: Hashable, Sendable {
        /// No array at the path or, without a path, in the body.
        case notFound(description: String)

        /// The body has several arrays of objects, and not one with a common name; specify a path.
        case ambiguous([JSONPath])

        /// The body has the server's message about a failure instead of items, or beside an empty array.
        case refused(message: String)
    }

    /// The reason that the next page was not found, or must not be loaded.
    public enum NextPageFailure: Hashable, Sendable, Codable {
        /// The first page does not have the field, but has others that may be the right ones.
        case missing(JSONPath?, candidates: [JSONPath])

        /// The field, or the link, has no address or cursor.
        case malformed(description: String)

        /// The next page is at another origin, to which requests are not allowed.
        case otherOrigin(URL)

        /// The next page would be loaded without encryption, after one with it.
        case insecure(URL)

        /// The next page has the same items as one before, or the same address: the server ignores the
        /// parameter, if there is one.
        case repeated(parameter: String?)

        /// The list ended after fewer items than the server stated. See ``HTTPPages/mayEndBeforeTotal``.
        case incomplete(read: Int, total: Int)

        /// The detected rule needs a parameter, but requests have a body, which may be the place for it. A
        /// rule that is specified is used as it is.
        case inBody(parameter: String)

        /// A number of consecutive pages had no items, and each named a next page; or, while the list was
        /// loaded toward its start, named a previous one, or had a number or an offset.
        case empty(pages: Int)
    }

    /// The requested URL.
    public let url: URL

    /// The reason of the failure.
    public let reason: Reason

    /// The rules that may find the next page, likeliest first, if no rule was found, or if the server ignores
    /// the parameter of the detected one. A parameter `NAME` is a placeholder for one in the API's
    /// documentation.
    ///
    /// Errors are equal without them.
    public internal(set) var suggestions: [NextPageRule] = []

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - url: The requested URL.
    ///   - reason: The reason of the failure.
    public init(url: URL, reason: Reason) {
        self.url = url
        self.reason = reason
    }

    init(url: URL, reason: Reason, suggestions: [NextPageRule]) {
        self.init(url: url, reason: reason)
        self.suggestions = suggestions
    }

    init(_ error: LoadingError) {
        url = error.url
        reason =
            switch error.reason {
            case .status(let code, let retryAfter):
                .status(code, message: error.serverMessage, retryAfter: retryAfter)
            case let other: .transport(other)
            }
    }

    /// The time to wait before a retry, if the response had a `Retry-After` field.
    public var retryAfter: Duration? { loadingError?.retryAfter }

    /// Whether a retry may succeed: see ``/FluxLoading/LoadingError/isTransient``.
    public var isTransient: Bool { loadingError?.isTransient ?? false }

    /// The same failure as that of the transport.
    private var loadingError: LoadingError? {
        switch reason {
        case .transport(let reason): LoadingError(url: url, reason: reason)
        case .status(let code, let message, let retryAfter):
            LoadingError(
                url: url, reason: .status(code, retryAfter: retryAfter), serverMessage: message)
        case .decoding, .items, .nextPage: nil
        }
    }
}

extension HTTPPageError {
    public static func == (left: Self, right: Self) -> Bool {
        left.url == right.url && left.reason == right.reason
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(url)
        hasher.combine(reason)
    }
}

extension HTTPPageError {
    /// Whether the server may not know the parameter of the request.
    var isOfParameter: Bool {
        switch reason {
        case .nextPage(.repeated(parameter: _?)), .status(400, _, _), .status(422, _, _): true
        case .transport, .status, .decoding, .items, .nextPage: false
        }
    }

    /// Returns the error without credentials that the server repeats.
    func removing(_ credentials: RequestCredentials) -> HTTPPageError {
        HTTPPageError(
            url: credentials.removed(from: url), reason: reason.removing(credentials),
            suggestions: suggestions)
    }
}

extension HTTPPageError.Reason {
    fileprivate func removing(_ credentials: RequestCredentials) -> Self {
        switch self {
        case .transport(let reason): .transport(reason.removing(credentials))
        case .status(let code, let message, let retryAfter):
            .status(
                code, message: message.map { credentials.removed(fromMessage: $0) }, retryAfter: retryAfter)
        case .decoding(let path, let description):
            .decoding(
                path: credentials.removed(fromDescription: path),
                description: credentials.removed(fromDescription: description))
        case .items(.refused(let message)):
            .items(.refused(message: credentials.removed(fromMessage: message)))
        case .items(.notFound(let description)):
            .items(.notFound(description: credentials.removed(fromDescription: description)))
        case .items(.ambiguous): self
        case .nextPage(let failure): .nextPage(failure.removing(credentials))
        }
    }
}

extension HTTPPageError.NextPageFailure {
    /// Whether another response may lead to a page.
    var isTransient: Bool {
        switch self {
        case .missing, .repeated, .incomplete, .malformed, .empty: true
        case .otherOrigin, .insecure, .inBody: false
        }
    }

    fileprivate func removing(_ credentials: RequestCredentials) -> Self {
        switch self {
        case .malformed(let description):
            .malformed(description: credentials.removed(fromDescription: description))
        case .otherOrigin(let url): .otherOrigin(credentials.removed(from: url))
        case .insecure(let url): .insecure(credentials.removed(from: url))
        case .missing, .repeated, .incomplete, .inBody, .empty: self
        }
    }
}

extension HTTPPageError: CustomStringConvertible, CustomDebugStringConvertible {
    /// The URL and the reason, in one line. The URL is printed without user name, password, and tokens in its
    /// query.
    public var description: String {
        if let loadingError { return loadingError.description }
        let text =
            switch reason {
            case .transport, .status: ""
            case .decoding("", let description): description
            case .decoding(let path, let description): "\(description) at \(path)"
            case .items(let failure): failure.description
            case .nextPage(let failure): failure.description
            }
        return "\(url.shortened): \(text)".cut(to: String.maximumDescription).onOneLine
    }

    public var debugDescription: String { description }
}

extension HTTPPageError.ItemsFailure: CustomStringConvertible {
    public var description: String {
        switch self {
        case .notFound(let description): description
        case .refused(let message): "no items, but the message: \(message)"
        case .ambiguous(let paths): "several arrays may be the items: \(paths.listed); name one"
        }
    }
}

extension HTTPPageError.NextPageFailure: CustomStringConvertible {
    public var description: String {
        switch self {
        case .missing(let path?, let candidates):
            "no \(path.quoted) for the next page, but \(candidates.listed)"
        case .missing(nil, let candidates): "no link to the next page, but \(candidates.listed)"
        case .malformed(let description): description
        case .otherOrigin(let url):
            "the next page is at another origin, \(URLOrigin(url).map { "\($0)" } ?? url.redacted)"
        case .insecure(let url): "the next page is not encrypted: \(url.redacted)"
        case .repeated(let parameter?):
            "the same items as on an earlier page: the server ignores '\(parameter)', or repeats its last page"
        case .repeated(nil): "the next page is one that was loaded already"
        case .incomplete(let read, let total): "the list ended after \(read) of \(total) items"
        case .inBody(let parameter):
            "the next page needs '\(parameter)', but whether in the address or in the request's body is unknown; "
                + "specify the rule"
        case .empty(let pages): "\(pages) pages in succession have no items; no further one is requested"
        }
    }
}

extension [JSONPath] {
    /// The first paths in quotes.
    fileprivate var listed: String {
        let isCut = count > Self.maximumListed
        return (prefix(Self.maximumListed).map(\.quoted) + (isCut ? ["…"] : [])).joined(separator: ", ")
    }

    private static var maximumListed: Int { 8 }
}

extension HTTPPageError: LocalizedError {
    public var errorDescription: String? { description }
}
