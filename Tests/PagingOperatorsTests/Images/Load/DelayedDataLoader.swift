import FluxLoading
import Foundation
import Streams

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A server in virtual time: each transfer takes the same time, and its body is the last part of the path
/// unless it fails.
final class DelayedDataLoader: DataLoading {
    struct Counts: Sendable, Equatable {
        var started = 0
        var running = 0
        var cancelled = 0
        /// The highest number that ran at once.
        var peak = 0
    }

    private final class Transfer: Cancellable {
        private let work = SubscriptionLink()
        private let onCancel: @Sendable () -> Void

        init(_ onCancel: @escaping @Sendable () -> Void) {
            self.onCancel = onCancel
        }

        func begin(_ scheduled: any Cancellable) {
            work.attach(request: { _ in }, cancel: { scheduled.cancel() })
        }

        func finish() -> Bool { work.finish() }

        func cancel() {
            if work.isStopped { return }
            work.cancel()
            onCancel()
        }
    }

    private let time: VirtualTimeScheduler
    private let delay: Duration
    private let failure: @Sendable () -> LoadingError.Reason?
    private let state = Locked(Counts())

    /// - Parameters:
    ///   - time: Measures the delays.
    ///   - delay: The time of a transfer.
    ///   - failure: Returns why the next transfer fails, if it does.
    init(
        _ time: VirtualTimeScheduler, delay: Duration,
        failure: @escaping @Sendable () -> LoadingError.Reason? = { nil }
    ) {
        self.time = time
        self.delay = delay
        self.failure = failure
    }

    var counts: Counts { state.withLock { $0 } }

    func load(
        _ request: URLRequest, receive: @escaping @Sendable (DataEvent) -> Void
    ) -> any Cancellable {
        state.withLock { counts in
            counts.started += 1
            counts.running += 1
            counts.peak = max(counts.peak, counts.running)
        }
        let transfer = Transfer { [self] in
            state.withLock { counts in
                counts.running -= 1
                counts.cancelled += 1
            }
        }
        transfer.begin(
            time.schedule(in: delay) { [self] in
                guard transfer.finish() else { return }
                state.withLock { $0.running -= 1 }
                if let reason = failure() {
                    return receive(.failed(LoadingError(url: request.url ?? .image, reason: reason)))
                }
                let body = Data((request.url?.lastPathComponent ?? "").utf8)
                receive(.response(.head(length: body.count, from: request.urlOrBlank)))
                receive(.bytes(body))
                receive(.finished)
            })
        return transfer
    }
}
