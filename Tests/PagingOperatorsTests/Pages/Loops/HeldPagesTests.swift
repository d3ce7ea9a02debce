import PagingOperators
import Streams
import Testing

/// The pages, items and keys that loops hold.
@Suite(.timeLimit(.minutes(1)))
struct HeldPagesTests {
    /// Counts the objects that exist.
    private final class Census: Sendable {
        private struct Counts {
            var living = 0
            var most = 0
        }

        private let counts = Locked(Counts())

        var living: Int { counts.withLock { $0.living } }
        /// The largest number of objects that existed at a time.
        var most: Int { counts.withLock { $0.most } }

        func add(_ change: Int) {
            counts.withLock {
                $0.living += change
                $0.most = max($0.most, $0.living)
            }
        }
    }

    private final class Counted: Sendable {
        let number: Int
        private let census: Census

        init(_ number: Int, _ census: Census) {
            self.number = number
            self.census = census
            census.add(1)
        }

        deinit { census.add(-1) }
    }

    private struct Key: Hashable, Sendable {
        let counted: Counted

        static func == (left: Self, right: Self) -> Bool { left.counted.number == right.counted.number }

        func hash(into hasher: inout Hasher) { hasher.combine(counted.number) }
    }

    /// Pages of ten objects, which are made as they are requested.
    private struct CountedPages: PageSource {
        typealias Item = Counted
        typealias Failure = Never

        static let perPage = 10
        let count: Int
        let items = Census()
        let keys = Census()

        func page(for request: PageRequest<Key>) -> Just<Page<Key, Counted>> {
            let number = request.key?.counted.number ?? 0
            let numbers = number * Self.perPage..<(number + 1) * Self.perPage
            return Just(
                Page(
                    numbers.map { Counted($0, items) },
                    next: number + 1 < count ? Key(counted: Counted(number + 1, keys)) : nil))
        }
    }

    @Test(arguments: [0, 1, 5])
    func itemsHoldNoMorePagesThanThoseAhead(prefetch: Int) async throws {
        let source = CountedPages(count: 2_000)
        var sum = 0
        for try await item in source.items(prefetch: prefetch) { sum += item.number }
        #expect(sum == (0..<20_000).reduce(0, +))
        // The page that is being consumed, the one that is being delivered, and those ahead.
        #expect(source.items.most <= (prefetch + 2) * CountedPages.perPage, "\(source.items.most)")
        #expect(source.items.most >= (prefetch + 1) * CountedPages.perPage)
        #expect(source.items.living == 0)
    }

    @Test(arguments: [0, 1, 5])
    func pagesHoldNoMoreThanThoseAhead(prefetch: Int) async throws {
        let source = CountedPages(count: 2_000)
        var count = 0
        for try await page in source.pages(prefetch: prefetch) { count += page.items.count }
        #expect(count == 20_000)
        #expect(source.items.most <= (prefetch + 3) * CountedPages.perPage, "\(source.items.most)")
        #expect(source.items.living == 0)
    }

    /// Keys are kept to find circles, but not all.
    @Test func keysOfManyPagesAreBounded() async throws {
        let source = CountedPages(count: 10_000)
        var count = 0
        for try await page in source.pages() { count += page.items.count }
        #expect(count == 100_000)
        #expect(source.keys.most <= 4_096 + 8, "\(source.keys.most)")
        #expect(source.keys.living == 0)
    }
}
