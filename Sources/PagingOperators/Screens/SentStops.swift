/// The resets and cancellations that a model has sent, as long as it has no state that follows them.
struct SentStops {
    /// The effect of the last stop.
    enum Effect {
        /// No stop was sent, or a signal that loads the first page was sent after it.
        case none
        /// A first load that is running ends.
        case cancel
        /// The list is empty and loads nothing.
        case reset
    }

    /// The number of stops of the session when the last one of the model is done, or fewer if others send
    /// stops as well.
    private var count = 0
    private var last = Effect.none

    /// Takes account of a signal that is sent now.
    ///
    /// - Parameter tally: That of the latest state.
    mutating func willSend(_ signal: ListSignal, after tally: LoadTally) {
        switch signal {
        case .reset:
            count = max(count, tally.stops) + 1
            last = .reset
        case .cancel:
            // A cancellation leaves a list empty that was reset before.
            let isReset = effect(after: tally) == .reset
            count = max(count, tally.stops) + 1
            last = isReset ? .reset : .cancel
        case .retry, .prefetch: break
        case .shown, .scrolled, .loadMore, .loadPrevious, .refresh, .jump: last = .none
        }
    }

    /// The effect of the stops that the latest state precedes.
    ///
    /// - Parameter tally: That of the latest state.
    func effect(after tally: LoadTally) -> Effect { tally.stops < count ? last : .none }
}
