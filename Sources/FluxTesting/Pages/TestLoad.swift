import PagingOperators

/// A load of a ``TestPages`` source.
public struct TestLoad<Key: Hashable & Sendable>: Sendable, Hashable {
    /// The outcome of a load.
    public enum Outcome: Sendable, Hashable {
        /// The load has not completed.
        case running

        /// The load delivered a page.
        case answered

        /// The load failed, or finished without a page.
        case failed

        /// The load was cancelled before it completed.
        case cancelled
    }

    /// The request.
    public let request: PageRequest<Key>

    /// The time of the request, in the scheduler's time.
    public let start: Duration

    /// The time at which the load completed or was cancelled, in the scheduler's time.
    public internal(set) var end: Duration?

    /// The outcome of the load.
    public internal(set) var outcome = Outcome.running
}
