import TestSupport
import Testing

@testable import PagingOperators

struct FetchTableTests {
    private typealias Table = FetchTable<String, Int, String>

    @Test func secondObserverSharesTheFetchAndGetsItsProgress() {
        var table = Table()
        guard case .start(1, let first) = table.add("a", for: "key", makeFetch: { _ in 1 }) else {
            Issue.record("the first has to start")
            return
        }
        let progress = ImageProgress(received: 3, expected: 9)
        #expect(table.advance(first.fetch, to: progress) == ["a"])
        guard case .share(progress, let second) = table.add("b", for: "key", makeFetch: { _ in 2 }) else {
            Issue.record("the second has to share the fetch")
            return
        }
        #expect(second.fetch == first.fetch)
        #expect(table.finish(first.fetch) == ["a", "b"])
        #expect(table.count == 0)
    }

    @Test func cancelledFetchIsNotShared() {
        var table = Table()
        guard case .start(_, let first) = table.add("a", for: "key", makeFetch: { _ in 1 }),
            case .cancel(1, "a") = table.remove(first),
            case .start(2, let second) = table.add("b", for: "key", makeFetch: { _ in 2 })
        else {
            Issue.record("the second has to start another fetch")
            return
        }
        // Events of the first fetch are ignored, and so is removing its observer again.
        #expect(table.advance(first.fetch, to: ImageProgress(received: 1)).isEmpty)
        #expect(table.finish(first.fetch).isEmpty)
        guard case .none(nil) = table.remove(first) else {
            Issue.record("the second fetch has to continue")
            return
        }
        #expect(table.finish(second.fetch) == ["b"])
    }

    @Test func tableMatchesAModelUnderRandomEvents() {
        for seed in Seeds.make(2_000) {
            var script = FetchScript(seed: seed)
            for _ in 0..<80 { script.step() }
            if let difference = script.difference { Issue.record("FLUX_SEED=\(seed): \(difference)") }
        }
    }
}

/// Random events for the table and for a simple model: every observer with its fetch.
private struct FetchScript {
    typealias Table = FetchTable<Int, Int, Int>

    struct Observation: Equatable {
        let key: Int
        let fetch: Int
        let observer: Int
    }

    var random: SeededGenerator
    var table = Table()
    var observations: [Observation] = []
    var progress: [Int: ImageProgress] = [:]
    var fetches: [(number: Int, id: Table.FetchID)] = []
    var ids: [(observer: Int, id: Table.ObserverID)] = []
    var difference: String?

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
    }

    mutating func step() {
        switch Int.random(in: 0..<10, using: &random) {
        case 0..<4: add()
        case 4..<7: remove()
        case 7..<9: advance()
        default: finish()
        }
        check(table.count == Set(observations.map(\.fetch)).count, "the number of fetches")
    }

    private mutating func add() {
        let key = Int.random(in: 0..<4, using: &random)
        let observer = ids.count
        let next = fetches.count
        var made: Table.FetchID?
        let added = table.add(observer, for: key) { id in
            made = id
            return next
        }
        let present = observations.first { $0.key == key }?.fetch
        switch added {
        case .start(let fetch, let id):
            check(present == nil && fetch == next && made == id.fetch, "a start")
            fetches.append((next, id.fetch))
            ids.append((observer, id))
        case .share(let seen, let id):
            check(
                present != nil && seen == progress[present ?? -1, default: ImageProgress()], "a shared fetch")
            ids.append((observer, id))
        }
        observations.append(Observation(key: key, fetch: present ?? next, observer: observer))
    }

    private mutating func remove() {
        guard let (observer, id) = ids.randomElement(using: &random) else { return }
        let place = observations.firstIndex { $0.observer == observer }
        let removed = place.map { observations.remove(at: $0) }
        let isLast = removed.map { removed in !observations.contains { $0.fetch == removed.fetch } } ?? false
        switch table.remove(id) {
        case .none(let seen): check(!isLast && seen == removed?.observer, "a removal")
        case .cancel(let fetch, let seen):
            check(isLast && fetch == removed?.fetch && seen == removed?.observer, "a cancellation")
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
        observations.removeAll { $0.fetch == number }
    }

    private func observers(of fetch: Int) -> [Int] {
        observations.filter { $0.fetch == fetch }.map(\.observer)
    }

    private mutating func check(_ isRight: Bool, _ what: String) {
        if !isRight { difference = difference ?? what }
    }
}
