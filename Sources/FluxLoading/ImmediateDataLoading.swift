import Foundation
import Streams

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A loader that can call a receiver on the thread that reads, which saves a change of threads for each event.
protocol ImmediateDataLoading: DataLoading {
    /// Starts loading, like ``load(_:receive:)``.
    ///
    /// - Parameter receive: Returns soon: it calls no code of a user, and waits for nothing. The failure of a load that takes
    ///   too long is sent from another thread, perhaps while the last event before it is received.
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
