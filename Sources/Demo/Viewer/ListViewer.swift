import Flux

/// Behaves like a person before a small screen: looks at the rows, scrolls on when their images are there, and taps
/// "try again" when something failed.
struct ListViewer {
    /// How many rows are in view at a time.
    static let height = 8

    /// How many times in a row a failure is answered before giving up.
    static let patience = 5

    enum Verdict {
        /// Waits for the next state.
        case wait

        /// Pulls at the end of the list.
        case pull

        /// Taps "try again".
        case tryAgain

        /// Has seen everything.
        case leave

        /// Has tried often enough.
        case giveUp(any Error)
    }

    /// Whether the list has to be told that more is wanted, because scrolling does not make it load.
    private let pullsForMore: Bool
    /// The last row in view; `nil` while there are none.
    private var bottom: Int?
    private var failures = 0
    /// Whether the failure that the list shows has been answered.
    private var hasAnsweredFailure = false

    /// Sits down before a list.
    ///
    /// - Parameter threshold: How many rows below the last visible one make the list load on.
    init(threshold: Int) {
        pullsForMore = threshold == 0
    }

    /// Scrolls on by half a screen, if the rows in view have been seen and there are more.
    ///
    /// - Returns: The last row that has come into view.
    mutating func scroll<Item: ListItem, Image>(over state: ViewState<ImageRow<Item, Image>>) -> Int? {
        guard hasSeenImages(of: state), let row = nextBottom(in: state) else { return nil }
        bottom = row
        return row
    }

    /// Decides what to do about a state that there is nothing to scroll in.
    mutating func judge<Item: ListItem, Image>(_ state: ViewState<ImageRow<Item, Image>>) -> Verdict {
        if let error = state.error {
            // Images go on arriving in the states before the one in which the page loads again.
            if hasAnsweredFailure { return .wait }
            hasAnsweredFailure = true
            failures += 1
            return failures > Self.patience ? .giveUp(error) : .tryAgain
        }
        hasAnsweredFailure = false
        if state.isLoading || state.isPaging { return .wait }
        failures = 0
        if !hasSeenImages(of: state) { return .wait }
        if !state.hasMore { return .leave }
        return pullsForMore ? .pull : .wait
    }

    /// Whether the images of the rows in view are there, or cannot be had.
    private func hasSeenImages<Item: ListItem, Image>(of state: ViewState<ImageRow<Item, Image>>) -> Bool {
        guard let bottom else { return true }
        return state.items[max(0, bottom - Self.height + 1)...bottom].allSatisfy(\.isComplete)
    }

    /// The last row in view after scrolling half a screen, if there is anywhere to scroll to.
    private func nextBottom<Item>(in state: ViewState<Item>) -> Int? {
        let last = state.items.count - 1
        guard let bottom else { return last < 0 ? nil : min(last, Self.height - 1) }
        return bottom < last ? min(last, bottom + Self.height / 2) : nil
    }
}
