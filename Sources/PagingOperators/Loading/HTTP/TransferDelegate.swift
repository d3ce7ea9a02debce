import Foundation
import Streams

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// One load of a session: the validation of its response, and its receiver.
struct Transfer: Sendable {
    var response: HTTPTransfer
    let receive: @Sendable (DataEvent) -> Void

    init(_ response: HTTPTransfer, _ receive: @escaping @Sendable (DataEvent) -> Void) {
        self.response = response
        self.receive = receive
    }
}

/// Forwards the events of a session to their loads.
///
/// A load is removed from the table when it finishes, fails or is cancelled; later events of it are ignored. The session
/// retains this object, and not the loader, so that the loader can be released.
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
        let isAccepted = forward(.response(response), of: dataTask) { transfer throws(LoadingError) in
            try transfer.receive(response)
        }
        completionHandler(isAccepted ? .allow : .cancel)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        forward(.bytes(data), of: dataTask) { transfer throws(LoadingError) in
            try transfer.receive(byteCount: data.count)
        }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        guard let transfer = take(task) else { return }
        if let error {
            transfer.receive(.failed(transfer.response.failure(for: error)))
            return
        }
        do throws(LoadingError) {
            try transfer.response.finish()
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

    /// Forwards an event, or the error of its validation.
    ///
    /// - Returns: Whether the event was valid.
    @discardableResult
    private func forward(
        _ event: DataEvent, of task: URLSessionTask,
        validate: @Sendable (inout HTTPTransfer) throws(LoadingError) -> Void
    ) -> Bool {
        let (receive, failure) = transfers.withLock { transfers in
            let receive = transfers[task.taskIdentifier]?.receive
            do throws(LoadingError) {
                if receive != nil { try validate(&transfers[task.taskIdentifier]!.response) }  // present
                return (receive, LoadingError?.none)
            } catch {
                return (receive, error)
            }
        }
        guard let receive else { return false }
        guard let failure else {
            receive(event)
            return true
        }
        // On Linux a session ignores the disposition `.cancel`: the task has to be cancelled.
        if remove(task) {
            task.cancel()
            receive(.failed(failure))
        }
        return false
    }

    private func take(_ task: URLSessionTask) -> Transfer? {
        transfers.withLock { $0.removeValue(forKey: task.taskIdentifier) }
    }
}

extension URLRequest {
    /// A redirected request without the credentials that are for another origin (RFC 9110 §15.4).
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
