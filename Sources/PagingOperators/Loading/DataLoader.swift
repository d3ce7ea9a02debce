import Foundation
import Streams

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Loads `http:`, `https:`, `file:` and `data:` addresses, each in its way.
///
/// An address with another scheme fails with ``LoadingError/Reason/unsupportedScheme(_:)``.
public struct DataLoader: DataLoading {
    private let network: any DataLoading
    private let local: any DataLoading

    /// Makes a loader.
    ///
    /// - Parameters:
    ///   - network: Loads `http:` and `https:` addresses.
    ///   - local: Loads `file:` and `data:` addresses.
    public init(
        network: any DataLoading = URLSessionDataLoader(), local: any DataLoading = LocalDataLoader()
    ) {
        self.network = network
        self.local = local
    }

    public func load(
        _ request: URLRequest, receive: @escaping @Sendable (DataEvent) -> Void
    ) -> any Cancellable {
        switch request.address.scheme?.lowercased() {
        case "http", "https":
            return network.load(request, receive: receive)
        case "file", "data":
            return local.load(request, receive: receive)
        default:
            receive(.failed(.unsupportedScheme(of: request.address)))
            return Subscriptions.empty
        }
    }
}

extension LoadingError {
    static func unsupportedScheme(of url: URL) -> LoadingError {
        LoadingError(url: url, reason: .unsupportedScheme(url.scheme ?? ""))
    }
}

extension URLRequest {
    /// The address; `about:blank`, which nobody loads, for a request that has none.
    var address: URL {
        url ?? URL(string: "about:blank")!  // a fixed text that is an address
    }
}
