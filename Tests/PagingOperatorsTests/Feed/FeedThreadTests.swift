import Dispatch
import Streams
import TestSupport
import Testing

@testable import PagingOperators

@Suite(.timeLimit(.minutes(1)))
struct FeedThreadTests {
    private let signals = PassthroughSubject<ListSignal, Never>()

    @Test func signalsFromSeveralThreadsMakeOneLoadAtATime() {
        let recorder = StateRecorder<Int>()
        signals.paginate(threshold: 3, from: CountingPages(count: 2000, perPage: 5))
            .dedupe(by: { $0 })
            .subscribe(recorder)
        DispatchQueue.concurrentPerform(iterations: 4) { thread in
            for row in stride(from: thread, to: 2000, by: 4) { signals.send(.shown(row: row)) }
        }
        signals.send(.shown(row: 1999))
        #expect(recorder.rows == Array(0..<2000))
    }

    @Test func pagesMayArriveFromOtherThreads() async {
        let queue = DispatchQueue(label: "pages", attributes: .concurrent)
        let pages = CountingPages(count: 500, perPage: 3)
        let ended = Turnstile()
        let signals = signals
        let recorder = StateRecorder<Int> { state in
            if state.append.isEnd { return ended.pass() }
            signals.send(.shown(row: max(0, state.items.count - 1)))
        }
        signals.paginate(threshold: 2) { (request: PageRequest<Int>) in
            Deferred {
                Future<Page<Int, Int>, Never> { promise in
                    queue.async { pages.page(for: request).sink { promise(.success($0)) }.cancel() }
                }
            }
        }
        .subscribe(recorder)
        await ended.reached()
        #expect(recorder.rows == Array(0..<500))
    }

    /// Also if both wait until another thread has changed the list.
    @Test func secondOfTwoSourcesIsShown() {
        for _ in 0..<200 {
            let hasBegun = Locked(false)
            let sources = PassthroughSubject<CountingPages, Never>()
            let edits = FeedEdits<Int, Int>(by: { $0 })
            let recorder = StateRecorder<Int>()
            PassthroughSubject<ListSignal, Never>().paginate(threshold: 0, from: sources).edits(edits)
                .subscribe(recorder)
            DispatchQueue.concurrentPerform(iterations: 2) { thread in
                if thread == 0 {
                    // The other thread may begin only when this one has ended.
                    for _ in 0..<10_000 where !hasBegun.withLock({ $0 }) {}
                    for count in [3, 5] { sources.send(CountingPages(count: count, perPage: 9)) }
                } else {
                    for _ in 0..<50 {
                        edits.apply(deleted: [-1])
                        hasBegun.withLock { $0 = true }
                    }
                }
            }
            #expect(recorder.rows.count == 5)
        }
    }

    /// Concurrent hints, refreshes, resets, failures, requests, and finally a cancellation.
    @Test func changesStayRightWhenAllEventsRace() async {
        let queue = DispatchQueue(label: "pages", attributes: .concurrent)
        let fetched = Locked(0)
        for _ in 0..<20 {
            let signals = PassthroughSubject<ListSignal, Never>()
            let recorder = StateRecorder<Int>(demand: .none)
            let pages = ClosurePages { (request: PageRequest<Int>) in
                let count = fetched.withLock { count in
                    count += 1
                    return count
                }
                return Deferred {
                    Future<Page<Int, Int>, TestError> { promise in
                        queue.async {
                            let first = request.key ?? 0
                            promise(count % 7 == 0 ? .failure(.offline) : .success(.rows(first..<first + 4)))
                        }
                    }
                }
            }
            signals.paginate(PagingRules(threshold: 3, failurePolicy: .retryOnHint), from: pages)
                .dedupe(by: { $0 })
                .subscribe(recorder)
            DispatchQueue.concurrentPerform(iterations: 4) { thread in
                var random = SeededGenerator(seed: UInt64(thread))
                for _ in 0..<60 {
                    switch random.number(below: 8) {
                    case 0:
                        signals.send([.refresh, .reset, .cancel, .retry, .loadMore][random.number(below: 5)])
                    case 1, 2: recorder.request(.max(1))
                    default: signals.send(.shown(row: random.number(below: 60)))
                    }
                }
            }
            recorder.request(.unlimited)
            recorder.cancel()
            let rows = recorder.rows
            #expect(rows == Array(0..<rows.count))
        }
        queue.sync(flags: .barrier) {}
    }

    @Test func nothingIsSentAfterCancellationFromAnotherThread() {
        for _ in 0..<200 {
            let signals = PassthroughSubject<ListSignal, Never>()
            let isCancelled = Locked(false)
            let subscription = signals.paginate(threshold: 1, from: CountingPages(count: 300, perPage: 1))
                .sink { _ in }
            DispatchQueue.concurrentPerform(iterations: 2) { thread in
                if thread == 0 {
                    for row in 0..<50 { signals.send(.shown(row: row)) }
                } else {
                    subscription.cancel()
                    _ = isCancelled.exchange(true)
                }
            }
            #expect(isCancelled.withLock { $0 })
        }
    }
}
