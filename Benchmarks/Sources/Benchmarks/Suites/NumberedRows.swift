import Flux

/// Pages of consecutive numbers that arrive synchronously, and can be requested again.
struct NumberedRows: PageSource {
    typealias Item = Int
    typealias Failure = Never

    let pages: Int
    let rowsPerPage: Int

    var rows: Int { pages * rowsPerPage }

    func page(for request: PageRequest<Int>) -> Just<Page<Int, Int>> {
        let number = request.key ?? 0
        let first = number * rowsPerPage
        return Just(
            Page(
                Array(first..<first + rowsPerPage), previous: number > 0 ? number - 1 : nil,
                next: number + 1 < pages ? number + 1 : nil))
    }
}

/// A list that keeps its last state, as a screen does.
final class Screen: @unchecked Sendable {
    // Sendable: a benchmark touches it from one thread only.
    var state: ViewState<Int>?
    let signals = PassthroughSubject<ListSignal, Never>()
    var subscription: AnyCancellable?

    /// Begins a list whose states are kept.
    static func showing(
        _ feed: (PassthroughSubject<ListSignal, Never>) -> some Publisher<ViewState<Int>, Never>
    ) -> Screen {
        let screen = Screen()
        screen.subscription = feed(screen.signals).sink { [unowned screen] in screen.state = $0 }
        return screen
    }

    var count: Int { state?.items.count ?? 0 }

    /// Loads page by page, as far as a row and no farther.
    func load(to row: Int) { signals.send(.jump(toRow: row)) }

    /// Scrolls to a row of the list.
    func scroll(to row: Int) { signals.send(.shown(row: row)) }
}
