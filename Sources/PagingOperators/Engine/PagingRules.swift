/// When a feed loads, and what it does about failures.
public struct PagingRules: Sendable, Hashable {
    /// What a hint does in a direction that has failed.
    public enum FailurePolicy: Sendable, Hashable {
        /// Nothing: only `.retry` tries again, so that scrolling does not hammer a failing server. The default.
        case hold

        /// It tries again.
        case retryOnHint
    }

    /// When `.scrolled` asks for a page.
    public enum ScrollPolicy: Sendable, Hashable {
        /// While the edge of the content is at most as many viewports away; one unless told otherwise.
        case within(viewports: Double)

        /// When the list is pulled beyond the edge of the content by a distance, in points.
        case pulled(distance: Double)
    }

    /// A page is loaded while fewer rows than this lie beyond the row that was shown last.
    public var threshold: Int

    /// What a hint does in a direction that has failed.
    public var failurePolicy: FailurePolicy

    /// Whether a page may name its own key as the next one; an error by default, as it usually never ends.
    public var allowsRepeatedKeys: Bool

    /// When `.scrolled` asks for a page.
    public var scrollPolicy: ScrollPolicy

    /// How many rows are kept at most; all, unless told otherwise.
    ///
    /// Beyond that, whole pages leave the side away from the one that was loaded, to be loaded again when the list is
    /// scrolled back. Two pages with rows always stay, and so do the rows within the threshold of the row that was
    /// shown last.
    public var maxRows: Int?

    /// Whether the rows that a source knows of, but that are not loaded, are shown as placeholders. Rows are counted
    /// with them, from the first of the whole list.
    public var showsPlaceholders: Bool

    /// How many rows away from the loaded ones a placeholder that is shown makes the list jump there, instead of
    /// loading page by page; never, unless told otherwise.
    public var jumpThreshold: Int?

    /// Makes rules.
    ///
    /// - Parameters:
    ///   - threshold: In rows; zero or more. With zero, rows that are shown load no further pages.
    ///   - failurePolicy: What a hint does in a direction that has failed.
    ///   - allowsRepeatedKeys: Whether a page may name its own key as the next one.
    ///   - scrollPolicy: When `.scrolled` asks for a page.
    ///   - maxRows: How many rows are kept at most, at least one; `nil` for all.
    ///   - showsPlaceholders: Whether rows that are not loaded are shown as placeholders, where the source counts.
    ///   - jumpThreshold: In rows, at least one; `nil` to load page by page however far a placeholder is.
    public init(
        threshold: Int, failurePolicy: FailurePolicy = .hold, allowsRepeatedKeys: Bool = false,
        scrollPolicy: ScrollPolicy = .within(viewports: 1), maxRows: Int? = nil,
        showsPlaceholders: Bool = false, jumpThreshold: Int? = nil
    ) {
        precondition(threshold >= 0, "A threshold is a number of rows, zero or more.")
        precondition(maxRows ?? 1 > 0, "A list has room for at least one row.")
        precondition(jumpThreshold ?? 1 > 0, "A list jumps over at least one row.")
        self.threshold = threshold
        self.failurePolicy = failurePolicy
        self.allowsRepeatedKeys = allowsRepeatedKeys
        self.scrollPolicy = scrollPolicy
        self.maxRows = maxRows
        self.showsPlaceholders = showsPlaceholders
        self.jumpThreshold = jumpThreshold
    }
}
