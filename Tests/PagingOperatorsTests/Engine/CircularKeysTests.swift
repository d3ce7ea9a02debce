import SeededRandom
import TestSupport
import Testing

@testable import PagingOperators

/// Pages whose next keys lead back to earlier ones.
struct CircularKeysTests {
    private static let rules = PagingRules(threshold: 3)

    /// Answers loads until none is running, at most so many.
    ///
    /// - Returns: The number of answers.
    @discardableResult
    private func settle(
        _ list: inout EngineDriver<Int, Int>, limit: Int = 100, _ page: (Int?) -> Page<Int, Int>
    ) -> Int {
        var count = 0
        while let index = list.runningIndices.first, count < limit {
            list.answer(page(list.loads[index].request.key), to: index)
            count += 1
        }
        return count
    }

    /// Without a row, no hint stops such a list.
    @Test func pagesWithoutRowsDoNotLoadWithoutEnd() {
        var list = EngineDriver<Int, Int>(Self.rules, transform: IdentityTransform<Int>())
        list.start()
        let count = settle(&list) { Page([], next: $0 == 1 ? 2 : 1) }
        #expect(count == 3)
        #expect(list.state.append.error as? PagingError == .repeatedKey("1"))
    }

    @Test func refreshWithPagesWithoutRowsDoesNotLoadWithoutEnd() {
        var list = EngineDriver.loaded(Self.rules, from: NumberLine(count: 10))
        list.send(.refresh)
        let count = settle(&list) { Page([], next: $0 == 1 ? 2 : 1) }
        #expect(count == 3)
        #expect(list.state.refresh.error as? PagingError == .repeatedKey("1"))
        #expect(list.rows == Array(0..<10))
    }

    @Test(arguments: [2, 3, 10])
    func pagesThatAFilterEmptiesDoNotLoadWithoutEnd(length: Int) {
        var list = EngineDriver<Int, Int>(Self.rules, transform: SelectTransform(where: { $0 < 10 }))
        list.start()
        list.answer(.rows(0..<1))
        list.send(.shown(row: 0))
        settle(&list) { key in
            let key = key ?? 0
            return Page([key + 10], next: key == length ? 1 : key + 1)
        }
        #expect(list.loads.count == length + 1)
        #expect(list.rows == [0])
        #expect(list.state.append.error as? PagingError == .repeatedKey("1"))
    }

    @Test func retryLoadsThePageThatIsNamed() {
        var list = EngineDriver<Int, Int>(Self.rules, transform: IdentityTransform<Int>())
        list.start()
        settle(&list) { Page([], next: $0 == 1 ? 2 : 1) }
        list.send(.retry)
        #expect(list.running == [.append(1)])
        list.answer(Page([50], next: nil))
        #expect(list.rows == [50])
        #expect(list.state.append.kind == .end)
    }

    @Test func previousPagesWithoutRowsDoNotLoadWithoutEnd() {
        var list = EngineDriver<Int, Int>(
            Self.rules, transform: IdentityTransform<Int>(), start: PagingStart(key: 3))
        list.start()
        list.answer(Page([30], previous: 2, next: nil))
        list.send(.loadPrevious)
        let count = settle(&list) { Page([], previous: $0 == 1 ? 2 : 1, next: nil) }
        #expect(count == 2)
        #expect(list.state.prepend.error as? PagingError == .repeatedKey("2"))
        #expect(list.rows == [30])
    }

    @Test func circleIsAcceptedWhereAllowed() {
        let rules = PagingRules(threshold: 3, allowsRepeatedKeys: true)
        var list = EngineDriver<Int, Int>(rules, transform: IdentityTransform<Int>())
        list.start()
        #expect(settle(&list, limit: 20) { Page([], next: $0 == 1 ? 2 : 1) } == 20)
    }

    @Test func pagesWithRowsMayLeadBack() {
        var list = EngineDriver<Int, Int>(Self.rules, transform: IdentityTransform<Int>())
        list.start()
        for _ in 0..<3 {
            settle(&list) { Page([$0 ?? 0, 0, 0], next: $0 == 1 ? 2 : 1) }
            list.send(.shown(row: list.rows.count - 1))
        }
        #expect(list.rows.count > 6)
        #expect(list.state.append.error == nil)
    }

    // MARK: Pages that are loaded again

    /// Scrolls a window at random over pages of which many have no rows.
    @Test(arguments: Seeds.make(200))
    func pagesThatAreLoadedAgainAreNoCircle(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let sizes = (0..<40).map { _ in random.chance(60) ? 0 : 1 + random.number(below: 4) }
        let namesPrevious = random.chance(60)
        func page(_ key: Int?) -> Page<Int, Int> {
            let number = key ?? 0
            return Page(
                (0..<sizes[number]).map { number * 10 + $0 },
                previous: namesPrevious && number > 0 ? number - 1 : nil,
                next: number + 1 < sizes.count ? number + 1 : nil)
        }
        var list = EngineDriver<Int, Int>(
            PagingRules(threshold: 2, maxRows: 6), transform: IdentityTransform<Int>(),
            start: PagingStart(key: random.chance(50) ? 20 : nil))
        list.start()
        settle(&list, page)
        for _ in 0..<60 {
            switch random.number(below: 20) {
            case 0: list.send(.refresh)
            case 1: list.invalidate()
            case 2: list.send(.cancel)
            case 3: list.send(.loadMore, .loadPrevious)
            case 4...10: list.send(.shown(row: 0))
            default: list.send(.shown(row: max(0, list.state.items.count - 1)))
            }
            settle(&list, limit: random.number(below: 5), page)
            if list.running.isEmpty { #expect(list.state.error == nil, "FLUX_SEED=\(seed)") }
        }
    }
}
