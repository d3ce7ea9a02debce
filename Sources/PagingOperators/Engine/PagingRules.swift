/// When a feed loads, and what it does about failures.
public struct PagingRules: Sendable, Hashable {
    /// What a hint does in a direction that has failed.
    public enum FailurePolicy: Sendable, Hashable {
        /// Nothing: only `.retry` tries again, so that scrolling does not hammer a failing server. The default.
        case hold

        /// It tries again.
        case retryOnHint
    }

    /// A page is loaded while fewer rows than this lie beyond the row that was shown last.
    public var threshold: Int

    /// What a hint does in a direction that has failed.
    public var failurePolicy: FailurePolicy

    /// Whether a page may name its own key as the next one; an error by default, as it usually never ends.
    public var allowsRepeatedKeys: Bool

    /// Makes rules.
    ///
    /// - Parameters:
    ///   - threshold: In rows; zero or more. With zero, only `.loadMore` loads further pages.
    ///   - failurePolicy: What a hint does in a direction that has failed.
    ///   - allowsRepeatedKeys: Whether a page may name its own key as the next one.
    @inlinable
    public init(threshold: Int, failurePolicy: FailurePolicy = .hold, allowsRepeatedKeys: Bool = false) {
        precondition(threshold >= 0, "A threshold is a number of rows, zero or more.")
        self.threshold = threshold
        self.failurePolicy = failurePolicy
        self.allowsRepeatedKeys = allowsRepeatedKeys
    }
}
