import Streams
import TestSupport
import Testing

@testable import PagingOperators

/// The items of a source as a publisher.
struct SourceItemsTests {
    private let source = ScriptedPages<Int>()

    @Test func nothingIsLoadedBeforeTheFirstDemand() {
        let items = source.items(prefetch: 3).publisher.probe(initial: .none)
        #expect(source.requests == [])
        items.request(1)
        #expect(source.requests == [.refresh])
    }

    @Test func pagesAreLoadedAsTheirItemsAreRequested() {
        let items = source.items().publisher.probe(initial: .max(3))
        source.answer(.rows(0..<3))
        #expect(items.values == [0, 1, 2])
        #expect(source.requests == [.refresh])
        items.request(1)
        #expect(source.requests == [.refresh, .append(3)])
        source.answer(.last(3..<5))
        #expect(items.values == [0, 1, 2, 3])
        #expect(items.completion == nil)
        items.request(1)
        #expect(items.values == [0, 1, 2, 3, 4])
        #expect(items.isFinished)
    }

    @Test func prefetchLoadsPagesBeyondTheCurrentOne() {
        let items = source.items(prefetch: 2).publisher.probe(initial: .max(1))
        source.answer(.rows(0..<2))
        #expect(source.running == [.append(2)])
        source.answer(.rows(2..<4))
        #expect(source.running == [.append(4)])
        source.answer(.rows(4..<6))
        #expect(source.running == [])
        items.request(1)
        #expect(source.running == [])
        items.request(1)
        #expect(source.running == [.append(6)])
        #expect(items.values == [0, 1, 2])
    }

    @Test func prefixAsksForNoPageTooMany() {
        let line = ServedNumbers(count: 10_000, perPage: 30)
        let items = line.items().publisher.prefix(300).probe()
        #expect(items.values == Array(0..<300))
        #expect(items.isFinished)
        #expect(line.requests.count == 10)
    }

    @Test func emptyPagesArePassedOver() {
        let items = source.items().publisher.probe(initial: .max(1))
        source.answer(Page([], next: 7))
        source.answer(Page([], next: 8))
        #expect(source.requests == [.refresh, .append(7), .append(8)])
        source.answer(Page([5], next: nil))
        #expect(items.values == [5])
        #expect(items.isFinished)
    }

    @Test func emptySourceFinishes() {
        let items = source.items().publisher.probe(initial: .max(1))
        source.answer(Page([], next: nil))
        #expect(items.values == [])
        #expect(items.isFinished)
    }

    @Test func firstPageMayBeAny() {
        let items = source.items(startingAt: 40).publisher.probe()
        source.answer(.last(40..<42))
        #expect(source.requests == [.append(40)])
        #expect(items.values == [40, 41])
    }

    @Test func failureFollowsTheItemsThatWereLoadedBeforeIt() {
        let items = source.items(prefetch: 1).publisher.probe(initial: .max(1))
        source.answer(.rows(0..<2))
        source.fail()
        #expect(items.failure == nil)
        items.request(1)
        #expect(items.values == [0, 1])
        #expect(items.failure as? TestError == .offline)
        #expect(source.loads.count == 2)
    }

    @Test func pageThatNamesItselfIsAnError() {
        let items = source.items().publisher.probe()
        source.answer(.rows(0..<2))
        source.answer(Page([2], next: 2))
        #expect(items.values == [0, 1, 2])
        #expect(items.failure as? PagingError == .repeatedKey("2"))
    }

    @Test func repeatedKeysMayBeAllowed() {
        let items = source.items(allowsRepeatedKeys: true).publisher.probe()
        source.answer(.rows(0..<2))
        source.answer(Page([2], next: 2))
        source.answer(Page([3], next: nil))
        #expect(items.values == [0, 1, 2, 3])
        #expect(source.requests == [.refresh, .append(2), .append(2)])
    }

    @Test func sourceWithoutAPageIsAnError() {
        let items = source.items().publisher.probe()
        source.finishWithoutPage()
        #expect(items.failure as? PagingError == .noPage)
    }

    @Test func cancellationCancelsTheLoadAndReleasesTheSource() {
        let released = Locked(false)
        let items: Probe<Int, any Error>
        do {
            let token = Token { released.withLock { $0 = true } }
            let source = ClosurePages { [source] in token.pass(source.page(for: $0)) }
            items = source.items(prefetch: 1).publisher.probe()
        }
        self.source.answer(.rows(0..<2))
        #expect(!released.withLock { $0 })
        items.cancel()
        #expect(source.cancelled == [1])
        #expect(released.withLock { $0 })
    }

    @Test func cancellationOfPagesCancelsTheLoadAndReleasesTheSource() {
        let released = Locked(false)
        let pages: Probe<Page<Int, Int>, any Error>
        do {
            let token = Token { released.withLock { $0 = true } }
            let source = ClosurePages { [source] in token.pass(source.page(for: $0)) }
            pages = source.pages(prefetch: 1).publisher.probe()
        }
        source.answer(.rows(0..<2))
        #expect(pages.values.map(\.items) == [[0, 1]])
        #expect(!released.withLock { $0 })
        pages.cancel()
        #expect(source.cancelled == [1])
        #expect(released.withLock { $0 })
        source.answer(.rows(2..<4))
        #expect(pages.values.count == 1)
        #expect(pages.completion == nil)
    }

    @Test func cancellationFromInsideAValueStopsTheWalk() {
        let items = source.items().publisher.probe(onValue: { probe, item in
            if item == 1 { probe.cancel() }
        })
        source.answer(.rows(0..<5))
        #expect(items.values == [0, 1])
        #expect(source.requests == [.refresh])
    }

    @Test func retryIsThatOfTheSource() {
        let time = VirtualTimeScheduler()
        let retrying = source.retry(.constant(.seconds(1), attempts: 1), scheduler: time)
        let items = retrying.items().publisher.probe()
        source.fail()
        #expect(items.failure == nil)
        time.advance(by: .seconds(1))
        source.answer(.last(0..<2))
        #expect(items.values == [0, 1])
        #expect(items.isFinished)
    }

    /// A list without end, whose pages take a second, and a loop that takes ten for each item.
    @Test func loopLoadsPagesAsItConsumesTheirItems() async throws {
        let time = VirtualTimeScheduler()
        let loads = Box(0)
        let list = OffsetPages(limit: 10) { offset, limit in
            loads.increment()
            return Just(Array(offset..<offset + limit)).delay(for: .seconds(1), scheduler: time)
        }
        let items = try await time.run {
            var items: [Int] = []
            for await item in list.items().publisher.replaceError(with: -1).values {
                items.append(item)
                try await time.sleep(for: .seconds(10))
                if items.count == 5 { break }
            }
            return items
        }
        #expect(items == Array(0..<5))
        // A loop requests at most 16 values that it has not consumed.
        #expect(loads.value <= 3)
    }

    @Test func eachSubscriberLoadsThePagesAnew() {
        let publisher = source.items().publisher
        let one = publisher.probe()
        source.answer(.last(0..<2))
        let other = publisher.probe()
        source.answer(.last(5..<6))
        #expect(one.values == [0, 1])
        #expect(other.values == [5])
    }

    @Test func synchronousPagesUseConstantStack() {
        let sum = withSmallStack { steps in
            let line = CountingPages(count: steps, perPage: 1)
            let sum = Locked(0)
            let run = line.items(prefetch: 2).publisher.replaceError(with: -1)
                .sink { item in sum.withLock { $0 += item } }
            run.cancel()
            return sum.withLock { $0 }
        }
        let steps = stepCount(default: 10_000)
        #expect(sum == steps * (steps - 1) / 2)
    }

    @Test func emptySynchronousPagesUseConstantStack() {
        let values = withSmallStack { steps in
            let source = ClosurePages { (request: PageRequest<Int>) in
                let number = request.key ?? 0
                return Just(Page(number == steps ? [number] : [], next: number == steps ? nil : number + 1))
            }
            let values = Locked<[Int]>([])
            source.items().publisher.replaceError(with: -1)
                .sink { item in values.withLock { $0.append(item) } }
                .cancel()
            return values.withLock { $0 }
        }
        #expect(values == [stepCount(default: 10_000)])
    }

    @Test func pagesAreSentWholeEmptyOnesIncluded() {
        let pages = source.pages(prefetch: 1).publisher.probe(initial: .max(1))
        source.answer(.rows(0..<2))
        #expect(pages.values == [.rows(0..<2)])
        #expect(source.running == [.append(2)])
        source.answer(Page([], next: 3))
        #expect(source.running == [])
        pages.request(1)
        #expect(pages.values.last == Page([], next: 3))
        #expect(source.running == [.append(3)])
        source.answer(.last(3..<4))
        pages.request(1)
        #expect(pages.isFinished)
    }
}
