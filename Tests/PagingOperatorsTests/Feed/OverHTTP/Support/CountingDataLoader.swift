import FluxLoading
import Foundation
import PagingOperators
import Streams

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Loads from the network, and counts the loads that are running and those that were cancelled.
final class CountingDataLoader: DataLoading {
    private struct Counts: Sendable, Equatable {
        var running = 0
        var cancelled = 0
    }

    private let base = URLSessionDataLoader()
    private let counts = Locked(Counts())
    private let changes: AsyncStream<Void>
    private let changeSender: AsyncStream<Void>.Continuation

    init() {
        (changes, changeSender) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Returns once the numbers of running and cancelled loads are as given.
    ///
    /// A feed may start and cancel loads on another thread, after the call that causes it has returned.
    func reached(running: Int, cancelled: Int) async throws {
        let expected = Counts(running: running, cancelled: cancelled)
        var iterator = changes.makeAsyncIterator()
        while counts.withLock({ $0 != expected }) {
            await iterator.next()
            try Task.checkCancellation()
        }
    }

    func load(
        _ request: URLRequest, receive: @escaping @Sendable (DataEvent) -> Void
    ) -> any Cancellable {
        let running = Running()
        change { $0.running += 1 }
        let load = base.load(request) { event in
            switch event {
            case .response, .bytes: break
            case .finished, .failed: self.end(running, wasCancelled: false)
            }
            receive(event)
        }
        return AnyCancellable {
            load.cancel()
            self.end(running, wasCancelled: true)
        }
    }

    private func end(_ running: Running, wasCancelled: Bool) {
        guard running.end() else { return }
        change { counts in
            counts.running -= 1
            if wasCancelled { counts.cancelled += 1 }
        }
    }

    private func change(_ change: (inout Counts) -> Void) {
        counts.withLock { change(&$0) }
        changeSender.yield()
    }
}

/// Whether one load is still running.
private final class Running: Sendable {
    private let isRunning = Locked(true)

    /// Ends the load.
    ///
    /// - Returns: Whether it was running.
    func end() -> Bool {
        isRunning.exchange(false)
    }
}
