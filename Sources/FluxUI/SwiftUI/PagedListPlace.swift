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
        /// The number of scrolls so far.
        private var scrolls = 0

        /// Whether the page before the first row has failed; or the first page, where the rows are those of
        /// a source that was replaced, or of a store that has kept them beyond their time. That is shown
        /// above the first row. Without rows, the list shows the failure in their place.
        private(set) var hasHeader = false

        /// Before the items, and after them, whether the load of placeholders has failed.
        private(set) var failedPlaceholders = Edges(start: false, end: false)

        /// The row for the top, until the list has scrolled to it.
        @ObservationIgnored private var target: Target?
        /// Whether the list has no rows, or none of the present model.
        @ObservationIgnored private var isEmpty = true
        /// Whether the list has not scrolled, and none of its rows were shown.
        @ObservationIgnored private var isNew = true
        @ObservationIgnored private weak var model: PagingModel<Item>?
        @ObservationIgnored private var modelID: ObjectIdentifier?
        @ObservationIgnored private var subscription: AnyCancellable?

        /// A row for the top, counted in the latest state.
        private enum Target {
            /// A row that was in view, with the identity that was reported: it stays there unless the user
            /// scrolls it out of view before the list is drawn.
            case kept(Int, as: FeedRow<Item>.ID)
            /// A row that is scrolled to from anywhere.
            case fixed(Int)

            var row: Int {
                switch self {
                case .kept(let row, _), .fixed(let row): row
                }
            }
        }

        /// Follows the states of a model, and scrolls to the rows that it has reported, or to which it has
        /// jumped. May be called whenever the list appears.
        func follow(_ model: PagingModel<Item>) {
            if modelID == ObjectIdentifier(model) { return }
            modelID = ObjectIdentifier(model)
            self.model = model
            (target, isEmpty) = (nil, true)
            if hasHeader { hasHeader = false }
            setFailures(Edges(start: false, end: false))
            subscription = model.states.sink { [weak self, weak model] state in
                self?.show(state, inView: model?.rowsInViewBefore)
            }
        }

        /// The number of scrolls so far, for a drawing of the list, which scrolls by ``takeRow()`` when it
        /// changes.
        ///
        /// Rows that went out of view since the last state, as when a page arrives at once while the user
        /// scrolls, are not followed: the first row in view is. After the drawing, rows go out of view
        /// because others are inserted.
        func scrollsAtDrawing() -> Int {
            if case .kept(let row, let id) = target, let model {
                let first = model.isInView(id) ? row : model.firstRowInView
                target = .fixed(first ?? row)
            }
            return scrolls
        }

        /// The row to scroll to the top; `nil` if there is none.
        func takeRow() -> Int? {
            defer { target = nil }
            return target?.row
        }

        private func show(_ state: ViewState<Item>, inView rows: Range<Int>?) {
            let lacksPage = state.prepend.isFailed || state.refresh.isFailed && state.lacksFirstPage
            let header = lacksPage && state.rowCount > 0
            let changesHeader = header != hasHeader
            if changesHeader { hasHeader = header }
            setFailures(state.failedPlaceholders)
            if state.rowCount == 0 {
                (target, isEmpty) = (nil, true)
            } else if isEmpty {
                let start = state.startRow(after: model?.reportedRows)
                if start > 0 || !isNew { scroll(to: .fixed(start)) }
                (isEmpty, isNew) = (false, false)
            } else if let place = state.place(following: target.map { $0.row..<$0.row + 1 } ?? rows) {
                // A header above rows in view moves these, too, and one that is gone did so.
                let isMoved = place.row != place.follows || changesHeader && (place.row > 0 || !header)
                if isMoved { scroll(to: target(at: place, after: state.change)) }
            } else if let row = state.movedRow {
                scroll(to: .fixed(row))
            }
        }

        // A variable that is written, also with the same value, draws the list again.
        private func setFailures(_ failures: Edges<Bool>) {
            if failures != failedPlaceholders { failedPlaceholders = failures }
        }

        private func scroll(to target: Target) {
            self.target = target
            scrolls += 1
        }

        /// The target of a list whose rows have a place after a state.
        private func target(at place: ListPlace, after change: RowChange) -> Target {
            guard let follows = place.follows, change.row(afterMoving: follows) == place.row,
                let rows = model?.rows, place.row < rows.count
            else { return .fixed(place.row) }
            switch target {
            case .fixed: return .fixed(place.row)
            case .kept(_, let id): return .kept(place.row, as: id)
            case nil:
                // A placeholder was reported by its number before the state.
                let ids = [rows[place.row].id, .placeholder(follows)]
                let id = ids.first { model?.isInView($0) == true }
                return id.map { .kept(place.row, as: $0) } ?? .fixed(place.row)
            }
        }
    }

    extension ViewState {
        /// Before the items, and after them, whether the load of placeholders has failed.
        ///
        /// Those far from the items are loaded by a jump, which is a load in place of both pages beside them.
        fileprivate var failedPlaceholders: Edges<Bool> {
            switch refresh {
            case .loading: Edges(start: false, end: false)
            case .failed: Edges(start: !prepend.isLoading, end: !append.isLoading)
            case .idle, .end: Edges(start: prepend.isFailed, end: append.isFailed)
            }
        }

        /// The first row in view of a list that shows no other state: that of the last report, or of a jump,
        /// or the first item.
        ///
        /// - Parameter rows: The rows that were reported last; the state has those of its own time.
        fileprivate func startRow(after rows: Range<Int>?) -> Int {
            max(0, min((rows ?? focusRows)?.lowerBound ?? placeholdersBefore, rowCount - 1))
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
