import Flux

/// Simulates a person at a small screen, who scrolls on, by default once the visible images have loaded, to
/// the end and optionally back, and retries failures.
struct ListViewer {
    /// When to scroll on.
    enum ImagePolicy {
        /// Once the visible images have loaded or failed.
        case wait
        /// At once.
        case scrollOn
    }

    /// The default number of consecutive failures that are retried.
    static let maximumRetries = 5

    /// Whether to scroll back to the start after the end.
    private let goesBack: Bool
    private let maximumRetries: Int
    private let imagePolicy: ImagePolicy
    private var heading = Viewport.Heading.down
    /// The visible row farthest in the direction of scrolling; `nil` while there are none.
    private var edge: Int?
    /// Whether the visible rows have moved and no signal has been sent since.
    private var wasMoved = false
    private var failures = 0
    /// Whether the current failure has been retried.
    private var hasAnsweredFailure = false

    /// Makes a viewer.
    ///
    /// - Parameters:
    ///   - goesBack: Whether to scroll back to the start after the end.
    ///   - maximumRetries: The number of consecutive failures that are retried.
    ///   - imagePolicy: When to scroll on.
    init(goesBack: Bool = false, maximumRetries: Int = maximumRetries, imagePolicy: ImagePolicy = .wait) {
        self.goesBack = goesBack
        self.maximumRetries = maximumRetries
        self.imagePolicy = imagePolicy
    }

    /// Observes the next state, and keeps the visible rows in place.
    mutating func observe<Row>(_ state: ViewState<Row>) {
        if let edge { keepPlace(of: edge, in: state) }
        if state.error != nil { return }
        hasAnsweredFailure = false
        if !state.isLoading && !state.isPaging { failures = 0 }
    }

    /// Scrolls by half a screen if there are more rows and no image is waited for.
    ///
    /// - Returns: The visible rows, if they have changed or moved.
    mutating func scroll<Item: ListItem, Image>(over state: ViewState<ImageRow<Item, Image>>) -> Viewport? {
        if wasMoved {
            wasMoved = false
            return view(of: state)
        }
        guard mayLeave(state), move(in: state) else { return nil }
        return view(of: state)
    }

    /// Returns what to do when there is nothing to scroll to.
    mutating func action<Item: ListItem, Image>(for state: ViewState<ImageRow<Item, Image>>) -> Action {
        if let error = state.error {
            // Images may arrive in further states until the page loads again.
            if hasAnsweredFailure { return .wait }
            hasAnsweredFailure = true
            failures += 1
            return failures > maximumRetries ? .fail(error) : .retry
        }
        if state.isLoading || state.isPaging || !mayLeave(state) { return .wait }
        if !hasMoreRows(of: state) { return .finish }
        return view(of: state).map { .pull($0) } ?? .wait
    }

    private mutating func keepPlace<Row>(of row: Int, in state: ViewState<Row>) {
        let last = state.items.count - 1
        // Rows are removed from the far side, up to the edge at most.
        let moved = state.change.row(afterMoving: row) ?? (heading == .down ? 0 : last)
        edge = last < 0 ? nil : min(moved, last)
        if edge != row { wasMoved = edge != nil }
    }

    /// Scrolls to further rows, or turns round at the end.
    ///
    /// - Returns: Whether there was anything to scroll to.
    private mutating func move<Row>(in state: ViewState<Row>) -> Bool {
        let last = state.items.count - 1
        guard let edge else {
            edge = last < 0 ? nil : min(last, Viewport.height - 1)
            return last >= 0
        }
        switch heading {
        case .down where edge < last: self.edge = min(last, edge + Viewport.height / 2)
        case .down where goesBack && !state.hasMore:
            self.edge = view(of: state)?.rows.lowerBound
            heading = .up
        case .up where edge > 0: self.edge = max(0, edge - Viewport.height / 2)
        case .down, .up: return false
        }
        return true
    }

    private func hasMoreRows<Row>(of state: ViewState<Row>) -> Bool {
        heading == .down ? state.hasMore : state.hasPrevious
    }

    /// Whether no visible image is waited for.
    private func mayLeave<Item: ListItem, Image>(_ state: ViewState<ImageRow<Item, Image>>) -> Bool {
        guard imagePolicy == .wait, let view = view(of: state) else { return true }
        return state.items[view.rows].allSatisfy(\.isComplete)
    }

    private func view<Row>(of state: ViewState<Row>) -> Viewport? {
        edge.map { Viewport(edge: $0, of: state.items.count, heading: heading) }
    }
}
