import Streams
import TestSupport
import Testing

@testable import PagingOperators

/// A screen with main-actor state, as in the package's first example.
@MainActor
private final class Screen {
    private(set) var titles: [String] = []
    private(set) var phases: [ListPhase] = []
    private var subscription: AnyCancellable?

    func show(_ signals: PassthroughSubject<ListSignal, Never>, until done: Turnstile) {
        subscription =
            signals
            .paginate(threshold: 2, from: CountingPages(count: 6, perPage: 3))
            .map { "row \($0)" }
            .receive(on: MainActor.shared)
            .sink { state in
                self.titles = Array(state.items)
                self.phases.append(state.phase)
                if state.append.isEnd { done.pass() }
            }
    }
}

@Suite(.timeLimit(.minutes(1)))
struct FeedMainActorTests {
    @Test @MainActor func statesReachMainActorState() async {
        let signals = PassthroughSubject<ListSignal, Never>()
        let done = Turnstile()
        let screen = Screen()
        screen.show(signals, until: done)
        signals.send(.shown(row: 2))
        await done.reached()
        #expect(screen.titles == (0..<6).map { "row \($0)" })
        #expect(screen.phases.last == .content)
    }
}
