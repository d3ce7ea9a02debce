import PagingSimulation
import SeededRandom
import TestSupport
import Testing

@testable import PagingOperators

/// Most shown rows load nothing: the engine only notes them.
struct HintShortcutTests {
    private typealias Engine = PagingEngine<Int, Int, Int>

    /// A report that is noted leaves the engine as one that is handled: what follows has the same effects.
    @Test func notingARowEqualsHandlingItsHint() {
        var noted = 0
        Seeds.forEach(100) { random in
            let line = NumberLine(
                count: 60, perPage: 1 + random.number(below: 6), isCounted: random.chance(50))
            let rules = PagingRules(
                threshold: random.number(below: 6), failurePolicy: random.chance(50) ? .hold : .retryOnHint,
                maxRows: random.chance(50) ? 12 : nil, showsPlaceholders: random.chance(50),
                jumpThreshold: random.chance(20) ? 5 : nil,
                viewport: random.chance(30) ? 1 + random.number(below: 6) : nil)
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
                    let running = list.runningIndices.map { list.loads[$0] }
                    for _ in 0..<3 {
                        let event = event(of: list.state.rowCount, running, line, with: &random)
                        let (one, other) = (handling.handle(event), noting.handle(event))
                        try Mismatch.unless(
                            "\(one)" == "\(other)", "after rows \(rows), \(event): \(one), but \(other)")
                    }
                }
                if random.chance(70) {
                    list.send(.shown(rows: rows))
                } else if case .signal(let signal) = event(of: list.state.rowCount, [], line, with: &random) {
                    list.send(signal)
                } else {
                    list.invalidate()
                }
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

    /// An event of a list with a number of rows: a signal, an invalidation, or an answer to a load.
    private func event(
        of count: Int, _ running: [EngineDriver<Int, Int>.Load], _ line: NumberLine,
        with random: inout SeededGenerator
    ) -> Engine.Event {
        if let load = running.first, random.chance(40) {
            return random.chance(20)
                ? .failed(load.id, TestError.offline) : .loaded(load.id, line.page(load.request.key))
        }
        let row = random.number(below: count + 3)
        return switch random.number(below: 9) {
        case 0: .signal(.refresh)
        case 1: .signal(.loadMore)
        case 2: .signal(.loadPrevious)
        case 3: .signal(.cancel)
        case 4: .signal(.jump(toRow: row))
        case 5: .signal(.scrolled(offset: Double(row), viewport: 5, content: Double(count)))
        case 6: .invalidated
        default: .signal(.shown(rows: row..<row + 1 + random.number(below: 4)))
        }
    }
}
