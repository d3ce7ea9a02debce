// A model delivers one state at a time, and sends one signal at a time. While it delivers a state, its
// properties, the values of `states` and the rows that signals count are those of that state.
extension PagingModel {
    /// What a model is doing.
    enum Activity {
        case none
        /// Signals are being sent: others wait.
        case sending
        /// A state is being delivered: signals wait, and so does the next state.
        case delivering
    }

    /// Sends the signals that wait, in the order of the calls, unless the model is doing something: then they
    /// are sent after it.
    func sendWaitingSignals() {
        if activity != .none { return }
        activity = .sending
        while !waitingSignals.isEmpty { signals.send(waitingSignals.removeFirst()) }
        activity = .none
    }

    /// Takes a state of the feed: shows it or, while another one is being delivered, after that.
    func take(_ state: ViewState<Item>) {
        if activity == .delivering {
            waitingState = waitingState.map { state.conflated(with: $0) } ?? state
        } else {
            deliver { show(state) }
        }
    }

    /// Delivers a state, and then what waits for that: the next state, and signals.
    ///
    /// - Parameter delivery: Calls observers or subscribers.
    func deliver(_ delivery: () -> Void) {
        if activity == .delivering { return delivery() }
        let outer = activity
        activity = .delivering
        delivery()
        while let next = waitingState.take() { show(next) }
        activity = outer
        sendWaitingSignals()
    }
}
