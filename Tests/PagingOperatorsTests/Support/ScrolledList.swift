import Streams
import TestSupport
import Testing

@testable import PagingOperators

/// A list of consecutive numbers over a synchronous source, which the test scrolls.
///
/// Its rows always have to be a run of numbers: none is missing, repeated or misplaced.
final class ScrolledList<Source: PageSource> where Source.Item == Int {
    private let signals = PassthroughSubject<ListSignal, Never>()
    private let states = Log<ViewState<Int>>()
    private let subscription: AnyCancellable
    private var mirror = RowMirror<Int?>()
    private var checked = 0

    init(
        _ rules: PagingRules = PagingRules(threshold: 1), over source: Source,
        startingAt key: Source.Key? = nil
    ) {
        subscription = signals.paginate(rules, from: source, startingAt: key)
            .sink { [states] in states.append($0) }
        check()
    }

    var state: ViewState<Int> { states.entries.last ?? ViewState() }

    /// The numbers in the list; `nil` if its rows are not a run.
    var numbers: Range<Int>? { numbers(of: state) }

    private func numbers(of state: ViewState<Int>) -> Range<Int>? {
        guard let first = state.items.first else { return 0..<0 }
        let range = first..<first + state.items.count
        return state.items.elementsEqual(range) ? range : nil
    }

    func send(_ signal: ListSignal) {
        signals.send(signal)
        check()
    }

    /// Shows the last row until there is nothing after it.
    func scrollToEnd() {
        scroll(until: { $0.append.isEnd }) { max(0, $0.items.count - 1) }
    }

    /// Shows the first row until there is nothing before it.
    func scrollToStart() {
        scroll(until: { $0.prepend.isEnd }) { _ in 0 }
    }

    private func scroll(
        until isDone: (ViewState<Int>) -> Bool, row: (ViewState<Int>) -> Int
    ) {
        for _ in 0..<1_000 where !isDone(state) && state.error == nil {
            send(.shown(row: state.placeholdersBefore + row(state)))
        }
        #expect(isDone(state), "Scrolling led to \(state.items.count) rows, \(state.kinds).")
    }

    /// Checks the new states: their rows, and that their changes lead to them.
    private func check() {
        for state in states.entries[checked...] {
            checked += 1
            do throws(Mismatch) {
                try mirror.apply(state.change, leadingTo: state.rows)
            } catch {
                Issue.record(error)
            }
            #expect(numbers(of: state) != nil, "\(Array(state.items)) is not a run of numbers.")
        }
    }
}
