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
                var handling = list.engine
                var noting = list.engine
                if noting.takesNote(ofShown: row) {
                    noted += 1
                    let actions = handling.handle(.signal(.shown(row: row)))
                    try Mismatch.unless(actions.isEmpty, "row \(row) needs \(actions)")
                    try Mismatch.unless(handling.lastShownRow == noting.lastShownRow, "row \(row) is lost")
                }
                list.send(
                    random.chance(70)
                        ? .shown(row: row)
                        : [.refresh, .loadMore, .loadPrevious, .cancel][
                            random.number(below: 4)])
                if let index = list.loads.firstIndex(where: \.isRunning) {
                    if random.chance(20) {
                        list.fail(at: index)
                    } else if random.chance(70) {
                        list.answer(line.page(list.requests[index].key), to: index)
                    }
                }
            }
        }
        #expect(noted > 0)
    }
}
