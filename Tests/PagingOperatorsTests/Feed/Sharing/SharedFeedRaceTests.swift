import Dispatch
import Streams
import TestSupport
import Testing

@testable import PagingOperators

@Suite(.timeLimit(.minutes(1)))
struct SharedFeedRaceTests {
    private let signals = PassthroughSubject<ListSignal, Never>()

    /// One cancels while another subscribes: in either order, the remaining one has one session.
    @Test func subscribingAgainstCancelling() {
        for _ in 0..<500 {
            let source = ScriptedPages<Int>()
            let feed = signals.paginate(threshold: 2, from: source).share(replay: 1)
            let (leaving, staying) = (StateRecorder<Int>(), StateRecorder<Int>())
            feed.subscribe(leaving)
            DispatchQueue.concurrentPerform(iterations: 2) { thread in
                if thread == 0 { leaving.cancel() } else { feed.subscribe(staying) }
            }
            #expect(source.running == [.refresh])
            source.answer(.rows(0..<5))
            #expect(staying.rows == Array(0..<5))
            #expect(leaving.states.count == 1)
            staying.cancel()
            #expect(source.running == [])
        }
    }

    @Test func subscribersThatComeAtOnceBeginOneSession() {
        for _ in 0..<300 {
            let source = ScriptedPages<Int>()
            let feed = signals.paginate(threshold: 2, from: source).share(replay: 1)
            let lists = (0..<3).map { _ in StateRecorder<Int>() }
            DispatchQueue.concurrentPerform(iterations: 3) { feed.subscribe(lists[$0]) }
            #expect(source.requests == [.refresh])
            source.answer(.rows(0..<5))
            for list in lists { #expect(list.rows == Array(0..<5)) }
            DispatchQueue.concurrentPerform(iterations: 3) { lists[$0].cancel() }
            #expect(source.running == [])
        }
    }

    /// Subscribers subscribe, request states and cancel on some threads; others scroll.
    @Test func whoeverComesAndGoesFromWhicheverThreadChangesStayRight() {
        for round in 0..<20 {
            let signals = PassthroughSubject<ListSignal, Never>()
            let feed = signals.paginate(threshold: 3, from: CountingPages(count: 300, perPage: 3))
                .share(replay: 1)
            let staying = StateRecorder<Int>()
            feed.subscribe(staying)
            DispatchQueue.concurrentPerform(iterations: 4) { thread in
                var random = SeededGenerator(seed: UInt64(round * 4 + thread))
                if thread < 2 {
                    for row in stride(from: thread, to: 300, by: 2) { signals.send(.shown(row: row)) }
                    return
                }
                for _ in 0..<40 {
                    let list = StateRecorder<Int>(demand: random.chance(50) ? .unlimited : .max(1))
                    feed.subscribe(list)
                    if random.chance(50) { list.request(.max(2)) }
                    list.cancel()
                    let rows = list.rows
                    #expect(rows == Array(0..<rows.count))
                }
            }
            signals.send(.shown(row: 299))
            #expect(staying.rows == Array(0..<300))
            staying.cancel()
        }
    }

    /// Random signals and answers, and subscribers that subscribe, request states and cancel at random.
    @Test func changesAreRightForEverySubscriberOfARandomSession() {
        Seeds.forEach(200) { random in
            let signals = PassthroughSubject<ListSignal, Never>()
            let source = ScriptedPages<Int>(answersCancelledLoads: random.chance(30))
            let scope: ExtraPublishers.ReplayScope = random.chance(30) ? .forever : .whileSubscribed
            let feed = signals.paginate(
                PagingRules(threshold: 1 + random.number(below: 4), maxRows: 12), from: source
            )
            .dedupe(by: { $0 }).share(replay: random.number(below: 2), scope: scope)
            let staying = StateRecorder<Int>()
            feed.subscribe(staying)
            var lists: [StateRecorder<Int>] = []
            for _ in 0..<50 {
                switch random.number(below: 12) {
                case 0, 1:
                    let list = StateRecorder<Int>(demand: .max(random.number(below: 3)))
                    feed.subscribe(list)
                    lists.append(list)
                case 2: lists.randomElement(using: &random)?.cancel()
                case 3, 4: lists.randomElement(using: &random)?.request(.max(1))
                case 5: signals.send([.refresh, .reset, .cancel, .retry, .loadMore][random.number(below: 5)])
                case 6: source.fail(at: random.number(below: source.loads.count))
                case 7, 8: signals.send(.shown(row: random.number(below: 20)))
                default:
                    let first = random.number(below: 50)
                    let page = Page(Array(first..<first + random.number(below: 6)), next: 1000 + first)
                    source.answer(page, to: random.number(below: source.loads.count))
                }
            }
            let cancelled = lists.filter { _ in random.chance(30) }
            for list in cancelled { list.cancel() }
            signals.send(completion: .finished)
            while let load = source.loads.last(where: \.isRunning) { load.end(.failure(.offline)) }
            try Mismatch.unless(staying.isFinished, "a feed at rest does not finish")
            for list in lists {
                list.request(.unlimited)
                if list.isFinished, !list.states.isEmpty {
                    try Mismatch.unless(list.rows == staying.rows, "\(list.rows), not \(staying.rows)")
                }
            }
            for list in cancelled { try Mismatch.unless(!list.isFinished, "finished after cancellation") }
        }
    }
}
