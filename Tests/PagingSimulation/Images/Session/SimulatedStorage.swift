import FluxImages
import FluxLoading
import Foundation
import PagingOperators
import Streams

/// A disk cache in memory.
final class SimulatedDisk: DataCaching {
    private struct State {
        var entries: [String: CacheEntry] = [:]
        var changes = 0
    }

    private let state = Locked(State())

    /// The number of changes so far.
    var changes: Int { state.withLock { $0.changes } }

    func entry(for key: String) -> CacheEntry? { state.withLock { $0.entries[key] } }

    func store(_ entry: CacheEntry, for key: String) { change { $0[key] = entry } }

    func remove(_ key: String) { change { $0[key] = nil } }

    func removeAll() { change { $0 = [:] } }

    func damage(_ key: String) { change { $0[key]?.data = Data("<".utf8) } }

    private func change(_ change: (inout [String: CacheEntry]) -> Void) {
        state.withLock { state in
            state.changes += 1
            change(&state.entries)
        }
    }

    /// The key, the bytes and the time of each entry, sorted.
    var lines: [String] {
        state.withLock { state in
            state.entries.map { key, entry in
                "\(key) \(String(decoding: entry.data.prefix(5), as: UTF8.self)) \(entry.metadata["received"] ?? "")"
            }.sorted()
        }
    }
}

/// A memory cache of a user's own: a list, in which the most recently used is the last.
final class SimulatedMemory: ImageCaching {
    private let countLimit: Int
    private let images = Locked<[(request: ImageRequest, image: String)]>([])

    init(countLimit: Int) {
        self.countLimit = countLimit
    }

    func image(for request: ImageRequest) -> String? {
        images.withLock { images in
            guard let index = images.firstIndex(where: { $0.request == request }) else { return nil }
            images.append(images.remove(at: index))
            return images.last?.image
        }
    }

    func store(_ image: String, for request: ImageRequest, cost: Int) {
        images.withLock { images in
            images.removeAll { $0.request == request }
            images.append((request, image))
        }
        trim(toCost: .max, count: countLimit)
    }

    func remove(_ request: ImageRequest) { images.withLock { $0.removeAll { $0.request == request } } }

    func removeAll() { _ = images.exchange([]) }

    func trim(toCost cost: Int, count: Int) {
        images.withLock { $0.removeFirst(max(0, $0.count - count)) }
    }
}

/// A cache policy of a user's own.
struct SimulatedPolicy: CachePolicy {
    let rule: CacheRule

    func freshness(of response: StoredResponse, for request: ImageRequest, at now: Date) -> Freshness {
        let freshness = HTTPCachePolicy().freshness(of: response, for: request, at: now)
        switch rule {
        case .nothingStale: return freshness == .fresh ? .fresh : .mustRevalidate
        case .dropsStale: return freshness == .fresh ? .fresh : .unusable
        case .none, .rejectsConfirmations: return freshness
        }
    }

    func confirmed(
        _ response: StoredResponse, by confirmation: StoredResponse, for request: ImageRequest
    ) -> StoredResponse? {
        rule == .rejectsConfirmations
            ? nil : HTTPCachePolicy().confirmed(response, by: confirmation, for: request)
    }
}

/// Work in order, which the script runs.
final class SimulatedQueue: Scheduler {
    private let work = Locked<[@Sendable () -> Void]>([])

    var count: Int { work.withLock { $0.count } }

    var now: Duration { .zero }

    func schedule(_ action: @escaping @Sendable () -> Void) { work.withLock { $0.append(action) } }

    func schedule(in delay: Duration, _ action: @escaping @Sendable () -> Void) -> any Cancellable {
        schedule(action)
        return AnyCancellable {}
    }

    func runNext() {
        let next = work.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        next?()
    }
}
