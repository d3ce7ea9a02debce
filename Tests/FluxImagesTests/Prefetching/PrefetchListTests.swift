import PagingSimulation
import TestSupport
import Testing

@testable import FluxImages

struct PrefetchListTests {
    private var list = PrefetchList<String>(limit: 2)
    private var running: [String: PrefetchList<String>.ID] = [:]
    private var log: [String] = []

    private mutating func perform(_ actions: [PrefetchList<String>.Action]) {
        for action in actions {
            switch action {
            case .begin(let id, let request):
                running[request] = id
                log.append("begin \(request)")
            case .cancel(let id):
                guard let request = running.first(where: { $0.value == id })?.key else {
                    Issue.record("a prefetch was cancelled that was not under way")
                    return
                }
                running[request] = nil
                log.append("cancel \(request)")
            }
        }
    }

    private mutating func finish(_ request: String) throws {
        let id = try #require(running[request])
        running[request] = nil
        perform(list.finish(id))
    }

    @Test mutating func prefetchesBeginInOrderUpToTheLimit() throws {
        perform(list.start(["a", "b", "a", "c", "d"]))
        #expect(log == ["begin a", "begin b"])
        try finish("b")
        try finish("a")
        #expect(log == ["begin a", "begin b", "begin c", "begin d"])
    }

    @Test mutating func stoppedPrefetchGivesItsPlaceToTheNext() {
        perform(list.start(["a", "b", "c", "d"]))
        perform(list.stop(["a", "c", "unknown"]))
        #expect(log == ["begin a", "begin b", "cancel a", "begin d"])
    }

    @Test mutating func requestThatWasStoppedIsAtTheEndWhenItIsStartedAgain() throws {
        perform(list.start(["a", "b", "c", "d"]))
        perform(list.stop(["c"]))
        perform(list.start(["c"]))
        try finish("a")
        try finish("b")
        #expect(log == ["begin a", "begin b", "begin d", "begin c"])
    }

    @Test mutating func endOfAStoppedPrefetchIsIgnored() throws {
        perform(list.start(["a"]))
        let first = try #require(running["a"])
        perform(list.stop(["a"]))
        perform(list.start(["a"]))
        perform(list.finish(first))
        #expect(list.counts.running == 1)
    }

    @Test mutating func nothingBeginsWhilePaused() throws {
        perform(list.start(["a"]))
        list.pause()
        perform(list.start(["b"]))
        try finish("a")
        #expect(log == ["begin a"])
        perform(list.resume())
        #expect(log == ["begin a", "begin b"])
    }

    @Test func listMatchesAModelUnderRandomEvents() {
        Seeds.forEach(300) { random in
            var script = PrefetchScript(limit: 1 + random.number(below: 3))
            for _ in 0..<100 { try script.step(&random) }
        }
    }

    /// Starting and stopping while nothing can begin does not let the queue grow.
    @Test mutating func stoppedRequestsAreForgotten() {
        list.pause()
        for round in 0..<10_000 {
            perform(list.start(["\(round)"]))
            perform(list.stop(["\(round)"]))
        }
        #expect(list.queue.count < 100)
    }
}

/// Random events for the list and for a simple model: the requests in order, and which of them run.
private struct PrefetchScript {
    let limit: Int
    var list: PrefetchList<Int>
    var waiting: [Int] = []
    var running: [(request: Int, id: PrefetchList<Int>.ID)] = []
    var ended: [PrefetchList<Int>.ID] = []
    var isPaused = false

    init(limit: Int) {
        self.limit = limit
        list = PrefetchList(limit: limit)
    }

    mutating func step(_ random: inout SeededGenerator) throws(Mismatch) {
        let requests = (0..<1 + random.number(below: 4)).map { _ in random.number(below: 8) }
        switch random.number(below: 10) {
        case 0..<3:
            for request in requests where !waiting.contains(request) && !isRunning(request) {
                waiting.append(request)
            }
            try perform(list.start(requests), cancelling: [])
        case 3..<5:
            let cancelled = running.filter { requests.contains($0.request) }
            waiting.removeAll { requests.contains($0) }
            try perform(list.stop(requests), cancelling: cancelled.map(\.id))
        case 5:
            waiting = []
            try perform(list.stopAll(), cancelling: running.map(\.id))
        case 6:
            isPaused = true
            list.pause()
        case 7:
            isPaused = false
            try perform(list.resume(), cancelling: [])
        case 8:
            guard let id = ended.randomElement(using: &random) else { return }
            try perform(list.finish(id), cancelling: [])
        default:
            guard !running.isEmpty else { return }
            let id = running.remove(at: random.number(below: running.count)).id
            ended.append(id)
            try perform(list.finish(id), cancelling: [])
        }
        try Mismatch.unless(list.counts == (running.count, waiting.count), "the numbers of prefetches")
        try Mismatch.unless(isPaused || running.count == limit || waiting.isEmpty, "one waits for nothing")
    }

    private func isRunning(_ request: Int) -> Bool { running.contains { $0.request == request } }

    private mutating func perform(
        _ actions: [PrefetchList<Int>.Action], cancelling expected: [PrefetchList<Int>.ID]
    ) throws(Mismatch) {
        var cancelled: Set<PrefetchList<Int>.ID> = []
        for action in actions {
            switch action {
            case .cancel(let id): try Mismatch.unless(cancelled.insert(id).inserted, "cancelled twice")
            case .begin(let id, let request):
                try Mismatch.unless(!isPaused, "one begins while paused")
                try Mismatch.unless(waiting.first == request, "the order")
                waiting.removeFirst()
                running.append((request, id))
            }
        }
        try Mismatch.unless(cancelled == Set(expected), "what is cancelled")
        running.removeAll { cancelled.contains($0.id) }
        ended += cancelled.sorted { "\($0)" < "\($1)" }
        try Mismatch.unless(running.count <= limit, "the limit")
    }
}
