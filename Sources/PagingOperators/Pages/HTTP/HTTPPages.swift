import FluxLoading
import Foundation
import Streams

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A source of the pages of a JSON API.
///
/// ```swift
/// let issues = HTTPPages<Issue>(url, next: .link)
/// for try await issue in issues.retry(.exponential(from: .milliseconds(250), attempts: 4)).items() {
///     print(issue.title)
/// }
/// ```
///
/// The first page is requested as specified, with an `Accept` field for JSON unless it has one, and with user
/// name and password as an `Authorization` field. For further pages one parameter of its query is set, or the
/// address in a response is requested; header fields, method and body do not change:
///
/// ```swift
/// let rows = HTTPPages<Row>(request, items: "data.rows", next: .cursor(at: "meta.next", as: "cursor"))
/// ```
///
/// The parameter may also be a member of a JSON body, as in GraphQL:
///
/// ```swift
/// let stars = HTTPPages<Repository>(
///     query, items: "data.viewer.stars.nodes",
///     next: .cursor(at: "data.viewer.stars.pageInfo.endCursor", as: .body("variables.after")))
/// ```
///
/// Without a path, the items are the array that is the body, or the only array of objects in it; of several
/// ones, the outermost with a common name, such as `items` or `results`. If the body is an array of an object
/// with counts and an array, they are those of the latter. Without a rule, the first
/// response is searched for the next page: the `Link` header, common fields for addresses and cursors, and
/// counts beside a page number or an offset. The detected rule applies to all pages.
///
/// Without a rule, a first page without any sign of a next one is the only page, also if it has as many items
/// as a parameter such as `limit` in its address allows. Specify the rule for such a server.
///
/// A list does not end silently if the server indicates further items. Loading the next page fails with
/// ``HTTPPageError/NextPageFailure`` if fewer items were read than the body or a header field states, or if a
/// field indicates a next page that is not found. It also fails if a page repeats an earlier one, even with a
/// different key. The items of the page before are delivered in each case. The error's
/// ``HTTPPageError/suggestions`` are rules that may find the next page.
///
/// Header fields, and the user name and password of the URL, are sent to the origin of the first page only.
/// There, a next address gets the `api_key`, `access_token` or similar parameter of the first one's query if
/// it lacks it. A next page at another origin is an error unless that origin is allowed; it is then requested
/// without them.
///
/// If the next page is not found, its load fails. A further load, as at `.retry` or with a stored key,
/// requests the page before it again, and delivers the items that this page has gained. If that page is
/// loaded once more, these items are in the list twice: `dedupe(by:)` hides them.
///
/// A body may be JSON in UTF-8, UTF-16 or UTF-32, or a sequence of values, one on each line (NDJSON).
public struct HTTPPages<Item: Sendable>: PageSource {
    public typealias Key = HTTPPageKey
    public typealias Failure = HTTPPageError

    typealias Decoding = @Sendable (JSONElements, JSONPath, URL) throws(HTTPPageError) -> [Item]

    let request: URLRequest
    let items: JSONPath?
    let next: NextPageRule
    let allowedOrigins: Set<URLOrigin>
    let loader: any DataLoading
    let decode: Decoding
    /// The pages that were not found.
    let failures = FailedPages()

    /// The number of consecutive pages without items that name a next page at which the list fails; 5 by
    /// default. A number below 1 counts as 1.
    ///
    /// An API that filters items after it divides them into pages, such as DynamoDB's scans, may need more.
    /// The same number applies to pages that name a previous page while a list is loaded toward its start.
    /// Where pages have numbers or offsets, it is 30 there, as the list may have become shorter.
    public var maximumEmptyPages = 5

    /// Whether a list that ends before the number of items or pages that its server states is complete. By
    /// default it is a failure, after the last items, because nothing else tells such a list from one that
    /// has lost its end.
    ///
    /// Set it for a server that counts more than it returns: GitHub's search returns the first 1,000 items,
    /// others estimate the number. Where pages have numbers or offsets, status 422 after the first page ends
    /// the list as well then, and status 404 or 416 as without a number of items.
    public var mayEndBeforeTotal = false

    /// Whether the statuses 404 and 416 are always failures. By default they are the end of a list by page
    /// number, and 416 that of one by offset, after the first page.
    package var isStrict = false

    /// Called with each response, before its items are decoded.
    package var onResponse: (@Sendable (HTTPPageResponse) -> Void)?

    /// Returns whether another parameter may be tried where the server ignores the one that was detected;
    /// `nil` if that is always so.
    package var mayTry: (@Sendable () -> Bool)?

    /// Called when the server ignores a parameter that was detected, before another one is tried.
    package var onTrial: (@Sendable (PageTrial) -> Void)?

    /// Creates a source of the pages at a URL.
    ///
    /// - Parameters:
    ///   - url: The URL of the first page.
    ///   - items: The path of the array of items; `nil` to detect it.
    ///   - next: The rule that finds the next page.
    ///   - allowedOrigins: URLs of further origins from which next pages may be loaded, besides that of the
    ///     first page.
    ///   - decoder: Decodes the items. It must not be changed afterwards. Its `allowsJSON5` has no effect: a
    ///     body is read before it is decoded, and one that is not JSON (RFC 8259) is a failure.
    ///   - loader: Loads the responses. By default each source has a session, with connections, of its own:
    ///     give sources that are made for each search or each user one loader.
    public init(
        _ url: URL, items: JSONPath? = nil, next: NextPageRule = .detected, allowedOrigins: [URL] = [],
        decoder: JSONDecoder = JSONDecoder(), loader: any DataLoading = URLSessionDataLoader()
    ) where Item: Decodable {
        self.init(
            URLRequest(url: url), items: items, next: next, allowedOrigins: allowedOrigins, decoder: decoder,
            loader: loader)
    }

    /// Creates a source of the pages at a request's URL.
    ///
    /// - Parameters:
    ///   - request: The request for the first page: URL, header fields, method and body.
    ///   - items: The path of the array of items; `nil` to detect it.
    ///   - next: The rule that finds the next page. If it sets members of the body, the body must be a JSON
    ///     object.
    ///   - allowedOrigins: URLs of further origins from which next pages may be loaded, besides that of the
    ///     first page. A request with a body is not sent to them.
    ///   - decoder: Decodes the items. It must not be changed afterwards. Its `allowsJSON5` has no effect: a
    ///     body is read before it is decoded, and one that is not JSON (RFC 8259) is a failure.
    ///   - loader: Loads the responses. By default each source has a session, with connections, of its own:
    ///     give sources that are made for each search or each user one loader.
    public init(
        _ request: URLRequest, items: JSONPath? = nil, next: NextPageRule = .detected,
        allowedOrigins: [URL] = [], decoder: JSONDecoder = JSONDecoder(),
        loader: any DataLoading = URLSessionDataLoader()
    ) where Item: Decodable {
        self.init(
            request, items: items, next: next, allowedOrigins: allowedOrigins, loader: loader,
            decode: { (texts, path, url) throws(HTTPPageError) in
                try ItemDecoding.items(texts, at: path, of: url, with: decoder)
            })
    }

    /// Makes a source whose items are made from their JSON.
    ///
    /// - Parameter item: Makes an item from its JSON and the URL of the response.
    package init(
        _ request: URLRequest, items: JSONPath? = nil, next: NextPageRule = .detected,
        allowedOrigins: [URL] = [], loader: any DataLoading = URLSessionDataLoader(),
        item: @escaping @Sendable (JSONText, URL) throws(JSONMismatch) -> Item
    ) {
        self.init(
            request, items: items, next: next, allowedOrigins: allowedOrigins, loader: loader,
            decode: { (texts, path, url) throws(HTTPPageError) in
                try ItemDecoding.items(texts, at: path, of: url, item)
            })
    }

    private init(
        _ request: URLRequest, items: JSONPath?, next: NextPageRule, allowedOrigins: [URL],
        loader: any DataLoading, decode: @escaping Decoding
    ) {
        for parameter in next.parameters {
            do throws(JSONMismatch) {
                try URLRequest.checkBody(request.httpBody, for: parameter)
            } catch {
                preconditionFailure("\(parameter) cannot be set: \(error)")
            }
        }
        var request = request.movingUserInfoToHeader
        if request.value(forHTTPHeaderField: "Accept") == nil {
            request.setValue(Self.acceptedTypes, forHTTPHeaderField: "Accept")
        }
        self.request = request
        self.items = items
        self.next = next
        self.allowedOrigins = Set(allowedOrigins.compactMap { URLOrigin($0) })
        self.loader = loader
        self.decode = decode
    }

    /// The media types of responses, unless the request names others: a server of JSON:API or HAL refuses
    /// plain JSON.
    private static var acceptedTypes: String { "application/json, application/*+json;q=0.9, */*;q=0.1" }

    /// Loads a page.
    ///
    /// - Parameter request: The page to load; a key of `nil` is the first page.
    public func page(for request: PageRequest<HTTPPageKey>)
        -> ExtraPublishers.Async<
            Page<HTTPPageKey, Item>, HTTPPageError
        >
    {
        let context = PageLoadContext(observer: request.observer, permits: request.permits)
        return ExtraPublishers.Async { () async throws(HTTPPageError) in
            try await load(request.key, context)
        }
    }
}
