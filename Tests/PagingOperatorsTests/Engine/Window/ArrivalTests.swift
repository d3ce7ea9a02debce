import Streams
import Testing

@testable import PagingOperators

/// States name the row of a jump, so that a list can scroll to it.
struct ArrivalTests {
    private let line = NumberLine(count: 100, isCounted: true)

    private func list(
        jumpThreshold: Int? = nil, showsPlaceholders: Bool = false, findsRows: Bool = true
    ) -> EngineDriver<Int, Int> {
        .loaded(
            PagingRules(
                threshold: 2, showsPlaceholders: showsPlaceholders, jumpThreshold: jumpThreshold),
            from: line, findsRows: findsRows)
    }

    @Test(arguments: [(false, 5), (true, 75)])
    func jumpStateNamesItsScrollTarget(showsPlaceholders: Bool, row: Int) {
        var list = list(showsPlaceholders: showsPlaceholders)
        list.send(.jump(toRow: 75))
        #expect(list.state.scrollTarget == nil)
        list.settle(with: line)
        #expect(list.state.scrollTarget == .jump(row: row))
        #expect(list.state.item(atRow: row) == 75)
        list.send(.loadMore)
        #expect(list.state.scrollTarget == nil)
    }

    @Test func jumpToALoadedRowNamesItsTargetAtOnce() {
        var list = list()
        list.send(.jump(toRow: 4))
        #expect(list.state.scrollTarget == .jump(row: 4))
        #expect(list.state.change.isEmpty)
        #expect(list.running == [])
    }

    @Test func jumpPageByPageNamesItsTargetWithTheLastPage() {
        var list = list(findsRows: false)
        list.send(.jump(toRow: 25))
        list.settle(with: line)
        #expect(list.states.compactMap(\.scrollTarget) == [.jump(row: 25)])
        #expect(list.state.scrollTarget == .jump(row: 25))
    }

    @Test func shownPlaceholderHasNoScrollTarget() {
        var list = list(jumpThreshold: 5, showsPlaceholders: true)
        list.send(.shown(row: 75))
        list.settle(with: line)
        #expect(list.rows == Array(70..<80))
        #expect(list.states.compactMap(\.scrollTarget) == [])
    }

    @Test func slowSubscriberGetsTheCurrentScrollTarget() {
        let signals = PassthroughSubject<ListSignal, Never>()
        let list = StateRecorder<Int>(demand: .max(2))
        signals.paginate(threshold: 2, from: ServedNumbers(line)).subscribe(list)
        signals.send(.jump(toRow: 75), .loadPrevious)
        #expect(list.state.scrollTarget == nil)
        list.request(.max(1))
        #expect(list.rows == Array(60..<80))
        #expect(list.state.scrollTarget == .jump(row: 15))
    }
}
