import Foundation
import Streams

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// One load of a session: the judge of its answer, and who is told.
struct Transfer: Sendable {
    var answer: HTTPTransfer
    let receive: @Sendable (DataEvent) -> Void

    init(_ answer: HTTPTransfer, _ receive: @escaping @Sendable (DataEvent) -> Void) {
        self.answer = answer
        self.receive = receive
    }
}

/// Hands what a session reports to the load it belongs to.
///
/// A load leaves the table when it ends, fails or is cancelled; whatever the session reports of it after that is
/// ignored. The session retains this object, and not the loader, so that the loader can be released.
final class TransferDelegate: NSObject, URLSessionDataDelegate {
    private let transfers = Locked<[Int: Transfer]>([:])

    func add(_ transfer: Transfer, for task: URLSessionTask) {
        transfers.withLock { $0[task.taskIdentifier] = transfer }
    }

    /// - Returns: Whether the load had not ended.
    func remove(_ task: URLSessionTask) -> Bool {
        take(task) != nil
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        let isWanted = pass(.response(response), of: dataTask) { answer throws(LoadingError) in
            try answer.receive(response)
        }
        completionHandler(isWanted ? .allow : .cancel)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        pass(.bytes(data), of: dataTask) { answer throws(LoadingError) in
            try answer.receive(byteCount: data.count)
        }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        guard let transfer = take(task) else { return }
        if let error {
            transfer.receive(.failed(transfer.answer.failure(for: error)))
            return
        }
        do throws(LoadingError) {
            try transfer.answer.finish()
            transfer.receive(.finished)
        } catch {
            transfer.receive(.failed(error))
        }
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(request.withoutCredentials(unlessTo: response.url))
    }

    /// Passes an event on, or the error that makes it unacceptable.
    @discardableResult
    private func pass(
        _ event: DataEvent, of task: URLSessionTask,
        check: @Sendable (inout HTTPTransfer) throws(LoadingError) -> Void
    ) -> Bool {
        let (receive, refusal) = transfers.withLock { transfers in
            let receive = transfers[task.taskIdentifier]?.receive
            do throws(LoadingError) {
                if receive != nil { try check(&transfers[task.taskIdentifier]!.answer) }  // it is there
                return (receive, LoadingError?.none)
            } catch {
                return (receive, error)
            }
        }
        guard let receive else { return false }
        guard let refusal else {
            receive(event)
            return true
        }
        // On Linux a session ignores that the answer is refused: the task has to be cancelled.
        if remove(task) {
            task.cancel()
            receive(.failed(refusal))
        }
        return false
    }

    private func take(_ task: URLSessionTask) -> Transfer? {
        transfers.withLock { $0.removeValue(forKey: task.taskIdentifier) }
    }
}

extension URLRequest {
    /// A redirected request without what is meant for the origin it came from (RFC 9110 §15.4).
    fileprivate func withoutCredentials(unlessTo origin: URL?) -> URLRequest {
        guard url?.scheme != origin?.scheme || url?.host != origin?.host || url?.port != origin?.port else {
            return self
        }
        var copy = self
        for field in ["Authorization", "Cookie", "Proxy-Authorization"] {
            copy.setValue(nil, forHTTPHeaderField: field)
        }
        return copy
    }
}
