import Flux

@testable import Demo

/// Shows a list, and waits for what becomes of it: a test goes on with an event, never after a time.
final class ListProbe: Sendable {
    private final class Recording: Sendable {
        struct Log: Sendable {
            var states: [UserListState] = []
            var screen = Screen()
            var hasFinished = false
        }

        let log = Locked(Log())
        let arrivals: AsyncStream<Void>
        private let bell: AsyncStream<Void>.Continuation

        init() {
            (arrivals, bell) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        }

        func take(_ state: UserListState) {
            log.withLock { log in
                log.states.append(state)
                log.screen.show(state)
            }
            bell.yield()
        }

        func finish() {
            log.withLock { $0.hasFinished = true }
            bell.yield()
        }
    }

    private let signals = PassthroughSubject<ListSignal, Never>()
    private let recording = Recording()
    private let threshold: Int
    private let range: ImageRange
    private let subscription: AnyCancellable

    /// - Parameters:
    ///   - threshold: That of the feed.
    ///   - range: That of the feed.
    ///   - feed: Makes the feed of these signals.
    init(
        threshold: Int = 5, range: ImageRange = ImageRange(),
        _ feed: (PassthroughSubject<ListSignal, Never>) -> some Publisher<UserListState, Never>
    ) {
        self.threshold = threshold
        self.range = range
        subscription = feed(signals)
            .sink(
                receiveCompletion: { [recording] _ in recording.finish() },
                receiveValue: { [recording] in recording.take($0) })
    }

    /// Every state so far.
    var states: [UserListState] { recording.log.withLock { $0.states } }

    var latest: UserListState { states.last ?? UserListState() }

    /// Whether the changes alone have always led to the rows of the state.
    var changesWereRight: Bool { recording.log.withLock { $0.screen.wasRight } }

    func send(_ signal: ListSignal) {
        signals.send(signal)
    }

    func endSignals() {
        signals.send(completion: .finished)
    }

    func cancel() {
        subscription.cancel()
    }

    /// The latest state, if it is as wanted, or else the first one after it that is.
    @discardableResult
    func state(where isWanted: (UserListState) -> Bool) async throws -> UserListState {
        try await state(from: max(0, states.count - 1), where: isWanted).state
    }

    /// Sends a signal, and waits for a state after it that is as wanted.
    ///
    /// A signal that comes while a state is being delivered is left to the thread that delivers it: when `send(_:)`
    /// returns, `latest` may still be from before the signal.
    @discardableResult
    func state(
        after signal: ListSignal, where isWanted: (UserListState) -> Bool
    ) async throws -> UserListState {
        let first = states.count
        signals.send(signal)
        return try await state(from: first, where: isWanted).state
    }

    /// The state in which nothing is being loaded, no page and no image.
    @discardableResult
    func settled() async throws -> UserListState {
        try await state(where: \.isSettled)
    }

    /// Sends a signal that makes the list load a page, and waits until that is loaded.
    @discardableResult
    func settled(after signal: ListSignal) async throws -> UserListState {
        let first = states.count
        signals.send(signal)
        let busy = try await state(from: first) { $0.isLoading || $0.isPaging }
        return try await state(from: busy.index, where: \.isSettled).state
    }

    /// Shows a row, and waits until all that this row wants is there, or cannot be had.
    ///
    /// Not until something is loaded and nothing is any more: the page may be in before the row's images are asked
    /// for, and the row may want nothing at all.
    @discardableResult
    func settled(showing row: Int) async throws -> UserListState {
        signals.send(.shown(row: row))
        return try await state { [threshold, range] state in
            guard state.isSettled else { return false }
            let rowsAfter = state.items.count - 1 - row
            if state.hasMore, state.error == nil, rowsAfter < threshold { return false }
            let near = (row - range.near..<row + range.near + 1).clamped(to: 0..<state.items.count)
            return state.items[near].allSatisfy(\.image.isFinal)
        }
    }

    /// Returns once the feed has finished.
    func finished() async throws {
        while !recording.log.withLock({ $0.hasFinished }) { try await arrival() }
    }

    /// The first state that is as wanted, from a position on, and its position.
    private func state(
        from first: Int, where isWanted: (UserListState) -> Bool
    ) async throws -> (state: UserListState, index: Int) {
        var index = first
        while true {
            for state in states.dropFirst(index) {
                if isWanted(state) { return (state, index) }
                index += 1
            }
            try await arrival()
        }
    }

    /// Waits for the next state, or for the end.
    private func arrival() async throws {
        var iterator = recording.arrivals.makeAsyncIterator()
        await iterator.next()
        try Task.checkCancellation()
    }
}

extension UserListState {
    /// Whether nothing is being loaded, no page and no image.
    fileprivate var isSettled: Bool {
        !isLoading && !isPaging && !items.contains { $0.image.isLoading }
    }
}
