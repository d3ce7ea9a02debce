import Flux

/// Behaves like a person before a small screen: looks at the rows, scrolls on when their images are there, down to the
/// end and back up if told so, and taps "try again" when something failed.
struct ListViewer {
    /// How many times in a row a failure is answered before giving up, unless told otherwise.
    static let patience = 5

    enum Verdict {
        /// Waits for the next state.
        case wait

        /// Wants more than there is beyond the edge of the list.
        case pull(Viewport)

        /// Taps "try again".
        case tryAgain

        /// Has seen everything.
        case leave

        /// Has tried often enough.
        case giveUp(any Error)
    }

    /// Whether the way goes back up to the start when the end has been seen.
    private let goesBack: Bool
    private let patience: Int
    private var heading = Viewport.Heading.down
    /// The row in view that is farthest in the heading's direction; `nil` while there are none.
    private var edge: Int?
    /// Whether the rows in view have got other numbers, which the list has not been told.
    private var wasMoved = false
    private var failures = 0
    /// Whether the failure that the list shows has been answered.
    private var hasAnsweredFailure = false

    /// Sits down before a list.
    ///
    /// - Parameters:
    ///   - goesBack: Whether to scroll back up to the start when the end has been seen.
    ///   - patience: How many times in a row a failure is answered before giving up.
    init(goesBack: Bool = false, patience: Int = patience) {
        self.goesBack = goesBack
        self.patience = patience
    }

    /// Sees the next state: keeps its place where rows have come or gone before it.
    mutating func see<Row>(_ state: ViewState<Row>) {
        if let edge { keepPlace(of: edge, in: state) }
        if state.error != nil { return }
        hasAnsweredFailure = false
        if !state.isLoading && !state.isPaging { failures = 0 }
    }

    /// Scrolls on by half a screen, if the rows in view have been seen and there are more.
    ///
    /// - Returns: The rows in view, if they are others or have got other numbers.
    mutating func scroll<Item: ListItem, Image>(over state: ViewState<ImageRow<Item, Image>>) -> Viewport? {
        if wasMoved {
            wasMoved = false
            return view(of: state)
        }
        guard hasSeenImages(of: state), move(in: state) else { return nil }
        return view(of: state)
    }

    /// Decides what to do about a state that there is nothing to scroll in.
    mutating func judge<Item: ListItem, Image>(_ state: ViewState<ImageRow<Item, Image>>) -> Verdict {
        if let error = state.error {
            // Images go on arriving in the states before the one in which the page loads again.
            if hasAnsweredFailure { return .wait }
            hasAnsweredFailure = true
            failures += 1
            return failures > patience ? .giveUp(error) : .tryAgain
        }
        if state.isLoading || state.isPaging || !hasSeenImages(of: state) { return .wait }
        if !wantsMore(of: state) { return .leave }
        return view(of: state).map { .pull($0) } ?? .wait
    }

    private mutating func keepPlace<Row>(of row: Int, in state: ViewState<Row>) {
        let last = state.items.count - 1
        // Rows that go leave at the far side, up to the edge at most.
        let moved = state.change.row(afterMoving: row) ?? (heading == .down ? 0 : last)
        edge = last < 0 ? nil : min(moved, last)
        if edge != row { wasMoved = edge != nil }
    }

    /// Goes on to further rows, or turns round at the end.
    ///
    /// - Returns: Whether there was anywhere to go.
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

    private func wantsMore<Row>(of state: ViewState<Row>) -> Bool {
        heading == .down ? state.hasMore : state.hasPrevious
    }

    /// Whether the images of the rows in view are there, or cannot be had.
    private func hasSeenImages<Item: ListItem, Image>(of state: ViewState<ImageRow<Item, Image>>) -> Bool {
        guard let view = view(of: state) else { return true }
        return state.items[view.rows].allSatisfy(\.isComplete)
    }

    private func view<Row>(of state: ViewState<Row>) -> Viewport? {
        edge.map { Viewport(edge: $0, of: state.items.count, heading: heading) }
    }
}
