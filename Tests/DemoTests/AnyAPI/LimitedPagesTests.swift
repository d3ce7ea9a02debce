import Flux
import Testing

@testable import Demo

struct LimitedPagesTests {
    /// Pages of three numbers, without end; every other one is empty if that is requested.
    private func page(
        of limit: Int, at key: Int, itemsBefore: Int, isEmpty: Bool = false, requests: Int = .max
    ) -> (
        page: Page<LimitedPages<Numbers>.Key, Int>?, cuts: Int, limit: Limit?
    ) {
        let cuts = Tally()
        let reached = Locked<Limit?>(nil)
        let budget = RequestBudget(maximum: requests)
        let source = LimitedPages(
            Numbers { request in
                let first = request.key ?? 0
                return Just(
                    Page(isEmpty ? [] : Array(first..<first + 3), previous: first - 3, next: first + 3))
            }, to: limit, budget
        ) { limit in
            cuts.add()
            reached.withLock { $0 = limit }
        }
        let result = Locked<Page<LimitedPages<Numbers>.Key, Int>?>(nil)
        let key = LimitedPages<Numbers>.Key(base: key, itemsBefore: itemsBefore)
        let subscription = source.page(for: PageRequest(key: key, direction: .append))
            .sink(receiveCompletion: { _ in }, receiveValue: { page in result.withLock { $0 = page } })
        subscription.cancel()
        return (result.withLock { $0 }, cuts.count, reached.withLock { $0 })
    }

    private typealias Numbers = ClosurePages<Int, Int, Just<Page<Int, Int>>>

    @Test func pageBelowTheLimitLosesOnlyItsPreviousKey() throws {
        let (page, cuts, _) = page(of: 10, at: 3, itemsBefore: 3)
        #expect(page?.items == [3, 4, 5])
        #expect(page?.next?.base == 6)
        #expect(page?.next?.itemsBefore == 6)
        #expect(page?.previous == nil)
        #expect(cuts == 0)
    }

    @Test func pageThatReachesTheLimitIsTheLast() {
        for (limit, items) in [(6, [3, 4, 5]), (5, [3, 4]), (4, [3])] {
            let (page, cuts, reached) = page(of: limit, at: 3, itemsBefore: 3)
            #expect(reached == .items(limit))
            #expect(page?.items == items)
            #expect(page?.next == nil)
            #expect(cuts == 1)
        }
    }

    @Test func emptyPageCountsAsOneItem() {
        #expect(page(of: 10, at: 3, itemsBefore: 3, isEmpty: true).page?.next?.itemsBefore == 4)
        let last = page(of: 4, at: 3, itemsBefore: 3, isEmpty: true)
        #expect(last.page?.items == [])
        #expect(last.page?.next == nil)
    }

    @Test func pageAfterTheLastRequestIsTheLast() {
        let last = page(of: 10, at: 3, itemsBefore: 3, requests: 0)
        #expect(last.page?.items == [3, 4, 5])
        #expect(last.page?.next == nil)
        #expect(last.limit == .requests(0))
    }

    @Test func limitsAreCounted() {
        #expect("\(Limit.items(1)), \(Limit.items(2))" == "1 item, 2 items")
        #expect("\(Limit.requests(1)), \(Limit.requests(2))" == "1 request, 2 requests")
    }

    @Test func keysComeFromTheSource() {
        typealias Key = LimitedPages<Numbers>.Key
        #expect(Key(base: 3, itemsBefore: 3) == Key(base: 3, itemsBefore: 6))
        #expect(Key(base: 3, itemsBefore: 3).hashValue == Key(base: 3, itemsBefore: 6).hashValue)
        #expect(Key(base: 3) != Key(base: 4))
        #expect("\(Key(base: 3, itemsBefore: 6))" == "3")
    }

    @Test func keyOfAnotherPlaceIsRepeated() {
        let places = PagePlaces<Int>()
        #expect(!places.isRepeated(1, at: 1))
        #expect(!places.isRepeated(2, at: 2))
        // The same page, which is loaded again.
        #expect(!places.isRepeated(2, at: 2))
        #expect(places.isRepeated(1, at: 3))
        places.removeAll()
        #expect(!places.isRepeated(1, at: 3))
    }

    /// Lists that lead back to one of their pages, at once or after many.
    @Test(arguments: [(before: 0, length: 1), (0, 3), (7, 2), (3, 100), (30, 40), (100, 33)])
    func circleIsFoundInBoundedMemory(before: Int, length: Int) {
        let places = PagePlaces<Int>(limit: 10)
        var found: Int?
        for place in 1...10_000 where found == nil {
            let key = place <= before ? place : before + 1 + (place - before - 1) % length
            if places.isRepeated(key, at: place) { found = place }
        }
        #expect(found.map { $0 > before + length && $0 <= 4 * (before + length) + 4 * 10 } == true)
    }
}
