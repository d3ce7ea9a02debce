import Foundation
import Streams

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Forwards the events of a session to their loads.
///
/// The table maps a task to its load. Events may be handled later, when the load compares the task with its
/// present one. A task is removed from the table when its load ends it, so that no event of it is added any
/// more: on Linux a session ignores the disposition `.cancel`, and data arrives until the task is cancelled.
final class TransferDelegate: NSObject, URLSessionDataDelegate {
    private let queue: SessionQueue
    private let delay: EventDelay?
    private let loads = Locked<[Int: HTTPLoad]>([:])

    init(_ queue: SessionQueue, _ delay: EventDelay?) {
        self.queue = queue
        self.delay = delay
    }

    func add(_ load: HTTPLoad, for task: URLSessionTask) {
        loads.withLock { $0[task.taskIdentifier] = load }
    }

    func remove(_ task: URLSessionTask) {
        _ = take(task)
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        if let load = load(of: dataTask) { forward(.response(response), of: dataTask, to: load) }
        completionHandler(load(of: dataTask) == nil ? .cancel : .allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        if let load = load(of: dataTask) { forward(.data(data), of: dataTask, to: load) }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        guard let load = take(task) else { return }
        forward(.completion(error, task.response), of: task, to: load)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        // The response itself follows, and with it the load computes the next request.
        completionHandler(nil)
    }

    private func forward(_ event: TaskEvent, of task: URLSessionTask, to load: HTTPLoad) {
        guard let delay else { return handle(event, of: task, in: load) }
        delay(event, task) { self.handle(event, of: task, in: load) }
    }

    private func handle(_ event: TaskEvent, of task: URLSessionTask, in load: HTTPLoad) {
        switch load.delivery {
        case .queued: queue.handle { load.receive(event, of: task) }
        case .immediate: load.receive(event, of: task)
        }
    }

    private func load(of task: URLSessionTask) -> HTTPLoad? {
        loads.withLock { $0[task.taskIdentifier] }
    }

    private func take(_ task: URLSessionTask) -> HTTPLoad? {
        loads.withLock { $0.removeValue(forKey: task.taskIdentifier) }
    }
}
