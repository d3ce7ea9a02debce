import Foundation
import Streams

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Loads `http:` and `https:` addresses with a `URLSession` of its own.
///
/// An answer counts only if its status is a success (200…299), if it is no larger than the limit, and if as many
/// bytes came as were declared. The session keeps no cache, no cookies and no credentials. Bodies are asked for
/// without compression, so that progress counts what was declared, unless the request sets `Accept-Encoding`.
/// A redirection to another origin loses its `Authorization` and `Cookie`.
///
/// Released, the loader lets the loads that are under way end, and its session goes with them.
public final class URLSessionDataLoader: DataLoading {
    private let session: URLSession
    private let transfers = TransferDelegate()
    private let maximumBytes: Int

    /// Makes a loader with a session.
    ///
    /// - Parameters:
    ///   - configuration: Time-outs, proxies, connections to a host, and so on. It is copied; its cache, cookies
    ///     and credentials are not used.
    ///   - maximumBytes: The largest body that is loaded, by what the server declares and by what it sends.
    public init(configuration: URLSessionConfiguration = .ephemeral, maximumBytes: Int = 64 * 1024 * 1024) {
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = 1
        self.maximumBytes = maximumBytes
        session = URLSession(
            configuration: configuration.keepingNothing, delegate: transfers, delegateQueue: queue)
    }

    deinit {
        session.finishTasksAndInvalidate()
    }

    /// Starts loading.
    ///
    /// - Parameters:
    ///   - request: What to load. An address with another scheme fails at once.
    ///   - receive: Called serially on a thread that all loads of this loader share.
    /// - Returns: Stops the load and closes its connection.
    public func load(
        _ request: URLRequest, receive: @escaping @Sendable (DataEvent) -> Void
    ) -> any Cancellable {
        guard let scheme = request.address.scheme?.lowercased(), scheme == "http" || scheme == "https" else {
            receive(.failed(.unsupportedScheme(of: request.address)))
            return Subscriptions.empty
        }
        let task = session.dataTask(with: request.acceptingIdentity)
        transfers.add(Transfer(HTTPTransfer(request, maximumBytes: maximumBytes), receive), for: task)
        task.resume()
        return TransferHandle(task: task, transfers: transfers)
    }
}

/// Stops one task of the session.
private struct TransferHandle: Cancellable {
    let task: URLSessionTask
    let transfers: TransferDelegate

    func cancel() {
        if transfers.remove(task) { task.cancel() }
    }
}

extension URLSessionConfiguration {
    fileprivate var keepingNothing: URLSessionConfiguration {
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
