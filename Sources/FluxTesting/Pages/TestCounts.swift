/// The counts that a ``TestPages`` source reports for its list.
public enum TestCounts: Sendable, Hashable {
    /// No counts, and no look-up of pages by row: a jump loads page by page.
    case none

    /// The actual counts, with look-up of pages by row.
    case exact

    /// The given total, which may be wrong, with look-up of pages by row.
    case total(Int)
}
