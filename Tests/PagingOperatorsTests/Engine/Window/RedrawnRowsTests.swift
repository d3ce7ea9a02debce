import SeededRandom
import TestSupport
import Testing

@testable import PagingOperators

/// Screens that report single rows, those too that a load has changed.
struct RedrawnRowsTests {
    /// A screen that reports each row that becomes visible, or that becomes an item or a placeholder.
    private struct Screen {
        var list: EngineDriver<Int, Int>
        let line: NumberLine
        let viewport: Int
        var top = 0
        var reported: [Int: Bool] = [:]

        init(_ rules: PagingRules, from line: NumberLine, viewport: Int) {
            list = .loaded(rules, from: line)
            (self.line, self.viewport) = (line, viewport)
        }

        var visible: Range<Int> { top..<min(list.state.rowCount, top + viewport) }
        var hasPlaceholders: Bool { visible.contains { list.state.item(atRow: $0) == nil } }

        /// Reports rows and answers loads, in any order, up to a number of loads.
        mutating func settle(loads limit: Int, with random: inout SeededGenerator) {
            let most = list.loads.count + limit
            while list.loads.count <= most {
                let state = list.state
                let redrawn = visible.filter { reported[$0] != (state.item(atRow: $0) == nil) }
                if let row = redrawn.randomElement(using: &random),
                    list.runningIndices.isEmpty || random.chance(70)
                {
                    reported[row] = state.item(atRow: row) == nil
                    list.send(.shown(row: row))
                } else if let load = list.runningIndices.randomElement(using: &random) {
                    list.answer(line.page(list.loads[load].request.key), to: load)
                } else {
                    return
                }
            }
        }

        mutating func scroll(to row: Int) {
            top = max(0, min(row, list.state.rowCount - viewport))
            reported = reported.filter { visible.contains($0.key) }
        }
    }

    /// The list assumes a viewport of the threshold, five rows, until a row that it has removed is reported.
    @Test(arguments: [nil, 14])
    func rowsInViewThatAreRemovedAreLoadedAgainOnce(viewport: Int?) {
        let line = NumberLine(count: 200, perPage: 5, isCounted: true)
        var list = EngineDriver.loaded(
            PagingRules(threshold: 5, maxRows: 19, showsPlaceholders: true, viewport: viewport), from: line)
        for row in 5..<61 {
            list.send(.shown(row: row))
            list.settle(with: line)
        }
        // Of the rows in view, 47 to 60, the list knows the last one.
        #expect(list.rows == Array((viewport == nil ? 50 : 40)..<70))
        for row in 47..<50 { list.send(.shown(row: row)) }
        list.settle(with: line)
        #expect(list.rows == Array(40..<70))
        #expect(list.states.compactMap(\.warning).count == 1)
        let count = list.loads.count
        // The rows that were loaded are shown anew.
        for row in [47, 60, 48, 49, 47] { list.send(.shown(row: row)) }
        #expect(list.loads.count == count)
        #expect(list.engine.shownRows == 47..<48)
        list.send(.shown(row: 63))
        #expect(list.engine.shownRows == 63..<64)
    }

    @Test func rowsOfARemovedPageToWhichAScreenScrollsAreInViewAlone() {
        let line = NumberLine(count: 200, perPage: 5, isCounted: true)
        var list = EngineDriver.loaded(
            PagingRules(threshold: 5, maxRows: 30, showsPlaceholders: true), from: line)
        for row in Array(5..<63) + Array((30..<63).reversed()) {
            list.send(.shown(row: row))
            list.settle(with: line)
            #expect(list.engine.shownRows == row..<row + 1)
            #expect(list.rows.contains(row))
        }
        #expect(list.states.allSatisfy { $0.warning == nil })
    }

    @Test(arguments: Seeds.make(60))
    func screenHigherThanItsWindowComesToRest(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let line = NumberLine(count: 100, perPage: 1 + random.number(below: 8), isCounted: true)
        let rules = PagingRules(
            threshold: 1 + random.number(below: 5), maxRows: 1 + random.number(below: 25),
            showsPlaceholders: true)
        var screen = Screen(rules, from: line, viewport: 1 + random.number(below: 14))
        for _ in 0..<20 {
            screen.scroll(to: random.number(below: 100))
            screen.settle(loads: 200, with: &random)
            #expect(screen.list.running.isEmpty, "\(rules) loads without end for \(screen.visible)")
            if !screen.list.running.isEmpty { return }
        }
    }
}
