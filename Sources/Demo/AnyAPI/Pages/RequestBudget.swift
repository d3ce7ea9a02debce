import Flux
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Counts requests up to a maximum number, after which none is made.
final class RequestBudget: Sendable {
    let maximum: Int
    private let requests = Tally()

    init(maximum: Int = .max) {
        self.maximum = maximum
    }

    /// The number of requests so far.
    var count: Int { requests.count }

    /// Whether no more requests may be made.
    var isSpent: Bool { count >= maximum }

    /// Returns a loader whose requests are counted.
    func counting(_ base: any DataLoading) -> some DataLoading {
        CountedLoads(requests: requests, base: base)
    }
}

/// Loads bytes and counts the requests.
private struct CountedLoads: DataLoading {
    let requests: Tally
    let base: any DataLoading

    func load(
        _ request: URLRequest, receive: @escaping @Sendable (DataEvent) -> Void
    ) -> any Cancellable {
        base.load(requests.counting(request), receive: receive)
    }
}
