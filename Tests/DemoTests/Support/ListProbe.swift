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
    private let subscription: AnyCancellable

    /// - Parameter feed: Makes the feed of these signals.
    init(_ feed: (PassthroughSubject<ListSignal, Never>) -> some Publisher<UserListState, Never>) {
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

    /// Sends a signal that makes the list load something, and waits until that is loaded.
    @discardableResult
    func settled(after signal: ListSignal) async throws -> UserListState {
        let first = states.count
        signals.send(signal)
        let busy = try await state(from: first) { state in
            // Rows that come into view may load nothing but images.
            if case .shown = signal { return !state.isSettled }
            return state.isLoading || state.isPaging
        }
        return try await state(from: busy.index, where: \.isSettled).state
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
