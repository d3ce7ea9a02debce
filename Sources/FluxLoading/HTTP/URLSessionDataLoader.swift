import Foundation
import Streams

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Loads `http:` and `https:` URLs with a `URLSession` of its own.
///
/// A response is accepted if its status is a success (200…299), its body does not exceed the limit, and the
/// body has its declared length. Status 304 is accepted if the request has `If-None-Match` or
/// `If-Modified-Since`, 206 only if it has `Range`, or if the response is a part of a list: JSON whose
/// `Content-Range`, if any, is not in bytes. The session has no cache and no credentials, and only the
/// cookies of the storage that it is given. Bodies are requested without compression, so that progress and
/// the declared length count the same bytes, unless the request sets `Accept-Encoding`.
///
/// The header fields of a request, and the user name and password of its URL, are sent to the origin of the
/// URL only. A redirect to another origin is followed without them, except for fields that describe the
/// content, such as `Accept`. A redirect from `https` to `http` is refused, as is a redirect to another
/// origin that keeps the body of the request.
///
/// On Linux a session loads no URL whose host is an IPv6 address with a zone, such as `[fe80::1%25eth0]`:
/// such a load fails at once, with `URLError.Code.unsupportedURL`.
///
/// On Linux all sessions of a process read on one thread, which does not wait for a receiver. The bytes of a
/// body are kept until they are handled, up to the limit of the body, or to 64 MiB where the limit is higher.
/// Beyond that, other loads wait for the receiver. An endless body that arrives faster than it is
/// decompressed blocks the thread, too: its load fails at the limit, but other loads wait until the server
/// stops sending.
///
/// With Swift 6.3 on Linux, the session traps in three cases: if a connection closes within the head of a
/// response, after its status line; if a chunked body has trailer fields; or if `Content-Length` is 2⁶³ − 512
/// or more. See https://github.com/swiftlang/swift-corelibs-foundation/issues/5285. It reads header fields in
/// quadratic time: 32,000 short ones take about 14 seconds. It refuses a response with a field whose value is
/// not UTF-8, such as a file name in Latin-1, or that has no space after its colon, such as `ETag:"1"`; see
/// https://github.com/swiftlang/swift-corelibs-foundation/pull/5527. Of fields whose names differ in case
/// only, such as `Link` and `link`, it keeps one.
///
/// Loads that are running when the loader is released continue; the session is invalidated after the last of
/// them.
public final class URLSessionDataLoader: DataLoading {
    private let session: HTTPSession

    /// Creates a loader with a session.
    ///
    /// - Parameters:
    ///   - configuration: Timeouts, proxies, TLS versions, connections per host, and so on. It is copied; its
    ///     cache, cookies and credentials are not used. Its `timeoutIntervalForRequest` limits the time
    ///     without any data; a request may have a `timeoutInterval` of its own, other than 60 s, which is
    ///     that of a request that sets none.
    ///   - maximumBytes: The limit of a body, both of its declared length and of the bytes received.
    ///   - maximumRedirects: The number of redirects that one load may follow.
    ///   - deadline: The limit of the time of a whole load; `nil` for none. A load that exceeds it fails with
    ///     a timeout.
    ///   - cookies: The cookies to send, and where those of responses are kept, by the configuration's
    ///     policy; `nil` for none. Each redirect is sent those of its own URL. A request with a `Cookie`
    ///     field of its own is sent that field only. On Linux a cookie that has expired by its
    ///     `Max-Age` may stay in the storage; it is not sent.
    ///   - challengeDelegate: Answers challenges of servers: for a password, or for trust in a certificate
    ///     and a client certificate, which URLSession does not forward on Linux. Only its method for
    ///     challenges of tasks is called or, if it has none, that of sessions; on Linux also if it has
    ///     answered with the default handling. They are called on a queue that all loads of this loader
    ///     share, and may answer later. The deadline includes this time.
    public convenience init(
        configuration: URLSessionConfiguration = .ephemeral, maximumBytes: Int = 64 * 1024 * 1024,
        maximumRedirects: Int = 10, deadline: Duration? = .seconds(300), cookies: HTTPCookieStorage? = nil,
        challengeDelegate: (any URLSessionTaskDelegate)? = nil
    ) {
        self.init(
            configuration: configuration, maximumBytes: maximumBytes, maximumRedirects: maximumRedirects,
            deadline: deadline, scheduler: DispatchQueue.global(), cookies: cookies,
            challengeDelegate: challengeDelegate)
    }

    /// Makes a loader whose deadline is measured by a scheduler.
    ///
    /// - Parameter mayRedirect: Returns whether a redirect to a URL is followed; others fail.
    package init(
        configuration: URLSessionConfiguration = .ephemeral, maximumBytes: Int = 64 * 1024 * 1024,
        maximumRedirects: Int = 10, mayRedirect: @escaping @Sendable (URL) -> Bool = { _ in true },
        deadline: Duration?, scheduler: any Scheduler, cookies: HTTPCookieStorage? = nil,
        challengeDelegate: (any URLSessionTaskDelegate)? = nil
    ) {
        session = HTTPSession(
            configuration, maximumBytes: maximumBytes, maximumRedirects: maximumRedirects,
            mayRedirect: mayRedirect, deadline: deadline, scheduler: scheduler, cookies: cookies,
            challenges: challengeDelegate)
    }

    /// Makes a loader that handles events later than they arrive, for tests.
    init(
        delay: @escaping EventDelay, deadline: Duration? = nil,
        scheduler: any Scheduler = DispatchQueue.global()
    ) {
        session = HTTPSession(
            .ephemeral, maximumBytes: .max, maximumRedirects: 10, mayRedirect: { _ in true },
            deadline: deadline,
            scheduler: scheduler, delay: delay)
    }

    /// Starts loading.
    ///
    /// - Parameters:
    ///   - request: The request to load. A URL with another scheme fails at once.
    ///   - receive: Called serially on a queue that all loads of this loader share.
    /// - Returns: Cancels the load and closes its connection.
    public func load(
        _ request: URLRequest, receive: @escaping @Sendable (DataEvent) -> Void
    ) -> any Cancellable {
        load(request, .queued, receive)
    }

    private func load(
        _ request: URLRequest, _ delivery: HTTPLoad.Delivery,
        _ receive: @escaping @Sendable (DataEvent) -> Void
    ) -> any Cancellable {
        let request = request.movingUserInfoToHeader.acceptingIdentity.withLowercaseScheme
        guard let scheme = request.urlOrBlank.scheme?.lowercased(), scheme == "http" || scheme == "https"
        else {
            receive(.failed(.unsupportedScheme(of: request.urlOrBlank)))
            return Subscriptions.empty
        }
        #if canImport(FoundationNetworking)
            if request.urlOrBlank.hasZone {
                receive(.failed(.unsupportedHost(of: request.urlOrBlank)))
                return Subscriptions.empty
            }
        #endif
        let load = HTTPLoad(request, session, delivery, receive: receive)
        load.begin()
        return load
    }
}

extension URLSessionDataLoader: ImmediateDataLoading {
    func loadImmediately(
        _ request: URLRequest, receive: @escaping @Sendable (DataEvent) -> Void
    ) -> any Cancellable {
        load(request, .immediate, receive)
    }
}

extension URLSessionDataLoader: FieldAddingDataLoader {
    package var addedFields: AddedFields { session.addedFields }
}

extension LoadingError {
    fileprivate static func unsupportedHost(of url: URL) -> LoadingError {
        let description = "URLSession on Linux loads from no IPv6 address with a zone; use a host name"
        return LoadingError(url: url, reason: .transport(.unsupportedURL, description: description))
    }
}

extension URL {
    /// Whether the host is an IPv6 address with a zone (RFC 6874).
    fileprivate var hasZone: Bool {
        guard let host = host() else { return false }
        return host.contains(":") && host.contains("%")
    }
}

extension URLRequest {
    fileprivate var withLowercaseScheme: URLRequest {
        guard let url, url.withLowercaseScheme != url else { return self }
        var copy = self
        copy.url = url.withLowercaseScheme
        return copy
    }

    fileprivate var acceptingIdentity: URLRequest {
        guard value(forHTTPHeaderField: "Accept-Encoding") == nil else { return self }
        var copy = self
        copy.setValue("identity", forHTTPHeaderField: "Accept-Encoding")
        return copy
    }
}
