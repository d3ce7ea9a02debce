import Foundation
import Streams

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A session with its delegate. It is invalidated once no loader and no load retains it.
final class HTTPSession: Sendable {
    let maximumBytes: Int
    let maximumRedirects: Int
    let mayRedirect: @Sendable (URL) -> Bool
    let deadline: Duration?
    /// Whether a delegate of the project's answers challenges.
    let isChallenged: Bool
    /// How long the body of an error response is awaited.
    let messageTime = Duration.seconds(3)
    /// How long the first response is awaited. The session's own time counts from the last byte.
    let headTime: Duration
    /// The header fields of the configuration. They are sent with the first request of a load: after a
    /// redirect to another origin only as far as those of the request are.
    let additionalFields: [String: String]
    /// What requests are sent with beside their own fields.
    let addedFields: AddedFields
    let timer: LoadTimer
    let events = SessionQueue()

    /// The cookies to send with requests that have none of their own. A session adds its own even to those.
    private let cookies: HTTPCookieStorage?
    private let session: URLSession
    private let delegate: TransferDelegate

    init(
        _ configuration: URLSessionConfiguration, maximumBytes: Int, maximumRedirects: Int,
        mayRedirect: @escaping @Sendable (URL) -> Bool, deadline: Duration?, scheduler: any Scheduler,
        cookies: HTTPCookieStorage? = nil, challenges: (any URLSessionTaskDelegate)? = nil,
        delay: EventDelay? = nil
    ) {
        self.maximumBytes = maximumBytes
        self.maximumRedirects = maximumRedirects
        self.mayRedirect = mayRedirect
        self.deadline = deadline
        timer = LoadTimer(scheduler)
        isChallenged = challenges != nil
        delegate = TransferDelegate(events, delay, challenges: challenges)
        headTime = max(.seconds(1), .limitedSeconds(configuration.timeoutIntervalForRequest))
        var fields: [String: String] = [:]
        for (name, value) in configuration.httpAdditionalHeaders ?? [:] { fields["\(name)"] = "\(value)" }
        additionalFields = fields
        addedFields = AddedFields(
            values: Dictionary(
                fields.sorted(by: <).map { ($0.key.lowercased(), $0.value) }, uniquingKeysWith: { $1 }),
            hasCookies: cookies != nil)
        events.maxConcurrentOperationCount = 1
        self.cookies = configuration.httpShouldSetCookies ? cookies : nil
        session = URLSession(
            configuration: configuration.withoutStorage(except: cookies), delegate: delegate,
            delegateQueue: events)
    }

    deinit {
        events.calls.async { [session] in session.finishTasksAndInvalidate() }
    }

    /// Starts a task for a load, unless the load has ended meanwhile.
    func start(_ request: URLRequest, for load: HTTPLoad) {
        events.calls.async { [self] in
            guard load.isActive else { return }
            let task = session.dataTask(with: request.adding(cookies).withLimitedTimeout)
            delegate.add(load, for: task, maximumBytes: maximumBytes)
            if load.attach(task) { task.resume() } else { end(task) }
        }
    }

    /// Ends a task whose later events are ignored.
    func end(_ task: URLSessionTask) {
        delegate.remove(task)
        events.calls.async { task.cancel() }
    }
}

extension URLSessionConfiguration {
    fileprivate func withoutStorage(except cookies: HTTPCookieStorage?) -> URLSessionConfiguration {
        guard let copy = copy() as? URLSessionConfiguration else { return self }
        copy.httpAdditionalHeaders = nil
        copy.urlCache = nil
        copy.requestCachePolicy = .reloadIgnoringLocalCacheData
        copy.httpCookieStorage = cookies
        copy.httpShouldSetCookies = false
        if cookies == nil { copy.httpCookieAcceptPolicy = .never }
        copy.urlCredentialStorage = nil
        // On Linux a session multiplies them as integers.
        copy.timeoutIntervalForRequest = copy.timeoutIntervalForRequest.limited
        copy.timeoutIntervalForResource = copy.timeoutIntervalForResource.limited
        return copy
    }
}

extension URLRequest {
    /// The same request with the cookies of a storage, unless it has a field of its own for them.
    fileprivate func adding(_ cookies: HTTPCookieStorage?) -> URLRequest {
        guard let cookies, httpShouldHandleCookies, value(forHTTPHeaderField: "Cookie") == nil,
            let stored = cookies.cookies(for: urlOrBlank)
        else { return self }
        let now = Date()
        let found = stored.filter { $0.isSent(to: urlOrBlank, at: now) }
        if found.isEmpty { return self }
        var copy = self
        for (name, value) in HTTPCookie.requestHeaderFields(with: found) {
            copy.setValue(value, forHTTPHeaderField: name)
        }
        return copy
    }

    fileprivate var withLimitedTimeout: URLRequest {
        // The time of the session, unless it is set.
        if timeoutInterval == timeoutInterval.limited { return self }
        var copy = self
        copy.timeoutInterval = timeoutInterval.limited
        return copy
    }
}

extension TimeInterval {
    /// At most a century; on Linux whole seconds, since a session drops fractions there.
    var limited: TimeInterval {
        let limited = min(self, Duration.century / .seconds(1))
        #if canImport(FoundationNetworking)
            return limited.rounded(.up)
        #else
            return limited
        #endif
    }
}
