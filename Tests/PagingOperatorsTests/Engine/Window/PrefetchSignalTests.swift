import Testing

@testable import PagingOperators

/// Prefetched rows load pages, and are not in view.
struct PrefetchSignalTests {
    private let line = NumberLine(count: 200, isCounted: true)

    private func list(
        _ rules: PagingRules = PagingRules(threshold: 3), at key: Int? = 100, findsRows: Bool = false
    ) -> EngineDriver<Int, Int> {
        .loaded(rules, from: line, startingAt: key, findsRows: findsRows)
    }

    @Test(arguments: [(2..<5, -1), (3..<7, 0), (5..<8, 1)])
    func pageIsLoadedBeyondTheEdgeNearTheRows(rows: Range<Int>, direction: Int) {
        var list = list()
        list.send(.prefetch(rows: rows))
        let pages: [PageRequest<Int>] = direction < 0 ? [.prepend(90)] : direction > 0 ? [.append(110)] : []
        #expect(list.running == pages)
    }

    @Test func rowsInViewStayThoseThatWereShown() throws {
        var list = list(at: nil)
        for row in stride(from: 9, to: 100, by: 10) {
            list.send(.shown(row: row))
            list.settle(with: line)
        }
        list.send(.shown(rows: 81..<89), .prefetch(rows: 89..<105))
        #expect(list.engine.focusRows == 81..<89)
        #expect(list.engine.shownRows == 81..<89)
        #expect(try #require(list.engine.makeSnapshot()).shownRows == 81..<89)
        list.settle(with: line)
        list.invalidate()
        #expect(list.running == [.refresh(80)])
        list.answer(line.page(80))
        let top = list.state.topRow(following: 81..<89)
        #expect(list.state.item(atRow: top) == 81)
    }

    /// Unlike a shown row, which asks for pages until the threshold is met.
    @Test func oneHintLoadsOnePage() {
        var list = list(PagingRules(threshold: 25))
        list.send(.prefetch(rows: 20..<30))
        #expect(list.running == [])
        list.send(.prefetch(rows: 5..<30))
        list.settle(with: line)
        #expect(list.rows == Array(90..<120))
    }

    @Test func burstMakesOneLoad() {
        var list = list()
        for row in 5..<10 { list.send(.prefetch(rows: row..<row + 1)) }
        #expect(list.requests.count == 2)
        list.settle(with: line)
        #expect(list.requests.count == 2)
    }

    @Test func rowsOfAnotherListHaveNoEffect() {
        var list = list()
        list.send(.prefetch(rows: 10..<400), .prefetch(rows: 0..<0))
        #expect(list.running == [])
        list.send(.refresh)
        list.send(.prefetch(rows: 8..<9))
        list.answer(line.page(100))
        #expect(list.running == [])
    }

    @Test func nothingIsLoadedBeforeTheFirstPageNorWithoutAThreshold() {
        var list = list(PagingRules(threshold: 0))
        list.send(.prefetch(rows: 0..<10))
        #expect(list.running == [])
        list.send(.reset)
        list.send(.prefetch(rows: 0..<10))
        #expect(list.running == [])
    }

    @Test func placeholdersThatWouldStartAJumpAreLeftToShownRows() {
        let rules = PagingRules(threshold: 3, showsPlaceholders: true, jumpThreshold: 20)
        var list = list(rules, findsRows: true)
        list.send(.prefetch(rows: 150..<160))
        #expect(list.running == [])
        list.send(.prefetch(rows: 112..<118))
        #expect(list.running == [.append(110)])
    }

    /// A table prefetches again after each change of its rows, on either side of the viewport.
    @Test func removedPagesAreNotLoadedAgainForPrefetchedRows() {
        var list = list(PagingRules(threshold: 3, maxRows: 20), at: nil)
        list.send(.shown(rows: 4..<9))
        list.settle(with: line)
        list.send(.shown(rows: 13..<18))
        list.settle(with: line)
        #expect(list.rows == Array(10..<30))
        list.send(.prefetch(rows: 0..<3))
        #expect(list.running == [])
        list.send(.shown(rows: 1..<6))
        #expect(list.running == [.prepend(0)])
    }
}
