extension ViewState: Equatable where Item: Equatable {
    /// Whether two states are shown in the same way: they have equal rows, placeholders, load states and
    /// totals, and the same change, scroll target, warning and time at which they were stored.
    ///
    /// Failures are equal as those of ``LoadState`` are. The rows in view, and earlier events of the session,
    /// are not compared, so that a state of a feed can equal one that a test makes. A screen may drop the
    /// second of two equal states, by `removeDuplicates()`: it changes no row. Do not remove duplicates from
    /// the feed of a ``PagingModel``, which counts the refreshes and the failures.
    ///
    /// - Complexity: O(*r*), the number of ranges of the change, for states with other loads, counts or
    ///   changes. Otherwise the rows are compared, except those on pages that the two states share: for
    ///   consecutive states of a feed the pages that were changed, for others up to all rows.
    public static func == (lhs: Self, rhs: Self) -> Bool {
        lhs.placeholdersBefore == rhs.placeholdersBefore && lhs.placeholdersAfter == rhs.placeholdersAfter
            && lhs.refresh == rhs.refresh && lhs.prepend == rhs.prepend && lhs.append == rhs.append
            && lhs.total == rhs.total && lhs.storedAt == rhs.storedAt
            && lhs.scrollTarget == rhs.scrollTarget && lhs.warning == rhs.warning
            && lhs.change == rhs.change && lhs.items == rhs.items
    }
}
