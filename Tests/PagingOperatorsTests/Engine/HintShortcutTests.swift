import PagingSimulation
import TestSupport
import Testing

@testable import PagingOperators

/// Most shown rows load nothing: the engine only notes them.
struct HintShortcutTests {
    @Test func notingARowEqualsHandlingItsHint() {
        var noted = 0
        Seeds.forEach(100) { random in
            let line = NumberLine(
                count: 60, perPage: 1 + random.number(below: 6), isCounted: random.chance(50))
            let rules = PagingRules(
                threshold: random.number(below: 6), failurePolicy: random.chance(50) ? .hold : .retryOnHint,
                maxRows: random.chance(50) ? 12 : nil, showsPlaceholders: random.chance(50),
                jumpThreshold: random.chance(20) ? 5 : nil)
            var list = EngineDriver.loaded(
                rules, from: line, startingAt: random.number(below: 10) * line.perPage)
            for _ in 0..<30 {
                let row = random.number(below: list.state.rowCount + 3)
                let rows = row..<row + 1 + random.number(below: 4)
                var handling = list.engine
                var noting = list.engine
                if noting.takesNote(ofShown: rows) {
                    noted += 1
                    let actions = handling.handle(.signal(.shown(rows: rows)))
                    try Mismatch.unless(actions.isEmpty, "rows \(rows) need \(actions)")
                    try Mismatch.unless(handling.shownRows == noting.shownRows, "rows \(rows) are lost")
                }
                list.send(
                    random.chance(70)
                        ? .shown(rows: rows)
                        : [.refresh, .loadMore, .loadPrevious, .cancel][
                            random.number(below: 4)])
                if let index = list.runningIndices.first {
                    if random.chance(20) {
                        list.fail(at: index)
                    } else if random.chance(70) {
                        list.answer(line.page(list.loads[index].request.key), to: index)
                    }
                }
            }
        }
        #expect(noted > 0)
    }
}
