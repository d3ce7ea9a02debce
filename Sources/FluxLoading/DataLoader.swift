import Foundation
import Streams

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Loads `http:`, `https:`, `file:` and `data:` URLs.
///
/// A URL with another scheme fails with ``LoadingError/Reason/unsupportedScheme(_:)``.
public struct DataLoader: DataLoading {
    private let network: any DataLoading
    private let local: any DataLoading

    /// Creates a loader.
    ///
    /// - Parameters:
    ///   - network: Loads `http:` and `https:` URLs.
    ///   - local: Loads `file:` and `data:` URLs.
    public init(
        network: any DataLoading = URLSessionDataLoader(), local: any DataLoading = LocalDataLoader()
    ) {
        self.network = network
        self.local = local
    }

    /// Creates a loader with a limit of bodies.
    ///
    /// - Parameter maximumBytes: The limit of a body, both of its declared length and of the bytes received.
    package init(maximumBytes: Int) {
        self.init(
            network: URLSessionDataLoader(maximumBytes: maximumBytes),
            local: LocalDataLoader(maximumBytes: maximumBytes))
    }

    public func load(
        _ request: URLRequest, receive: @escaping @Sendable (DataEvent) -> Void
    ) -> any Cancellable {
        guard let loader = loader(for: request) else { return fail(request, receive) }
        return loader.load(request, receive: receive)
    }

    private func loader(for request: URLRequest) -> (any DataLoading)? {
        switch request.urlOrBlank.scheme?.lowercased() {
        case "http", "https": network
        case "file", "data": local
        default: nil
        }
    }

    private func fail(
        _ request: URLRequest, _ receive: @escaping @Sendable (DataEvent) -> Void
    ) -> any Cancellable {
        receive(.failed(.unsupportedScheme(of: request.urlOrBlank)))
        return Subscriptions.empty
    }
}

extension DataLoader: ImmediateDataLoading {
    func loadImmediately(
        _ request: URLRequest, receive: @escaping @Sendable (DataEvent) -> Void
    ) -> any Cancellable {
        guard let loader = loader(for: request) else { return fail(request, receive) }
        return loader.loadImmediatelyIfPossible(request, receive: receive)
    }
}

extension DataLoader: FieldAddingDataLoader {
    package var addedFields: AddedFields {
        (network as? any FieldAddingDataLoader)?.addedFields ?? AddedFields()
    }
}

extension LoadingError {
    static func unsupportedScheme(of url: URL) -> LoadingError {
        LoadingError(url: url, reason: .unsupportedScheme(url.scheme ?? ""))
    }
}

extension URLRequest {
    /// The URL of the request; `about:blank`, whose scheme is not supported, for a request that has none.
    package var urlOrBlank: URL {
        url ?? URL(string: "about:blank")!  // a constant that is a valid URL
    }
}
