import Streams
import TestSupport
import Testing

@testable import PagingOperators

/// Jumps in lists whose pages do not state what lies before them, or name no page before.
struct UncountedJumpTests {
    /// The numbers 0 to 999, ten a page, with what a hand-written source states.
    private struct Numbers: PageSource {
        typealias Item = Int
        typealias Failure = Never

        var isTwoWay = true
        var total: Int?
        var statesItemsBefore = false

        func page(for request: PageRequest<Int>) -> Just<Page<Int, Int>> {
            let first = request.key ?? 0
            return Just(
                Page(
                    Array(first..<first + 10), previous: isTwoWay && first > 0 ? first - 10 : nil,
                    next: first < 990 ? first + 10 : nil, total: total,
                    itemsBefore: statesItemsBefore ? first : nil))
        }

        func key(forRow row: Int) -> Int? { row / 10 * 10 }
    }

    private func targets(of states: [ViewState<Int>]) -> [Int?] {
        states.compactMap { state in state.scrollTarget.map { state.item(atRow: $0.row) } }
    }

    @Test(arguments: [false, true], [nil, 1000])
    func jumpEndsAtTheRowOfItsPage(isTwoWay: Bool, total: Int?) {
        for statesItemsBefore in [false, true] {
            for showsPlaceholders in [false, true] {
                let source = Numbers(
                    isTwoWay: isTwoWay, total: total, statesItemsBefore: statesItemsBefore)
                let signals = PassthroughSubject<ListSignal, Never>()
                let list = StateRecorder<Int>()
                signals.paginate(
                    PagingRules(threshold: 3, showsPlaceholders: showsPlaceholders), from: source
                ).subscribe(list)
                signals.send(.jump(toRow: 42))
                #expect(targets(of: list.states) == [42], "\(source)")
                signals.send(.jump(toRow: 5))
                #expect(targets(of: list.states) == [42, 5], "\(source)")
            }
        }
    }

    @Test func pageThatDoesNotHaveItsPlaceholdersIsLoadedOnce() {
        let source = Numbers(isTwoWay: false, total: 1000, statesItemsBefore: true)
        let signals = PassthroughSubject<ListSignal, Never>()
        let list = StateRecorder<Int>()
        let requests = Log<PageRequest<Int>>()
        signals.paginate(
            PagingRules(threshold: 3, showsPlaceholders: true, jumpThreshold: 10, viewport: 5),
            from: source.handleEvents(receiveRequest: { requests.append($0) })
        ).subscribe(list)
        for _ in 0..<50 { signals.send(.shown(rows: 55..<60)) }
        #expect(requests.entries.count { $0.key == 50 } <= 2)
        #expect(requests.entries.count < 20)
    }
}
