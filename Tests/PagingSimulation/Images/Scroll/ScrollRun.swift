import FluxImages
import FluxLoading
import Foundation
import PagingOperators
import Streams

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Plays a plan with a feed and a loader, in virtual time.
package struct ScrollRun {
    package let plan: ScrollPlan
    /// How many rows are prefetched to disk; none if it is not greater than the plan's near rows.
    package var prefetched = 0

    package init(_ plan: ScrollPlan) {
        self.plan = plan
    }

    /// - Returns: When the image of each row was first shown or decoded, in seconds.
    package func play() -> [Double?] {
        let time = VirtualTimeScheduler()
        let arrivals = Arrivals(plan.rows)
        var configuration = ImageLoader<Int>.Configuration(
            dataLoader: TimedTransfers(time: time, seconds: plan.transferTime))
        configuration.maximumTransfersPerHost = plan.transfers
        configuration.decodeScheduler = ImmediateScheduler.shared
        configuration.diskScheduler = ImmediateScheduler.shared
        configuration.retryScheduler = time
        if prefetched > 0 { configuration.diskCache = BytesInMemory() }
        let loader = ImageLoader<Int>(configuration: configuration) { data in
            arrivals.set(Int(String(decoding: data, as: UTF8.self)) ?? 0, at: time.now)
            return 1
        }
        let signals = PassthroughSubject<ListSignal, Never>()
        let feed = signals.paginate(threshold: 2 * plan.near, from: CountedRows(count: plan.rows))
            .images(
                from: loader, at: { URL(string: "https://images.test/\($0)") },
                range: ImageRange(near: plan.near, kept: 10 * plan.near, prefetched: prefetched)
            )
            .sink { _ in }
        for row in 0..<plan.rows {
            signals.send(.shown(rows: row..<min(plan.rows, row + plan.rowsInView)))
            time.advance(by: .seconds(1 / plan.rowsPerSecond + (row == 0 ? plan.rest : 0)))
        }
        feed.cancel()
        return arrivals.seconds
    }
}

/// Pages of a hundred numbers that arrive at once.
private struct CountedRows: PageSource {
    typealias Key = Int
    typealias Item = Int
    typealias Failure = Never

    let count: Int

    func page(for request: PageRequest<Int>) -> Just<Page<Int, Int>> {
        let first = request.key ?? 0
        let end = min(count, first + 100)
        return Just(Page(Array(first..<end), next: end < count ? end : nil))
    }
}

private final class Arrivals: @unchecked Sendable {
    // Sendable: everything happens on one thread.
    private(set) var seconds: [Double?]

    init(_ count: Int) {
        seconds = Array(repeating: nil, count: count)
    }

    func set(_ row: Int, at time: Duration) {
        if seconds[row] != nil { return }
        seconds[row] = Double(time.components.seconds) + Double(time.components.attoseconds) / 1e18
    }
}

/// Transfers that take the same time each. The body is the last part of the path.
private struct TimedTransfers: DataLoading {
    let time: VirtualTimeScheduler
    let seconds: Double

    func load(
        _ request: URLRequest, receive: @escaping @Sendable (DataEvent) -> Void
    ) -> any Cancellable {
        time.schedule(in: .seconds(seconds)) {
            receive(.bytes(Data((request.url?.lastPathComponent ?? "").utf8)))
            receive(.finished)
        }
    }
}

/// A disk that takes no time.
private final class BytesInMemory: DataCaching, @unchecked Sendable {
    // Sendable: everything happens on one thread.
    private var entries: [String: CacheEntry] = [:]

    func entry(for key: String) -> CacheEntry? { entries[key] }

    func store(_ entry: CacheEntry, for key: String) { entries[key] = entry }

    func remove(_ key: String) { entries[key] = nil }

}
