import Foundation
import Streams

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

typealias AuthChallengeHandler = @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void

/// Forwards the events of a session to their loads.
///
/// The table maps a task to its load. Events may be handled later, when the load compares the task with its
/// present one. A task is removed from the table when its load ends it, so that no event of it is added any
/// more: on Linux a session ignores the disposition `.cancel`, and data arrives until the task is cancelled.
final class TransferDelegate: NSObject, URLSessionDataDelegate {
    private let queue: SessionQueue
    private let delay: EventDelay?
    /// Answers challenges.
    private let challenges: (any URLSessionTaskDelegate)?
    private let loads = Locked<[Int: (load: HTTPLoad, backlog: TaskBacklog)]>([:])

    init(_ queue: SessionQueue, _ delay: EventDelay?, challenges: (any URLSessionTaskDelegate)? = nil) {
        self.queue = queue
        self.challenges = challenges
        self.delay = delay
    }

    func add(_ load: HTTPLoad, for task: URLSessionTask, maximumBytes: Int) {
        let backlog = TaskBacklog(maximumBytes: maximumBytes)
        loads.withLock { $0[task.taskIdentifier] = (load, backlog) }
    }

    func remove(_ task: URLSessionTask) {
        take(task)?.backlog.end()
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        if let (load, backlog) = find(dataTask) {
            backlog.beginBody()
            forward(.response(response), of: dataTask, to: load)
        }
        completionHandler(find(dataTask) == nil ? .cancel : .allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        guard let (load, backlog) = find(dataTask) else { return }
        if load.delivery == .immediate { return forward(.data(data), of: dataTask, to: load) }
        let admission = backlog.add(data.count)
        if admission == .drop { return }
        forward(.data(data), of: dataTask, to: load) { backlog.remove(data.count) }
        // Not here, where the session would wait for its own thread.
        if admission == .handleLast { queue.calls.async { dataTask.cancel() } }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        guard let (load, _) = take(task) else { return }
        forward(.completion(error, task.response), of: task, to: load)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        // The response itself follows, and with it the load computes the next request.
        #if canImport(FoundationNetworking)
            // With Swift 6.3 the process traps if the task is cancelled before this answer is handled. It is
            // removed before it is cancelled: while it is in the table, the answer is the earlier of the two.
            loads.withLock { if $0[task.taskIdentifier] != nil { completionHandler(nil) } }
        #else
            completionHandler(nil)
        #endif
    }

    // All challenges, because there is no method for those of the session.
    func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping AuthChallengeHandler
    ) {
        #if canImport(FoundationNetworking)
            // Not on the thread that reads. With Swift 6.3 a task whose challenge has the default handling
            // never ends; without a credential that handling can only fail. The process traps if a credential
            // to use is missing, or if a task is cancelled while an answer is being handled; both are done on
            // one queue.
            queue.run { [queue, challenges] in
                let answer: AuthChallengeHandler = { disposition, credential in
                    let isDefault = disposition == .performDefaultHandling
                    let lacksCredential = disposition == .useCredential && credential == nil
                    let disposition =
                        isDefault || lacksCredential ? .cancelAuthenticationChallenge : disposition
                    queue.calls.async {
                        if task.state == .canceling || task.state == .completed { return }
                        completionHandler(disposition, credential)
                    }
                }
                guard let challenges else { return answer(.performDefaultHandling, nil) }
                challenges.urlSession(session, task: task, didReceive: challenge) { disposition, credential in
                    if disposition != .performDefaultHandling { return answer(disposition, credential) }
                    // That of a delegate that has no method for tasks.
                    challenges.urlSession(session, didReceive: challenge, completionHandler: answer)
                }
            }
        #else
            guard let challenges else { return completionHandler(.performDefaultHandling, nil) }
            let answer: Void? =
                challenges.urlSession?(
                    session, task: task, didReceive: challenge, completionHandler: completionHandler)
                ?? challenges.urlSession?(
                    session, didReceive: challenge, completionHandler: completionHandler)
            if answer == nil { completionHandler(.performDefaultHandling, nil) }
        #endif
    }

    private func forward(
        _ event: TaskEvent, of task: URLSessionTask, to load: HTTPLoad,
        onHandled: @escaping @Sendable () -> Void = {}
    ) {
        guard let delay else { return handle(event, of: task, in: load, onHandled) }
        delay(event, task) { self.handle(event, of: task, in: load, onHandled) }
    }

    private func handle(
        _ event: TaskEvent, of task: URLSessionTask, in load: HTTPLoad,
        _ onHandled: @escaping @Sendable () -> Void
    ) {
        switch load.delivery {
        case .queued:
            queue.handle {
                load.receive(event, of: task)
                onHandled()
            }
        case .immediate: load.receive(event, of: task)
        }
    }

    private func find(_ task: URLSessionTask) -> (load: HTTPLoad, backlog: TaskBacklog)? {
        loads.withLock { $0[task.taskIdentifier] }
    }

    private func take(_ task: URLSessionTask) -> (load: HTTPLoad, backlog: TaskBacklog)? {
        loads.withLock { $0.removeValue(forKey: task.taskIdentifier) }
    }
}
