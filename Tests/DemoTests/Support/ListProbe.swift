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
        var index = max(0, states.count - 1)
        while true {
            for state in states.dropFirst(index) {
                if isWanted(state) { return state }
                index += 1
            }
            try await arrival()
        }
    }

    /// The state in which nothing is being loaded, no page and no image.
    @discardableResult
    func settled() async throws -> UserListState {
        try await state { state in
            !state.isLoading && !state.isPaging && !state.items.contains { $0.image.isLoading }
        }
    }

    /// Returns once the feed has finished.
    func finished() async throws {
        while !recording.log.withLock({ $0.hasFinished }) { try await arrival() }
    }

    /// Waits for the next state, or for the end.
    private func arrival() async throws {
        var iterator = recording.arrivals.makeAsyncIterator()
        await iterator.next()
        try Task.checkCancellation()
    }
}
