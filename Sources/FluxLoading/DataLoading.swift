import Foundation
import Streams

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Loads the bytes at a URL, chunk by chunk.
///
/// Conform a type of your own for tests, or to load with another HTTP library. The default is ``DataLoader``.
/// Modeled on Nuke's protocol of this name.
public protocol DataLoading: Sendable {
    /// Starts loading.
    ///
    /// - Parameters:
    ///   - request: The request to load.
    ///   - receive: Called serially, on any thread, possibly before this method returns: with one
    ///     ``DataEvent/response(_:)``, the chunks in order, then exactly one ``DataEvent/finished`` or
    ///     ``DataEvent/failed(_:)``, after which it is released. Loads may share the thread, so it should
    ///     return quickly.
    /// - Returns: Cancels the load. After that `receive` is not called any more, not even to report the
    ///   cancellation; a call in progress on another thread completes.
    func load(_ request: URLRequest, receive: @escaping @Sendable (DataEvent) -> Void) -> any Cancellable
}

/// An event of a load.
public enum DataEvent: Sendable {
    /// The response, without its body. Its URL is the one that was loaded in the end, if a redirect was
    /// followed; an image loader stores with the image that it came by a redirect. `expectedContentLength` is
    /// the length of the body in bytes, negative if unknown.
    ///
    /// A loader should report a status other than success as ``failed(_:)`` with
    /// ``LoadingError/Reason/status(_:retryAfter:)`` in place of it, as ``URLSessionDataLoader`` does, except
    /// a status that the request expects: 304 if it is conditional, 206 if it is for a range. A status from
    /// 400 that is sent as a response has the same effect, `Retry-After` included; its body is not used,
    /// except for the server's own message where JSON is loaded.
    case response(URLResponse)

    /// The next chunk of the body.
    case bytes(Data)

    /// The body is complete. The last event.
    case finished

    /// The load has failed; chunks that were received must not be used. The last event.
    case failed(LoadingError)
}

/// A data loader that adds header fields to the requests that it is given.
package protocol FieldAddingDataLoader: DataLoading {
    var addedFields: AddedFields { get }
}

/// The header fields that a data loader adds to requests which do not have them.
package struct AddedFields: Equatable, Sendable {
    /// The fields that are the same for all requests, by their names in lower case.
    package var values: [String: String] = [:]
    /// Whether cookies are added, which change.
    package var hasCookies = false

    package init(values: [String: String] = [:], hasCookies: Bool = false) {
        self.values = values
        self.hasCookies = hasCookies
    }
}
