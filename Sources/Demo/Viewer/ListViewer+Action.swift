extension ListViewer {
    /// What a viewer does when there is nothing to scroll to.
    enum Action {
        /// Waits for the next state.
        case wait

        /// Requests more rows beyond the edge of the list.
        case pull(Viewport)

        /// Retries what failed.
        case retry

        /// Everything has been shown.
        case finish

        /// The retries are used up.
        case fail(any Error)
    }
}
