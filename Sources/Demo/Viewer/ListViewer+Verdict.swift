extension ListViewer {
    /// What somebody does about a list that there is nothing to scroll in.
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
}
