import Foundation
import Streams

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A loader that can call a receiver on the thread that reads, which saves a change of threads for each
/// event.
protocol ImmediateDataLoading: DataLoading {
    /// Starts loading, like ``load(_:receive:)``.
    ///
    /// - Parameter receive: Must return quickly: it must not call user code or block. The failure of a load
    ///   that exceeds its time limit is sent from another thread, possibly while the event before it is being
    ///   received.
    func loadImmediately(
        _ request: URLRequest, receive: @escaping @Sendable (DataEvent) -> Void
    ) -> any Cancellable
}

extension DataLoading {
    /// Starts loading, on the thread that reads where the loader can.
    func loadImmediatelyIfPossible(
        _ request: URLRequest, receive: @escaping @Sendable (DataEvent) -> Void
    ) -> any Cancellable {
        guard let loader = self as? any ImmediateDataLoading else { return load(request, receive: receive) }
        return loader.loadImmediately(request, receive: receive)
    }
}
