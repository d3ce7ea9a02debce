import Dispatch
import Foundation
import Streams
import TestSupport
import Testing

@testable import PagingOperators

struct RateLimiterTests {
    private struct TooMany: RetryAfter, Equatable {
        var retryAfter: Duration?
    }

    private let time = VirtualTimeScheduler()
    private let started = Log<String>()

    /// An endless source that records when its pages are requested, and fails on request.
    private func source(
        _ name: String, failures: Box<[Duration?]> = Box([])
    ) -> some PageSource<Int, Int, TooMany> {
        ClosurePages { [time, started] (request: PageRequest<Int>) -> AnyPublisher<Page<Int, Int>, TooMany> in
            started.append("\(name) \(Int(time.now / .milliseconds(1)))")
            let key = request.key ?? 0
            if !failures.value.isEmpty {
                return Fail(error: TooMany(retryAfter: failures.value.removeFirst())).eraseToAnyPublisher()
            }
            return Just(Page([key], next: key + 1)).setFailureType(to: TooMany.self).eraseToAnyPublisher()
        }
    }

    @Test func requestsBeyondTheLimitWaitForTheInterval() {
        let limited = source("a").limited(to: 2, per: .seconds(1), scheduler: time)
        let items = limited.items().publisher.prefix(6).probe()
        #expect(items.values == [0, 1])
        time.run()
        #expect(items.values == [0, 1, 2, 3, 4, 5])
        #expect(started.entries == ["a 0", "a 0", "a 1000", "a 1000", "a 2000", "a 2000"])
    }

    @Test func noIntervalHasMoreRequestsWhereverItBegins() {
        let limiter = RateLimiter(3, per: .seconds(1), scheduler: time)
        let starts = Log<Duration>()
        Seeds.forEach(20) { random in
            starts.clear()
            let begin = time.now
            var loads: [AnyCancellable] = []
            for _ in 0..<60 {
                time.advance(by: .milliseconds(random.number(below: 300)))
                loads.append(limiter.permission().sink { [time] in starts.append(time.now) })
                if random.chance(10) { loads.removeFirst().cancel() }
            }
            time.run()
            let times = starts.entries
            #expect(times == times.sorted())
            #expect(times.count > 40)
            for (first, fourth) in zip(times, times.dropFirst(3)) {
                #expect(
                    fourth - first >= .seconds(1), "Four requests within a second from \(first - begin) on.")
            }
            time.advance(by: .seconds(1))
        }
    }

    @Test func listsShareALimiter() {
        let limiter = RateLimiter(2, per: .seconds(1), scheduler: time)
        let one = source("a").limited(by: limiter).items().publisher.probe(initial: .max(2))
        let other = source("b").limited(by: limiter).items().publisher.probe(initial: .max(2))
        time.run()
        #expect(started.entries == ["a 0", "a 0", "b 1000", "b 1000"])
        #expect(one.values == [0, 1])
        #expect(other.values == [0, 1])
    }

    @Test func waitingRequestsBeginInTheirOrder() {
        let limiter = RateLimiter(1, per: .seconds(1), scheduler: time)
        let loads = ["a", "b", "c"].map { name in
            source(name).limited(by: limiter).pages().publisher.probe(initial: .max(1))
        }
        time.run()
        #expect(started.entries == ["a 0", "b 1000", "c 2000"])
        #expect(loads.allSatisfy { $0.values.count == 1 })
    }

    @Test func requestsThatCompleteAPageWaitForTheInterval() {
        let server = FakeServer(count: 50, cap: 3)
        let pages = OffsetPages(limit: 6) { [time, started] (offset: Int, limit: Int) -> Just<[Int]> in
            started.append("\(offset) \(Int(time.now / .milliseconds(1)))")
            return Just(server.offset(offset, limit: limit))
        }
        let page = pages.limited(to: 1, per: .seconds(1), scheduler: time)
            .page(for: PageRequest(key: PageOffset(6), direction: .prepend)).probe()
        time.run()
        #expect(started.entries == ["6 0", "9 1000"])
        #expect(page.values.first?.items == Array(6..<12))
    }

    @Test func retryAfterOfOneListHoldsAll() {
        let limiter = RateLimiter(10, per: .seconds(1), scheduler: time)
        let failing = source("a", failures: Box([.seconds(5)])).limited(by: limiter)
        let list = failing.retry(.constant(.seconds(1), attempts: 1), scheduler: time)
            .pages().publisher.probe(initial: .max(1))
        let other = source("b").limited(by: limiter).pages().publisher.probe(initial: .max(1))
        time.advance(by: .milliseconds(4_999))
        #expect(started.entries == ["a 0"])
        time.run()
        #expect(Set(started.entries.dropFirst()) == ["a 5000", "b 5000"])
        #expect(list.values.count == 1)
        #expect(other.values.count == 1)
    }

    @Test func eachAttemptOfARetryIsARequest() {
        let limited = source("a", failures: Box([nil, nil])).limited(to: 1, per: .seconds(1), scheduler: time)
        let list = limited.retry(.immediate(attempts: 2), scheduler: time).pages().publisher
            .probe(initial: .max(1))
        time.run()
        #expect(started.entries == ["a 0", "a 1000", "a 2000"])
        #expect(list.values.count == 1)
    }

    @Test func failureWithoutATimeHoldsNothing() {
        let limiter = RateLimiter(10, per: .seconds(1), scheduler: time)
        let failed = source("a", failures: Box([nil])).limited(by: limiter).pages().publisher.probe()
        let other = source("b").limited(by: limiter).pages().publisher.probe(initial: .max(1))
        #expect(failed.failure as? TooMany == TooMany(retryAfter: nil))
        #expect(other.values.count == 1)
    }

    @Test func pauseHasALimit() {
        let limiter = RateLimiter(10, per: .seconds(1), longestPause: .seconds(30), scheduler: time)
        limiter.pause(for: .seconds(86_400))
        limiter.pause(for: .seconds(1))
        let list = source("a").limited(by: limiter).pages().publisher.probe(initial: .max(1))
        time.run()
        #expect(started.entries == ["a 30000"])
        #expect(list.values.count == 1)
    }

    @Test func pauseThatBeginsWhileRequestsWaitHoldsThem() {
        let limiter = RateLimiter(1, per: .seconds(1), scheduler: time)
        let loads = ["a", "b"].map { name in
            source(name).limited(by: limiter).pages().publisher.probe(initial: .max(1))
        }
        time.advance(by: .milliseconds(500))
        limiter.pause(for: .seconds(3))
        time.run()
        #expect(started.entries == ["a 0", "b 3500"])
        #expect(loads.map(\.values.count) == [1, 1])
    }

    @Test func cancelledRequestTakesNoPlace() {
        let limiter = RateLimiter(1, per: .seconds(1), scheduler: time)
        let loads = ["a", "b", "c"].map { name in
            source(name).limited(by: limiter).pages().publisher.probe(initial: .max(1))
        }
        loads[1].cancel()
        time.run()
        #expect(started.entries == ["a 0", "c 1000"])
        #expect(loads[1].values.isEmpty)
    }

    @Test func requestsOfManyThreadsAllBeginWithinTheLimit() {
        let limiter = RateLimiter(5, per: .seconds(1), scheduler: time)
        let starts = Log<Duration>()
        let loads = Log<AnyCancellable>()
        DispatchQueue.concurrentPerform(iterations: 400) { index in
            let load = limiter.permission().sink { [time] in starts.append(time.now) }
            if index % 4 == 0 { load.cancel() } else { loads.append(load) }
        }
        time.run()
        let times = starts.entries.sorted()
        #expect(times.count >= 300)
        for (first, sixth) in zip(times, times.dropFirst(5)) { #expect(sixth - first >= .seconds(1)) }
    }

    @Test func cancelledRequestReleasesItsSource() {
        let limiter = RateLimiter(1, per: .seconds(1), scheduler: time)
        let released = Locked(false)
        limiter.permission().sink {}.cancel()
        let load: AnyCancellable
        do {
            let token = Token { released.withLock { $0 = true } }
            load = limiter.permission().sink { withExtendedLifetime(token) {} }
        }
        #expect(!released.withLock { $0 })
        load.cancel()
        #expect(released.withLock { $0 })
    }

    @Test func limitedSourceIsStoredUnderTheNameOfItsBase() {
        let pages = OffsetPages(limit: 3) { offset, limit in Just(Array(offset..<offset + limit)) }
        let limited = pages.limited(to: 1, per: .seconds(1), scheduler: time)
        #expect(limited.key(forRow: 4) == 3)
        #expect(pages.stored(in: PageStoreFixture().store).limited(to: 1, per: .seconds(1)).storage != nil)
    }

    @Test func observedSourceIsStoredUnderTheNameOfItsBase() throws {
        let pages = HTTPPages<Int>(try #require(URL(string: "https://api.test/users")))
        let observed = pages.handleEvents { _ in }
        let name = try #require(pages.listName)
        #expect((observed as? any NamedPages)?.listName == name)
        #expect(pages.stored(in: PageStoreFixture().store).handleEvents { _ in }.storage != nil)
    }
}
