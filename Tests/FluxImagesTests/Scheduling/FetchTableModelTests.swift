import SeededRandom
import TestSupport
import Testing

@testable import FluxImages

@Suite(.patient) struct FetchTableModelTests {
    @Test func tableMatchesAModelUnderRandomEvents() async {
        for seed in Seeds.make(2_000) {
            if seed.isMultiple(of: 16) { await Task.yield() }
            var script = FetchScript(seed: seed)
            for _ in 0..<100 { script.step() }
            if let difference = script.difference { Issue.record("FLUX_SEED=\(seed): \(difference)") }
        }
    }
}

/// Random events for the table and for a simple model: every observer with its fetch, and what each fetch
/// waits for.
private struct FetchScript {
    typealias Table = FetchTable<Int, Int, Int, Int, Int>

    struct Observation {
        let key: Int
        let fetch: Int
        let observer: Int
        let id: Table.ObserverID
        var priority: ImagePriority
    }

    enum Download {
        case none, waiting, running, done
    }

    static let limit = 2
    static let priorities: [ImagePriority] = [.prefetch, .nearBehind, .nearAhead, .shown]

    var random: SeededGenerator
    var table = Table(limits: FetchLimits(downloads: limit))
    var observations: [Observation] = []
    var progress: [Int: ImageProgress] = [:]
    var fetches: [Table.FetchID] = []
    var downloads: [Download] = []
    var ids: [Table.ObserverID] = []
    var difference: String?

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
    }

    mutating func step() {
        switch random.number(below: 15) {
        case 0..<4: add()
        case 4..<6: remove()
        case 6: advance()
        case 7..<9: changePriority()
        case 9..<12: queueDownload()
        case 12: finishDownload()
        case 13: finishObservers()
        default: finish()
        }
        let live = observedFetches
        check(table.count == live.count, "the number of fetches")
        let running = live.count { downloads[$0] == .running }
        let waiting = live.count { downloads[$0] == .waiting }
        check(table.stepCounts == (running, waiting), "the numbers of downloads")
        check(running == Self.limit || waiting == 0, "a download waits although one may begin")
    }

    private mutating func add() {
        let key = random.number(below: 6)
        let observer = ids.count
        let next = fetches.count
        let priority = randomPriority()
        let added = table.add(
            observer, need: .priority(priority), for: key, variant: random.number(below: 2),
            group: ""
        ) { _ in next }
        let present = observations.first { $0.key == key }?.fetch
        let id: Table.ObserverID
        switch added {
        case .start(let fetch, let new):
            check(present == nil && fetch == next, "a start")
            fetches.append(new.fetch)
            downloads.append(.none)
            id = new
        case .share(let seen, let new):
            check(present.map { fetches[$0] } == new.fetch, "a shared fetch")
            check(seen == progress[present ?? -1, default: ImageProgress()], "the progress of a shared fetch")
            id = new
        }
        ids.append(id)
        observations.append(
            Observation(key: key, fetch: present ?? next, observer: observer, id: id, priority: priority))
        check(table.startSteps().isEmpty, "a step that nothing has queued")
    }

    private mutating func remove() {
        guard let id = randomID() else { return }
        let place = observations.firstIndex { $0.id == id }
        let removed = place.map { observations.remove(at: $0) }
        let isLast = removed.map { removed in !observations.contains { $0.fetch == removed.fetch } } ?? false
        let (seen, cancelled) = table.remove(id)
        check(seen == removed?.observer, "a removal")
        check(cancelled == (isLast ? removed?.fetch : nil), "a cancellation")
        begin()
    }

    private mutating func advance() {
        guard let fetch = randomFetch() else { return }
        let seen = ImageProgress(received: random.number(below: 101))
        progress[fetch] = seen
        check(table.advance(fetches[fetch], to: seen).sorted() == observers(of: fetch), "a progress")
    }

    private mutating func changePriority() {
        guard let id = randomID() else { return }
        let priority = randomPriority()
        table.setNeed(.priority(priority), of: id)
        for place in observations.indices where observations[place].id == id {
            observations[place].priority = priority
        }
    }

    private mutating func queueDownload() {
        guard let fetch = randomFetch(), downloads[fetch] == .none else { return }
        if !observers(of: fetch).isEmpty { downloads[fetch] = .waiting }
        let isQueued = table.queueDownload(of: fetches[fetch])
        check(isQueued == (downloads[fetch] == .waiting), "a download that waits")
        begin()
    }

    private mutating func finishDownload() {
        guard let fetch = randomFetch(), downloads[fetch] == .running else { return }
        downloads[fetch] = .done
        table.finishDownload(of: fetches[fetch])
        begin()
    }

    private mutating func finish() {
        guard let fetch = randomFetch() else { return }
        let seen = table.fail(fetches[fetch])
        check(seen.sorted() == observers(of: fetch), "an end")
        observations.removeAll { $0.fetch == fetch }
        begin()
    }

    private mutating func finishObservers() {
        guard let fetch = randomFetch() else { return }
        let isDone: (Int) -> Bool = { $0 % 3 == 0 }
        let (seen, hasEnded) = table.finishObservers(of: fetches[fetch], where: isDone)
        check(seen.sorted() == observers(of: fetch).filter(isDone), "the observers that need nothing more")
        observations.removeAll { $0.fetch == fetch && isDone($0.observer) }
        check(hasEnded == observers(of: fetch).isEmpty, "the end of a fetch without observers")
        begin()
    }

    /// Downloads begin in the order of the priorities that their fetches have at that time.
    private mutating func begin() {
        for start in table.startSteps() {
            let waiting = observedFetches.filter { downloads[$0] == .waiting }
            let highest = waiting.map { priority(of: $0) }.max()
            check(start.step == .download && waiting.contains(start.fetch), "a download that does not wait")
            check(priority(of: start.fetch) == highest, "the order of downloads")
            downloads[start.fetch] = .running
        }
    }

    // Loops, since there are 200,000 events, and sets and key paths are slow in a debug build.

    /// The fetches that have observers, each once.
    private var observedFetches: [Int] {
        var fetches: [Int] = []
        for observation in observations where !fetches.contains(observation.fetch) {
            fetches.append(observation.fetch)
        }
        return fetches
    }

    private func priority(of fetch: Int) -> ImagePriority {
        var highest = ImagePriority.prefetch
        for observation in observations where observation.fetch == fetch {
            highest = max(highest, observation.priority)
        }
        return highest
    }

    private func observers(of fetch: Int) -> [Int] {
        var observers: [Int] = []
        for observation in observations where observation.fetch == fetch {
            observers.append(observation.observer)
        }
        return observers.sorted()
    }

    private mutating func randomFetch() -> Int? {
        fetches.isEmpty ? nil : random.number(below: fetches.count)
    }

    private mutating func randomID() -> Table.ObserverID? {
        ids.isEmpty ? nil : ids[random.number(below: ids.count)]
    }

    private mutating func randomPriority() -> ImagePriority {
        Self.priorities[random.number(below: Self.priorities.count)]
    }

    private mutating func check(_ isRight: Bool, _ what: String) {
        if !isRight { difference = difference ?? what }
    }
}
