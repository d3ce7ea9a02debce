import PagingOperators

/// A load that a test's source was asked for.
public struct TestLoad<Key: Hashable & Sendable>: Sendable, Hashable {
    /// What has become of it.
    public enum Outcome: Sendable, Hashable {
        /// It is not answered yet.
        case running

        /// It was answered with a page.
        case answered

        /// It was answered with a failure, or without a page.
        case failed

        /// It was cancelled before it was answered.
        case cancelled
    }

    /// What was asked for.
    public let request: PageRequest<Key>

    /// When it was asked for, in the scheduler's time.
    public let start: Duration

    /// When it was answered or cancelled, in the scheduler's time.
    public internal(set) var end: Duration?

    /// What has become of it.
    public internal(set) var outcome = Outcome.running
}
