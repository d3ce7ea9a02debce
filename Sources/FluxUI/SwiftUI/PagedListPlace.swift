#if canImport(SwiftUI)
    import Observation
    import PagingOperators
    import Streams

    /// The place of a list: follows the states of its model, and computes where the list scrolls, so that the
    /// rows in view stay when others are inserted or removed before them.
    ///
    /// SwiftUI may show several states at once. Each is followed when it is set, so that the list scrolls to
    /// the row to which they lead one after the other.
    @MainActor
    @Observable
    final class PagedListPlace<Item: Identifiable & Sendable> {
        /// The number of scrolls so far: the list scrolls by ``takeRow()`` when it changes.
        private(set) var scrolls = 0

        /// Whether the page before the first row has failed, which is shown above it.
        private(set) var hasHeader = false

        /// The row for the top, counted in the latest state, until the list has scrolled to it.
        @ObservationIgnored private var row: Int?
        /// Whether the list has no rows, or none of the present model.
        @ObservationIgnored private var isEmpty = true
        /// Whether the list has not scrolled, and none of its rows were shown.
        @ObservationIgnored private var isNew = true
        @ObservationIgnored private var modelID: ObjectIdentifier?
        @ObservationIgnored private var subscription: AnyCancellable?

        /// Follows the states of a model, and scrolls to the rows that it has reported, or to which it has
        /// jumped. May be called whenever the list appears.
        func follow(_ model: PagingModel<Item>) {
            if modelID == ObjectIdentifier(model) { return }
            modelID = ObjectIdentifier(model)
            (row, isEmpty) = (nil, true)
            if hasHeader { hasHeader = false }
            subscription = model.states.sink { [weak self, weak model] state in
                self?.show(state, inView: model?.rowsInViewBefore)
            }
        }

        /// The row to scroll to the top; `nil` if there is none.
        func takeRow() -> Int? {
            defer { row = nil }
            return row
        }

        private func show(_ state: ViewState<Item>, inView rows: Range<Int>?) {
            let header = state.prepend.isFailed
            let changesHeader = header != hasHeader
            if changesHeader { hasHeader = header }
            if state.rowCount == 0 {
                (row, isEmpty) = (nil, true)
            } else if isEmpty {
                let start = state.startRow
                if start > 0 || !isNew { scroll(to: start) }
                (isEmpty, isNew) = (false, false)
            } else if let place = state.place(following: row.map { $0..<$0 + 1 } ?? rows) {
                // A header above rows in view moves these, too.
                if place.row != place.follows || changesHeader && place.row > 0 { scroll(to: place.row) }
            } else if let row = state.movedRow {
                scroll(to: row)
            }
        }

        private func scroll(to row: Int) {
            self.row = row
            scrolls += 1
        }
    }

    extension ViewState {
        /// The first row in view of a list that shows no other state: that of a jump, or of the last report,
        /// or the first item.
        fileprivate var startRow: Int {
            max(0, min(focusRows?.lowerBound ?? placeholdersBefore, rowCount - 1))
        }

        /// The first row of the last report if it has another number than before, for a list without rows in
        /// view, as one that another screen covers.
        fileprivate var movedRow: Int? {
            guard let row = focusRows?.lowerBound, row < rowCount else { return nil }
            let hasMoved = change.isReload ? scrollTarget != nil : change.row(afterMoving: row) != row
            return hasMoved ? row : nil
        }
    }
#endif
