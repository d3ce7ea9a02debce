import Foundation
import Streams

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Changes each request before it is loaded. See ``DataLoading/preparing(_:)``.
public struct PreparingDataLoader<Base: DataLoading>: DataLoading {
    let base: Base
    let prepare: @Sendable (URLRequest) async throws -> URLRequest

    public func load(
        _ request: URLRequest, receive: @escaping @Sendable (DataEvent) -> Void
    ) -> any Cancellable {
        let link = SubscriptionLink()
        let task = Task { [base, prepare] in
            do {
                let prepared = try await prepare(request)
                if link.isStopped { return }
                SentRequests.add(prepared)
                let load = base.load(prepared) { event in
                    if !link.isStopped { receive(event.located(from: prepared, to: request)) }
                }
                link.attach(request: { _ in }, cancel: { load.cancel() })
            } catch {
                if !link.isStopped { receive(.failed(LoadingError(error, preparing: request))) }
            }
        }
        return PreparedLoad(link: link, task: task)
    }
}

extension PreparingDataLoader: FieldAddingDataLoader {
    /// The fields of the loader that loads the prepared requests: what is prepared is not known.
    package var addedFields: AddedFields {
        (base as? any FieldAddingDataLoader)?.addedFields ?? AddedFields()
    }
}

extension DataEvent {
    /// A response to the prepared request is one to the request: no redirect has led to its URL.
    fileprivate func located(from prepared: URLRequest, to request: URLRequest) -> DataEvent {
        guard case .response(let response) = self, let url = request.url, prepared.url != url,
            response.url == prepared.url
        else { return self }
        return .response(response.located(at: url))
    }
}

/// Continues if it is released: only ``cancel()`` ends it.
private struct PreparedLoad: Cancellable {
    let link: SubscriptionLink
    let task: Task<Void, Never>

    func cancel() {
        task.cancel()
        link.cancel()
    }
}

extension DataLoading {
    /// Changes each request before it is loaded: signs it, for example, with a token that may have to be
    /// fetched first.
    ///
    /// ```swift
    /// let signed = DataLoader().preparing { request in
    ///     var request = request
    ///     request.setValue("Bearer \(try await session.token())", forHTTPHeaderField: "Authorization")
    ///     return request
    /// }
    /// ```
    ///
    /// A field that is added here is not part of an image request's key, nor of the name of a stored list. If
    /// different users see different content, give image requests different headers, or loaders of their own,
    /// and give stored lists a name for each user. Requests to other hosts are prepared as well, such as
    /// those of alternatives and of smaller images: look at the request's URL before you add a token that is
    /// for one host.
    ///
    /// - Parameter prepare: Returns the request to load. Called for each transfer, each retry included, in a
    ///   task that is cancelled with the load. An error that it throws fails the load: a ``LoadingError`` as
    ///   it is, any other as ``LoadingError/Reason/transport(_:description:)`` with the code
    ///   `userAuthenticationRequired`, which is not retried.
    /// - Returns: A loader whose loads begin in the task, and whose events arrive as those of this one.
    public func preparing(
        _ prepare: @escaping @Sendable (URLRequest) async throws -> URLRequest
    ) -> PreparingDataLoader<Self> {
        PreparingDataLoader(base: self, prepare: prepare)
    }
}

extension LoadingError {
    fileprivate init(_ error: any Error, preparing request: URLRequest) {
        self =
            error as? LoadingError
            ?? LoadingError(
                url: request.urlOrBlank,
                reason: .transport(.userAuthenticationRequired, description: "request not prepared: \(error)")
            )
    }
}
