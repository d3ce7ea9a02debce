import Flux

/// What other threads send to the browser until it takes it: the latest state, and events.
final class BrowseInbox: Sendable {
    struct Content: Sendable {
        /// The latest state, with the change since the one that was taken before.
        var state: ViewState<BrowseRow>?
        /// The number of items of a list whose states have none.
        var total: Int?
        var events: [String] = []
        var messages: [String] = []
    }

    /// The largest number of events that wait: a pane shows only the last ones.
    private static let maximumEvents = 1000

    private let content = Locked(Content())
    private let wakeUp: @Sendable () -> Void

    /// - Parameter wakeUp: Called after something was sent.
    init(wakeUp: @escaping @Sendable () -> Void = {}) {
        self.wakeUp = wakeUp
    }

    func send(_ state: ViewState<BrowseRow>) {
        content.withLock { $0.state = $0.state.map { state.conflated(with: $0) } ?? state }
        wakeUp()
    }

    func send(total: Int) {
        content.withLock { $0.total = total }
        wakeUp()
    }

    func send(event: String) {
        content.withLock { content in
            if content.events.count >= Self.maximumEvents {
                content.events.removeFirst(Self.maximumEvents / 2)
            }
            content.events.append(event)
        }
        wakeUp()
    }

    /// Sends a message for the last line.
    func send(message: String) {
        content.withLock { $0.messages.append(message) }
        wakeUp()
    }

    func take() -> Content { content.exchange(Content()) }
}
