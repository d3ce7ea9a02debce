import Foundation
import Streams
import Testing

@testable import FluxLoading
@testable import FluxImages
import PagingOperators

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The deliveries of a loader, as loaders of their own.
enum LoaderDelivery: String, CaseIterable, CustomTestStringConvertible {
    case queued, immediate

    var testDescription: String { rawValue }

    func of(_ loader: URLSessionDataLoader) -> any DataLoading {
        switch self {
        case .queued: QueuedLoader(loader: loader)
        case .immediate: ImmediateLoader(loader: loader)
        }
    }
}

/// Has no other delivery.
private struct QueuedLoader: DataLoading {
    let loader: URLSessionDataLoader

    func load(_ request: URLRequest, receive: @escaping @Sendable (DataEvent) -> Void) -> any Cancellable {
        loader.load(request, receive: receive)
    }
}

private struct ImmediateLoader: DataLoading {
    let loader: URLSessionDataLoader

    func load(_ request: URLRequest, receive: @escaping @Sendable (DataEvent) -> Void) -> any Cancellable {
        loader.loadImmediately(request, receive: receive)
    }
}

extension DataLoading {
    /// The text of a body, or why there is none.
    func text(at url: URL) async -> String {
        do throws(LoadingError) {
            return String(decoding: try await body(for: URLRequest(url: url)).0, as: UTF8.self)
        } catch {
            return "\(error)"
        }
    }
}
