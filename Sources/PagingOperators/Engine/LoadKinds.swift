/// What a refresh loads again.
@usableFromInline
enum RefreshPlace: Sendable {
    /// The list, from the page that it begins with, or from another to which it jumps.
    case list
    /// The rows in view, which keep their place.
    case rowsInView
}

/// Which of the loads that are due are started.
@usableFromInline
enum DueLoads: Sendable {
    /// Those beyond edges without a load.
    case new
    /// Those beyond edges whose load has failed as well.
    case newAndFailed
}
