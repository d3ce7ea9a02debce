import Foundation
import Streams

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Forwards the events of a session to their loads.
///
/// A load is removed from the table when it ends; later events of its task are ignored: on Linux a session ignores the
/// disposition `.cancel`, and data arrives until the task is cancelled.
final class TransferDelegate: NSObject, URLSessionDataDelegate {
    private let queue: SessionQueue
    private let loads = Locked<[Int: HTTPLoad]>([:])

    init(_ queue: SessionQueue) {
        self.queue = queue
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
        if let load = load(of: dataTask) { handle(load) { load.receive(response) } }
        completionHandler(load(of: dataTask) == nil ? .cancel : .allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        if let load = load(of: dataTask) { handle(load) { load.receive(data) } }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        guard let load = take(task) else { return }
        let response = task.response
        handle(load) { load.complete(with: error, response) }
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        // The response itself follows, and with it the load computes the next request.
        completionHandler(nil)
    }

    private func handle(_ load: HTTPLoad, _ event: @escaping @Sendable () -> Void) {
        switch load.delivery {
        case .queued: queue.handle(event)
        case .immediate: event()
        }
    }

    private func load(of task: URLSessionTask) -> HTTPLoad? {
        loads.withLock { $0[task.taskIdentifier] }
    }

    private func take(_ task: URLSessionTask) -> HTTPLoad? {
        loads.withLock { $0.removeValue(forKey: task.taskIdentifier) }
    }
}
