@testable import PagingOperators

extension PagingEngine {
    /// The first row in view as of the last hint.
    var lastShownRow: Int? { shownRows?.lowerBound }

    /// The first row in view.
    var focusRow: Int? { focusRows?.lowerBound }
}

extension ViewState {
    /// The first row in view as the engine knows it.
    var focusRow: Int? { focusRows?.lowerBound }
}
