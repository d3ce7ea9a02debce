import Flux
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Loads the images of an API's items, and counts the requests.
///
/// Images have a session of their own, so that pages don't wait for its connections, and a deadline.
/// Redirects to private hosts are followed only if the API is there.
struct ImageLoads: DataLoading {
    /// The number of images that are loaded at once.
    static let maximumCount = 8

    private let requests: Tally
    let base: URLSessionDataLoader

    /// Makes a loader.
    ///
    /// - Parameters:
    ///   - requests: Counts the requests.
    ///   - api: The URL that was given for the API.
    ///   - deadline: The limit of the time of each image.
    init(requests: Tally, api: URL, deadline: Duration) {
        self.requests = requests
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpMaximumConnectionsPerHost = Self.maximumCount
        base = URLSessionDataLoader(
            configuration: configuration, maximumBytes: 16 * 1024 * 1024,
            mayRedirect: { $0.isImage(ofAPIAt: api) }, deadline: deadline, scheduler: DispatchQueue.global())
    }

    /// Whether an image exceeded its deadline, which a retry would extend.
    static func isTimeout(_ error: any Error) -> Bool {
        if case .transport(.timedOut, _)? = (error as? LoadingError)?.reason { true } else { false }
    }

    func load(
        _ request: URLRequest, receive: @escaping @Sendable (DataEvent) -> Void
    ) -> any Cancellable {
        base.load(requests.counting(request), receive: receive)
    }
}
