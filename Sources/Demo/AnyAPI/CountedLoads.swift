import Flux
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Loads bytes and counts the requests.
struct CountedLoads: DataLoading {
    let requests: Tally
    private let base = DataLoader()

    init(requests: Tally) {
        self.requests = requests
    }

    func load(
        _ request: URLRequest, receive: @escaping @Sendable (DataEvent) -> Void
    ) -> any Cancellable {
        base.load(requests.counting(request), receive: receive)
    }
}
