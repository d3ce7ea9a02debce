import Testing

@testable import PagingOperators

/// Pulls of a list shorter than its viewport, which rests at the start with room below its end.
struct ShortContentTests {
    private func pulled(to offset: Double) -> [PageRequest<Int>] {
        let rules = PagingRules(threshold: 0, scrollPolicy: .pulled(distance: 60))
        var list = EngineDriver(rules, transform: IdentityTransform<Int>())
        list.start()
        list.answer(.rows(0..<3))
        list.send(.scrolled(offset: offset, viewport: 600, content: 132))
        return list.running
    }

    @Test func contentAtRestIsNotPulledPastItsEnd() {
        #expect(pulled(to: 0) == [])
    }

    @Test func contentPulledAtItsStartIsNotPulledPastItsEnd() {
        #expect(pulled(to: -100) == [])
    }

    @Test func contentPulledByTheDistanceLoads() {
        #expect(pulled(to: 59) == [])
        #expect(pulled(to: 60) == [.append(3)])
    }
}
