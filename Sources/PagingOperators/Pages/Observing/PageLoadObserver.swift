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
        case response(MeasuredResponse)
        /// A page was received after the load was cancelled.
        case late
    }

    private let makeClocks: @Sendable () -> [EventClock]
    private let send: @Sendable (Report) -> Void
    // Relaxed: reports precede the page in one sequence; only one concurrent with a cancellation may follow.
    private let hasEnded = Atomic<Bool>(false)

    /// - Parameters:
    ///   - clocks: Returns the clocks of those who receive the reports, for durations.
    ///   - send: Called with each report, on any thread.
    package init(clocks: @escaping @Sendable () -> [EventClock], send: @escaping @Sendable (Report) -> Void) {
        makeClocks = clocks
        self.send = send
    }

    /// The clocks of those who receive the reports now.
    package var clocks: [EventClock] { makeClocks() }

    var now: ClockTimes { ClockTimes(of: clocks) }

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
