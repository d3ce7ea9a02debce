import Testing

@testable import PagingOperators

struct FetchTableTests {
    private typealias Table = FetchTable<String, Int, String>

    @Test func aSecondObserverJoinsAndHearsHowFarItHasCome() {
        var table = Table()
        guard case .start(1, let first) = table.join("a", for: "key", makeFetch: { _ in 1 }) else {
            Issue.record("the first has to start")
            return
        }
        let progress = ImageProgress(received: 3, expected: 9)
        #expect(table.advance(first.fetch, to: progress) == ["a"])
        guard case .wait(progress, let second) = table.join("b", for: "key", makeFetch: { _ in 2 }) else {
            Issue.record("the second has to wait")
            return
        }
        #expect(second.fetch == first.fetch)
        #expect(table.finish(first.fetch) == ["a", "b"])
        #expect(table.count == 0)
    }

    @Test func aFetchThatIsBeingCancelledIsNotJoined() {
        var table = Table()
        guard case .start(_, let first) = table.join("a", for: "key", makeFetch: { _ in 1 }),
            case .cancel(1, "a") = table.leave(first),
            case .start(2, let second) = table.join("b", for: "key", makeFetch: { _ in 2 })
        else {
            Issue.record("the second has to start another fetch")
            return
        }
        // What the first still reports reaches nobody, and its observer leaving again harms nobody.
        #expect(table.advance(first.fetch, to: ImageProgress(received: 1)).isEmpty)
        #expect(table.finish(first.fetch).isEmpty)
        guard case .alone(nil) = table.leave(first) else {
            Issue.record("the second fetch goes on")
            return
        }
        #expect(table.finish(second.fetch) == ["b"])
    }

    @Test func behavesAsAListOfWhoWaitsForWhat() {
        for seed in SeededRandom.seeds(2_000) {
            var script = FetchScript(seed: seed)
            for _ in 0..<80 { script.step() }
            if let difference = script.difference { Issue.record("FLUX_SEED=\(seed): \(difference)") }
        }
    }
}

/// Random events for the table and for a simple model of it: every observer with the fetch it waits for.
private struct FetchScript {
    typealias Table = FetchTable<Int, Int, Int>

    struct Waiting: Equatable {
        let key: Int
        let fetch: Int
        let observer: Int
    }

    var random: SeededRandom
    var table = Table()
    var waiting: [Waiting] = []
    var progress: [Int: ImageProgress] = [:]
    var fetches: [(number: Int, id: Table.FetchID)] = []
    var tickets: [(observer: Int, ticket: Table.Ticket)] = []
    var difference: String?

    init(seed: UInt64) {
        random = SeededRandom(seed: seed)
    }

    mutating func step() {
        switch Int.random(in: 0..<10, using: &random) {
        case 0..<4: join()
        case 4..<7: leave()
        case 7..<9: advance()
        default: finish()
        }
        check(table.count == Set(waiting.map(\.fetch)).count, "the number of fetches")
    }

    private mutating func join() {
        let key = Int.random(in: 0..<4, using: &random)
        let observer = tickets.count
        let next = fetches.count
        var made: Table.FetchID?
        let joined = table.join(observer, for: key) { id in
            made = id
            return next
        }
        let present = waiting.first { $0.key == key }?.fetch
        switch joined {
        case .start(let fetch, let ticket):
            check(present == nil && fetch == next && made == ticket.fetch, "a start")
            fetches.append((next, ticket.fetch))
            tickets.append((observer, ticket))
        case .wait(let seen, let ticket):
            check(present != nil && seen == progress[present ?? -1, default: ImageProgress()], "a wait")
            tickets.append((observer, ticket))
        }
        waiting.append(Waiting(key: key, fetch: present ?? next, observer: observer))
    }

    private mutating func leave() {
        guard let (observer, ticket) = tickets.randomElement(using: &random) else { return }
        let place = waiting.firstIndex { $0.observer == observer }
        let left = place.map { waiting.remove(at: $0) }
        let isLast = left.map { left in !waiting.contains { $0.fetch == left.fetch } } ?? false
        switch table.leave(ticket) {
        case .alone(let seen): check(!isLast && seen == left?.observer, "a leaving")
        case .cancel(let fetch, let seen):
            check(isLast && fetch == left?.fetch && seen == left?.observer, "a cancelling")
        }
    }

    private mutating func advance() {
        guard let (number, id) = fetches.randomElement(using: &random) else { return }
        let seen = ImageProgress(received: .random(in: 0...100, using: &random))
        progress[number] = seen
        check(table.advance(id, to: seen) == observers(of: number), "a progress")
    }

    private mutating func finish() {
        guard let (number, id) = fetches.randomElement(using: &random) else { return }
        check(table.finish(id) == observers(of: number), "an end")
        waiting.removeAll { $0.fetch == number }
    }

    private func observers(of fetch: Int) -> [Int] {
        waiting.filter { $0.fetch == fetch }.map(\.observer)
    }

    private mutating func check(_ isRight: Bool, _ what: String) {
        if !isRight { difference = difference ?? what }
    }
}
