import Flux
import FluxTesting
import Testing

/// The code of the catalog of FluxTesting.
struct TestingCatalogueTests {
    private let clock = VirtualTimeScheduler()

    @Test func threeKindsOfServers() {
        @Sendable nonisolated func alphabet(from key: String?) -> Page<String, Character> {
            key == nil ? Page(["a", "b"], next: "c") : Page(["c"], next: nil)
        }
        // snippet: begin
        let numbers = TestPages(Array(0..<50), perPage: 20, overlap: 2, counts: .exact, scheduler: clock)
        let uneven = TestPages(pages: [[1, 2], [], [2, 3]], scheduler: clock)
        let letters = TestPages<String, Character>(scheduler: clock) { request in
            .page(alphabet(from: request.key))
        }
        // snippet: end
        #expect(rows(of: numbers).count == 54)
        #expect(rows(of: uneven) == [1, 2, 2, 3])
        #expect(rows(of: letters) == ["a", "b", "c"])
    }

    // The comments stand in a column.
    // swift-format-ignore
    @Test func failures() {
        struct Offline: Error {}
        let pages = TestPages(Array(0..<40), perPage: 10, scheduler: clock)
        let list = ListSimulator(viewport: 5, scheduler: clock) { $0.paginate(threshold: 1, from: pages) }
        // snippet: begin
        pages.answer(request: 1, with: .failure(Offline(), after: .seconds(5)))
        pages.answer(key: 3, with: .failure(Offline()), times: 2)
        pages.failAll()                 // until
        pages.recover()
        pages.replace(Array(0..<10), perPage: 20)
        pages.invalidate()              // reports that the items of the list have changed
        // snippet: end
        list.runUntilIdle()
        #expect(clock.now == .seconds(5))
        #expect(pages.loads.map(\.outcome) == [.answered, .failed])
    }

    private func rows<Key, Item: Equatable>(of pages: TestPages<Key, Item>) -> [Item] {
        let list = ListSimulator(viewport: 10, scheduler: clock) { $0.paginate(threshold: 5, from: pages) }
        list.scrollToEnd()
        return list.itemsSeen
    }
}
