import Foundation
import Streams

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Loads the bytes behind an address, piece by piece.
///
/// The seam between what wants bytes and where they come from: substitute it in tests, or to load through
/// another stack. ``DataLoader`` is the one used by default. The shape is that of Nuke's protocol of this name.
public protocol DataLoading: Sendable {
    /// Starts loading.
    ///
    /// - Parameters:
    ///   - request: What to load.
    ///   - receive: Called serially, on any thread, possibly before this method returns: one
    ///     ``DataEvent/response(_:)``, the pieces in order, then exactly one end, after which it is released.
    ///     Loads may share the thread, so it should do little.
    /// - Returns: Stops the load. After that `receive` is not called any more, not even to tell of the
    ///   cancellation; a call that is being made on another thread goes on.
    func load(_ request: URLRequest, receive: @escaping @Sendable (DataEvent) -> Void) -> any Cancellable
}

/// What becomes of a load.
public enum DataEvent: Sendable {
    /// The head has come. Its `expectedContentLength` is the length of the body in bytes, or negative if unknown.
    case response(URLResponse)

    /// The next piece of the body has come.
    case bytes(Data)

    /// The body is complete. The last event.
    case finished

    /// The load has failed; what came of the body is not to be used. The last event.
    case failed(LoadingError)
}
