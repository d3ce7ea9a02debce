import Foundation
import Streams

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Loads `http:` and `https:` URLs with a `URLSession` of its own.
///
/// A response is accepted if its status is a success (200…299), its body does not exceed the limit, and the body has its
/// declared length. The session has no cache, no cookies and no credentials. Bodies are requested without compression,
/// so that progress and the declared length count the same bytes, unless the request sets `Accept-Encoding`. A
/// redirection to another origin is sent without `Authorization` and `Cookie`.
///
/// Loads that are running when the loader is released continue; the session is invalidated after the last of them.
public final class URLSessionDataLoader: DataLoading {
    private let session: URLSession
    private let transfers = TransferDelegate()
    private let maximumBytes: Int

    /// Makes a loader with a session.
    ///
    /// - Parameters:
    ///   - configuration: Timeouts, proxies, connections per host, and so on. It is copied; its cache, cookies and
    ///     credentials are not used.
    ///   - maximumBytes: The limit of a body, both of its declared length and of the bytes received.
    public init(configuration: URLSessionConfiguration = .ephemeral, maximumBytes: Int = 64 * 1024 * 1024) {
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = 1
        self.maximumBytes = maximumBytes
        session = URLSession(
            configuration: configuration.withoutStorage, delegate: transfers, delegateQueue: queue)
    }

    deinit {
        session.finishTasksAndInvalidate()
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
        guard let scheme = request.urlOrBlank.scheme?.lowercased(), scheme == "http" || scheme == "https"
        else {
            receive(.failed(.unsupportedScheme(of: request.urlOrBlank)))
            return Subscriptions.empty
        }
        let task = session.dataTask(with: request.acceptingIdentity)
        transfers.add(Transfer(HTTPTransfer(request, maximumBytes: maximumBytes), receive), for: task)
        task.resume()
        return TransferHandle(task: task, transfers: transfers)
    }
}

/// Cancels one task of the session.
private struct TransferHandle: Cancellable {
    let task: URLSessionTask
    let transfers: TransferDelegate

    func cancel() {
        if transfers.remove(task) { task.cancel() }
    }
}

extension URLSessionConfiguration {
    fileprivate var withoutStorage: URLSessionConfiguration {
        guard let copy = copy() as? URLSessionConfiguration else { return self }
        copy.urlCache = nil
        copy.requestCachePolicy = .reloadIgnoringLocalCacheData
        copy.httpCookieStorage = nil
        copy.httpShouldSetCookies = false
        copy.httpCookieAcceptPolicy = .never
        copy.urlCredentialStorage = nil
        return copy
    }
}

extension URLRequest {
    fileprivate var acceptingIdentity: URLRequest {
        guard value(forHTTPHeaderField: "Accept-Encoding") == nil else { return self }
        var copy = self
        copy.setValue("identity", forHTTPHeaderField: "Accept-Encoding")
        return copy
    }
}
