import Foundation
import Streams

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension URLSessionDataLoader {
    /// Loads the complete body at a URL. The same as ``data(for:)`` with a plain request.
    ///
    /// - Parameter url: The URL to load.
    /// - Returns: The body and the response.
    /// - Throws: Why the load failed.
    public func data(from url: URL) async throws(LoadingError) -> (Data, HTTPURLResponse) {
        try await data(for: URLRequest(url: url))
    }

    /// Loads a complete body.
    ///
    /// For the JSON of a type, see ``DataLoading/decode(_:for:with:)``.
    ///
    /// - Parameter request: The request to load.
    /// - Returns: The body and the response.
    /// - Throws: Why the load failed; ``LoadingError/Reason/cancelled``, at once, when the calling task is
    ///   cancelled, which also cancels the load.
    public func data(for request: URLRequest) async throws(LoadingError) -> (Data, HTTPURLResponse) {
        let (body, response) = try await body(for: request)
        guard let response = response as? HTTPURLResponse else {
            throw LoadingError(
                url: request.urlOrBlank,
                reason: .transport(.badServerResponse, description: "not an HTTP response"))
        }
        return (body, response)
    }
}
