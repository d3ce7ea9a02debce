import Flux
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Loads from the network, and counts the loads that were stopped before their end.
final class CountingDataLoader: DataLoading {
    private let base = URLSessionDataLoader()
    private let running = Locked(Set<Int>())
    private let cancelled = Locked(0)
    private let lastNumber = Locked(0)

    var runningCount: Int { running.withLock { $0.count } }

    var cancelledCount: Int { cancelled.withLock { $0 } }

    func load(
        _ request: URLRequest, receive: @escaping @Sendable (DataEvent) -> Void
    ) -> any Cancellable {
        let number = lastNumber.withLock { number in
            number += 1
            return number
        }
        running.withLock { _ = $0.insert(number) }
        let load = base.load(request) { event in
            switch event {
            case .response, .bytes: break
            case .finished, .failed: _ = self.end(number)
            }
            receive(event)
        }
        return AnyCancellable {
            load.cancel()
            if self.end(number) { self.cancelled.withLock { $0 += 1 } }
        }
    }

    /// - Returns: Whether the load had not ended.
    private func end(_ number: Int) -> Bool {
        running.withLock { $0.remove(number) } != nil
    }
}
