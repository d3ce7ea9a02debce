import Dispatch
import Foundation
import FoundationNetworking
import Streams

// What stands in place of the queues and of the network, so that no thread runs that is not explored. The
// names hide those of Dispatch and Foundation in this module.

/// What makes the schedulers of queues, and answers the tasks of sessions. Set by each program.
package struct StandIns {
    package nonisolated(unsafe) static var current: StandIns?

    package var scheduler: (_ label: String) -> any Scheduler
    /// Called when a task begins.
    package var answer: @Sendable (StandInTask) -> Void

    package init(
        scheduler: @escaping (_ label: String) -> any Scheduler,
        answer: @escaping @Sendable (StandInTask) -> Void = { _ in }
    ) {
        self.scheduler = scheduler
        self.answer = answer
    }

    fileprivate static var answer: @Sendable (StandInTask) -> Void {
        if let current { current.answer } else { { _ in } }
    }

    fileprivate static func scheduler(_ label: String) -> any Scheduler {
        if let current { current.scheduler(label) } else { ImmediateScheduler.shared }
    }
}

public final class DispatchQueue: Scheduler {
    private let base: any Scheduler

    public convenience init(label: String, qos: DispatchQoS = .default) {
        self.init(label)
    }

    private init(_ label: String) {
        base = StandIns.scheduler(label)
    }

    public static func global(qos: DispatchQoS.QoSClass = .default) -> DispatchQueue {
        DispatchQueue("global")
    }

    public func async(execute work: @escaping @Sendable () -> Void) { base.schedule(work) }

    public var now: Duration { base.now }

    public func schedule(_ action: @escaping @Sendable () -> Void) { base.schedule(action) }

    public func schedule(in delay: Duration, _ action: @escaping @Sendable () -> Void) -> any Cancellable {
        base.schedule(in: delay, action)
    }
}

package typealias StandInTask = URLSessionDataTask

public class URLSessionTask: @unchecked Sendable {
    // Sendable: `response` is written by the thread of the network alone.

    enum State { case running, suspended, canceling, completed }

    /// Read at challenges only, which this network does not send.
    let state = State.running
    package let taskIdentifier: Int
    package let session: URLSession
    package var response: URLResponse?
    package let originalRequest: URLRequest

    fileprivate init(_ request: URLRequest, _ number: Int, _ session: URLSession) {
        originalRequest = request
        taskIdentifier = number
        self.session = session
    }

    func resume() {
        if let task = self as? URLSessionDataTask { session.answer(task) }
    }

    /// On Linux a task that is cancelled completes with an error, later.
    func cancel() { complete(with: URLError(.cancelled)) }

    /// Ends the task, unless it has ended.
    package func complete(with error: (any Error)? = nil) {
        session.onNetwork { [self] in
            if session.end(self) {
                session.delegate.urlSession(session, task: self, didCompleteWithError: error)
            }
        }
    }
}

public final class URLSessionDataTask: URLSessionTask, @unchecked Sendable {
    package func respond(_ response: URLResponse) {
        session.onNetwork { [self] in
            guard session.isRunning(self) else { return }
            self.response = response
            session.delegate.urlSession(session, dataTask: self, didReceive: response) { _ in }
        }
    }

    package func send(_ data: Data) {
        session.onNetwork { [self] in
            if session.isRunning(self) {
                session.delegate.urlSession(session, dataTask: self, didReceive: data)
            }
        }
    }
}

/// A session whose tasks receive what the program answers, on the thread of the network.
public final class URLSession: @unchecked Sendable {
    // Sendable: `ended` is used by the thread of the network alone, `lastNumber` by that of the calls.

    public enum ResponseDisposition: Sendable { case allow, cancel }
    public enum AuthChallengeDisposition: Sendable {
        case useCredential, performDefaultHandling, cancelAuthenticationChallenge
    }

    fileprivate let delegate: TransferDelegate
    fileprivate let answer: @Sendable (URLSessionDataTask) -> Void
    private let network: any Scheduler
    private var ended: Set<Int> = []
    private var lastNumber = 0

    init(configuration: URLSessionConfiguration, delegate: TransferDelegate, delegateQueue: OperationQueue) {
        self.delegate = delegate
        network = StandIns.scheduler("network")
        answer = StandIns.answer
    }

    func dataTask(with request: URLRequest) -> URLSessionDataTask {
        lastNumber += 1
        return URLSessionDataTask(request, lastNumber, self)
    }

    func finishTasksAndInvalidate() {}

    fileprivate func onNetwork(_ action: @escaping @Sendable () -> Void) { network.schedule(action) }

    fileprivate func isRunning(_ task: URLSessionTask) -> Bool { !ended.contains(task.taskIdentifier) }

    fileprivate func end(_ task: URLSessionTask) -> Bool { ended.insert(task.taskIdentifier).inserted }
}

public protocol URLSessionDelegate: Sendable {
    func urlSession(
        _ session: URLSession, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    )
}

extension URLSessionDelegate {
    public func urlSession(
        _ session: URLSession, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        completionHandler(.performDefaultHandling, nil)
    }
}

public protocol URLSessionTaskDelegate: URLSessionDelegate {
    func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    )
}

public protocol URLSessionDataDelegate: URLSessionTaskDelegate {}
