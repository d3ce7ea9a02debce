import Testing

@testable import PagingOperators

struct PagingRulesTests {
    /// As of a height before the layout.
    @Test func impossibleValuesOfPropertiesEndTheProcess() async {
        await #expect(processExitsWith: .failure) { begin { $0.viewport = 0 } }
        await #expect(processExitsWith: .failure) { begin { $0.threshold = -1 } }
        await #expect(processExitsWith: .failure) { begin { $0.maxRows = 0 } }
        await #expect(processExitsWith: .failure) { begin { $0.jumpThreshold = 0 } }
        await #expect(processExitsWith: .failure) { begin { $0.repeatedPageLimit = 0 } }
        await #expect(processExitsWith: .success) { begin { $0.viewport = 1 } }
    }
}

private func begin(_ change: (inout PagingRules) -> Void) {
    var rules = PagingRules(threshold: 2)
    change(&rules)
    var list = EngineDriver<Int, Int>(rules, transform: IdentityTransform<Int>())
    list.start()
}
