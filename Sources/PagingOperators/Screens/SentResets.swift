/// The resets that a model has sent, as long as it has no state that follows them.
struct SentResets {
    /// The number of resets of the session when the last one of the model is done, or fewer if others send
    /// resets as well.
    private var count = 0
    /// Whether no signal that loads the first page was sent after the last reset.
    private var isLast = false

    /// Takes account of a signal that is sent now.
    ///
    /// - Parameter tally: That of the latest state.
    mutating func willSend(_ signal: ListSignal, after tally: LoadTally) {
        switch signal {
        case .reset:
            count = max(count, tally.resets) + 1
            isLast = true
        case .cancel, .retry, .prefetch: break
        case .shown, .scrolled, .loadMore, .loadPrevious, .refresh, .jump: isLast = false
        }
    }

    /// Whether the list will be empty and load nothing, though the latest state is older.
    ///
    /// - Parameter tally: That of the latest state.
    func leaveListEmpty(after tally: LoadTally) -> Bool { isLast && tally.resets < count }
}
