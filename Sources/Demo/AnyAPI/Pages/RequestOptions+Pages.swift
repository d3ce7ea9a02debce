import Flux
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension RequestOptions {
    /// The limit of the time of a request if the run has none.
    private static let requestDeadline = 300

    /// Makes a source of the pages of the API, which prints on standard error what it detected.
    ///
    /// - Parameters:
    ///   - url: The URL of the first page.
    ///   - budget: Counts the requests, and ends trials of other parameters.
    ///   - notes: Writes what was detected.
    ///   - onResponse: Called with each response, before its items are decoded.
    ///   - item: Makes an item from its JSON and the URL of the response.
    func pages<Item>(
        at url: URL, _ budget: RequestBudget, notes: Notes,
        onResponse: @escaping @Sendable (HTTPPageResponse) -> Void = { _ in },
        item: @escaping @Sendable (JSONText, URL) throws(JSONMismatch) -> Item
    ) -> HTTPPages<Item> {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = TimeInterval(timeout)
        let loader = URLSessionDataLoader(
            configuration: configuration, maximumBytes: maximumBytes,
            deadline: .seconds(deadline ?? Self.requestDeadline))
        var source = HTTPPages<Item>(
            request(for: url), items: items, next: next, allowedOrigins: allowedOrigins,
            loader: budget.counting(loader), item: item)
        source.isStrict = isStrict
        source.maximumEmptyPages = maximumEmptyPages
        source.mayEndBeforeTotal = mayEndEarly
        // A page that is loaded again tries the same parameters, and may have the same errors.
        let written = Locked<Set<String>>([])
        @Sendable func writeOnce(_ text: String) {
            if written.withLock({ $0.insert(text).inserted }) { StandardError.write("Demo: \(text)") }
        }
        source.mayTry = { !budget.isSpent }
        source.onTrial = { writeOnce("\($0)") }
        source.onResponse = { [request = request(for: url)] response in
            onResponse(response)
            if response.itemCount > 0,
                let message = ServerMessage.ofErrors(in: response.body, besides: response.items)
            {
                writeOnce("a page has errors: \(request.removingCredentials(from: message))")
            }
            if let path = response.incompleteness {
                writeOnce("the server states that a page is incomplete: \(path.quoted) is true")
            }
            if let detection = response.detection { notes.write("Demo: \(detection.statement)") }
        }
        return source
    }

    /// Calls a closure at the deadline of the run, if there is one.
    ///
    /// - Parameter end: Ends the run. The argument is the reason.
    func schedule(end: @escaping @Sendable (_ reason: String) -> Void) {
        guard let deadline else { return }
        let time = DispatchTime.now() + .seconds(deadline)
        DispatchQueue.global().asyncAfter(deadline: time) {
            end("not complete after \(deadline) second\(deadline == 1 ? "" : "s")")
        }
    }

    /// The retries of transient failures, as long as the budget lasts, and after the wait that a server
    /// requires if that ends before the deadline of the run. Without one, the wait is limited.
    ///
    /// - Parameters:
    ///   - delay: The delay before the first retry.
    ///   - onRetry: Called before the delay of each retry.
    func retryPolicy(
        _ budget: RequestBudget, from delay: Duration = .milliseconds(250),
        onRetry: @escaping @Sendable () -> Void = {}
    ) -> RetryPolicy {
        let start = ContinuousClock.now
        let end = deadline.map { start + .seconds($0) }
        var policy = RetryPolicy(attempts: retries, initialDelay: delay, factor: 2) { error in
            let wait = (error as? any RetryAfter)?.retryAfter ?? .zero
            let longest = end.map { $0 - .now } ?? Self.longestWait
            guard !budget.isSpent, RetryPolicy.isTransient(error), wait <= longest else { return false }
            onRetry()
            return true
        }
        policy.longestRetryAfter = deadline.map { .seconds($0) } ?? Self.longestWait
        return policy
    }

    /// The longest wait that a server may require of a run without a deadline. A failure that requires a
    /// longer one is not retried.
    private static let longestWait = Duration.seconds(30)
}

extension PageDetection {
    /// What was decided by the first response, and what was found and is not used.
    fileprivate var statement: String {
        unused.isEmpty ? "\(self)" : "\(self); not used: \(unused.joined(separator: ", "))"
    }
}
