import FluxImages
import LoopbackServer
import PagingOperators
import PagingSimulation
import Streams

/// Subscribes to a list of users and waits for its states; it never waits for a time to pass.
final class ListProbe: Sendable {
    private final class Recording: Sendable {
        struct Log: Sendable {
            var states: [ServedListState] = []
            var rows = RowMirror<ShownRow>()
            var changesWereRight = true
            var hasFinished = false
        }

        // Compared instead of whole rows, whose comparison reads the address in each row of each state.
        struct ShownRow: Sendable, Equatable {
            let id: Int
            let image: ImageState<PNG>
        }

        let log = Locked(Log())
        let arrivals: AsyncStream<Void>
        private let bell: AsyncStream<Void>.Continuation

        init() {
            (arrivals, bell) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        }

        func take(_ state: ServedListState) {
            log.withLock { log in
                log.states.append(state)
                let rows = state.items.map { ShownRow(id: $0.id, image: $0.image) }
                do throws(Mismatch) {
                    try log.rows.apply(state.change, leadingTo: rows)
                } catch {
                    log.changesWereRight = false
                }
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

    /// Subscribes to a list of users with their avatars, without duplicates.
    ///
    /// - Parameters:
    ///   - source: The source of the pages.
    ///   - avatars: The loader of the avatars.
    ///   - threshold: The list's threshold.
    ///   - range: The rows for which avatars are loaded.
    init<Source: PageSource>(
        _ source: Source, avatars: ImageLoader<PNG>, threshold: Int = 5,
        range: ImageRange = ImageRange()
    ) where Source.Item == ServedUser {
        self.threshold = threshold
        self.range = range
        subscription =
            signals
            .paginate(threshold: threshold, from: source).dedupe(by: \.id)
            .images(from: avatars, at: \.avatarURL, range: range)
            .sink(
                receiveCompletion: { [recording] _ in recording.finish() },
                receiveValue: { [recording] in recording.take($0) })
    }

    /// All states so far.
    var states: [ServedListState] { recording.log.withLock { $0.states } }

    var latest: ServedListState { states.last ?? ServedListState() }

    /// Whether each state's `change`, applied to the rows before, gave the state's rows.
    var changesWereRight: Bool { recording.log.withLock { $0.changesWereRight } }

    func send(_ signal: ListSignal) {
        signals.send(signal)
    }

    func endSignals() {
        signals.send(completion: .finished)
    }

    func cancel() {
        subscription.cancel()
    }

    /// Returns the latest state if it matches, or else the first one after it that does.
    @discardableResult
    func state(where matches: (ServedListState) -> Bool) async throws -> ServedListState {
        try await state(from: max(0, states.count - 1), where: matches).state
    }

    /// Sends a signal and returns the first matching state after it.
    ///
    /// A signal sent while another thread delivers a state is processed on that thread: when `send(_:)`
    /// returns, `latest` may still be from before the signal.
    @discardableResult
    func state(
        after signal: ListSignal, where matches: (ServedListState) -> Bool
    ) async throws -> ServedListState {
        let first = states.count
        signals.send(signal)
        return try await state(from: first, where: matches).state
    }

    /// Returns the state in which no page and no image is loading.
    @discardableResult
    func settled() async throws -> ServedListState {
        try await state(where: \.isSettled)
    }

    /// Sends a signal that makes the list load a page, and waits until the page and its images are loaded.
    @discardableResult
    func settled(after signal: ListSignal) async throws -> ServedListState {
        let first = states.count
        signals.send(signal)
        let busy = try await state(from: first) { $0.isLoading || $0.isPaging }
        return try await state(from: busy.index, where: \.isSettled).state
    }

    /// Shows a row, and waits until the pages and images that this row needs are loaded or have failed.
    ///
    /// Waiting for a load to start and end is not enough: the page may arrive before the row's images are
    /// requested, and the row may need nothing at all.
    @discardableResult
    func settled(showing row: Int) async throws -> ServedListState {
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

    /// The first matching state from a position on, and its position.
    private func state(
        from first: Int, where matches: (ServedListState) -> Bool
    ) async throws -> (state: ServedListState, index: Int) {
        var index = first
        while true {
            for state in states.dropFirst(index) {
                if matches(state) { return (state, index) }
                index += 1
            }
            try await arrival()
        }
    }

    /// Waits for the next state or the completion.
    private func arrival() async throws {
        var iterator = recording.arrivals.makeAsyncIterator()
        await iterator.next()
        try Task.checkCancellation()
    }
}

extension ServedListState {
    /// Whether no page and no image is loading.
    fileprivate var isSettled: Bool {
        !isLoading && !isPaging && !items.contains { $0.image.isLoading }
    }
}
