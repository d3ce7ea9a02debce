import PagingSimulation
import TestSupport
import Testing

@testable import FluxImages

/// Prefetches that are numbered in the order of their requests.
struct PrefetchListTests {
    private var list = PrefetchList<String>(limit: 2)
    private var log: [String] = []

    private mutating func perform() {
        guard let (start, stop) = list.takeChange(in: ListView()) else { return }
        log += stop.map { "cancel \($0)" } + start.map { "begin \($0)" }
    }

    private mutating func start(_ requests: String, from number: Int = 0) {
        for (index, request) in requests.enumerated() { list.start(number + index, "\(request)") }
        perform()
    }

    private mutating func stop(_ numbers: Int...) {
        for number in numbers { list.stop(number) }
        perform()
    }

    private mutating func finish(_ request: String) {
        list.finish(request)
        perform()
    }

    @Test mutating func prefetchesBeginInOrderUpToTheLimit() {
        start("abacd")
        #expect(log == ["begin a", "begin b"])
        finish("b")
        finish("a")
        #expect(log == ["begin a", "begin b", "begin c", "begin d"])
    }

    @Test mutating func stoppedPrefetchGivesItsPlaceToTheNext() {
        start("abcd")
        stop(0, 2, 7)
        #expect(log == ["begin a", "begin b", "cancel a", "begin d"])
    }

    @Test mutating func requestThatWasStoppedIsAtTheEndWhenItIsStartedAgain() {
        start("abcd")
        stop(2)
        start("c", from: 4)
        finish("a")
        finish("b")
        #expect(log == ["begin a", "begin b", "begin d", "begin c"])
    }

    @Test mutating func endOfAStoppedPrefetchIsIgnored() {
        start("abc")
        stop(0)
        finish("a")
        #expect(log == ["begin a", "begin b", "cancel a", "begin c"])
    }

    @Test mutating func nothingBeginsWhilePaused() {
        start("a")
        list.isPaused = true
        start("b", from: 1)
        finish("a")
        #expect(log == ["begin a"])
        list.isPaused = false
        perform()
        #expect(log == ["begin a", "begin b"])
    }

    @Test func listMatchesAModelUnderRandomEvents() {
        Seeds.forEach(300) { random in
            var script = PrefetchScript(limit: 1 + random.number(below: 3))
            for _ in 0..<100 { try script.step(&random) }
        }
    }
}

/// Random events for the list and for a simple model: the requests in order, and which of them run.
private struct PrefetchScript {
    let limit: Int
    var list: PrefetchList<Int>
    var waiting: [(number: Int, request: Int)] = []
    var running: [(number: Int, request: Int)] = []
    var isPaused = false
    var lastNumber = 0

    init(limit: Int) {
        self.limit = limit
        list = PrefetchList(limit: limit)
    }

    mutating func step(_ random: inout SeededGenerator) throws(Mismatch) {
        var cancelled: Set<Int> = []
        switch random.number(below: 10) {
        case 0..<3:
            for _ in 0..<1 + random.number(below: 4) {
                let request = random.number(below: 8)
                if (waiting + running).contains(where: { $0.request == request }) { continue }
                lastNumber += 1
                waiting.append((lastNumber, request))
                list.start(lastNumber, request)
            }
        case 3..<5:
            let requests = (0..<3).map { _ in random.number(below: 8) }
            for stopped in waiting + running where requests.contains(stopped.request) {
                list.stop(stopped.number)
            }
            cancelled = Set(running.map(\.request).filter { requests.contains($0) })
            waiting.removeAll { requests.contains($0.request) }
            running.removeAll { requests.contains($0.request) }
        case 5:
            cancelled = Set(running.map(\.request))
            (waiting, running) = ([], [])
            list.stopAll()
        case 6, 7:
            isPaused.toggle()
            list.isPaused = isPaused
        default:
            guard !running.isEmpty else { return }
            let ended = running.remove(at: random.number(below: running.count))
            list.finish(ended.request)
            list.stop(ended.number)
            // What has ended needs no cancellation; to ask for it is harmless.
            cancelled = [ended.request]
        }
        try compare(list.takeChange(in: ListView()), cancelled)
    }

    private mutating func compare(
        _ change: (start: [Int], stop: [Int])?, _ cancelled: Set<Int>
    ) throws(Mismatch) {
        try Mismatch.unless(Set(change?.stop ?? []) == cancelled, "what is cancelled")
        for request in change?.start ?? [] {
            try Mismatch.unless(!isPaused && running.count < limit, "one begins that has to wait")
            try Mismatch.unless(waiting.first?.request == request, "the order")
            running.append(waiting.removeFirst())
        }
        try Mismatch.unless(isPaused || running.count == limit || waiting.isEmpty, "one waits for nothing")
    }
}
