import Streams
import Synchronization

/// Observes one load of a page: retries and responses of its source. Part of the ``PageRequest``.
@usableFromInline
package final class PageLoadObserver: Sendable {
    /// What a source does.
    package enum Report: Sendable {
        /// A further attempt has started, with its number.
        case attempt(Int)
        /// An attempt has failed, and another one follows after a time.
        case retrying(attempt: Int, after: Duration, error: any Error)
        /// A response was received, or failed by its status.
        case response(PageResponse)
        /// A page was received after the load was cancelled.
        case late
    }

    private let clock: @Sendable () -> Duration
    private let send: @Sendable (Report) -> Void
    // Relaxed: reports precede the page in one sequence; only one concurrent with a cancellation may follow.
    private let hasEnded = Atomic<Bool>(false)

    /// - Parameters:
    ///   - clock: Returns the present time, for durations.
    ///   - send: Called with each report, on any thread.
    package init(clock: @escaping @Sendable () -> Duration, send: @escaping @Sendable (Report) -> Void) {
        self.clock = clock
        self.send = send
    }

    var now: Duration { clock() }

    func report(_ report: Report) {
        if !hasEnded.load(ordering: .relaxed) { send(report) }
    }

    /// Ends the observation: the list has the result of the load.
    @usableFromInline
    func end() {
        hasEnded.store(true, ordering: .relaxed)
    }

    /// Reports a page that arrived although the load was cancelled, once.
    @usableFromInline
    func receiveLatePage() {
        if !hasEnded.exchange(true, ordering: .relaxed) { send(.late) }
    }
}

extension PageLoadObserver {
    /// Reports the retries of a publisher.
    var ofRetries: RetryObserver {
        RetryObserver(
            failed: { [self] attempt, delay, error in
                report(.retrying(attempt: attempt, after: delay, error: error))
            },
            began: { [self] attempt in report(.attempt(attempt)) })
    }
}
