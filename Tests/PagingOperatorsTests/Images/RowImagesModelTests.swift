import TestSupport
import Testing

@testable import PagingOperators

/// Random events for `RowImages` and for a simple model that loops over all rows.
@Suite(.patient) struct RowImagesModelTests {
    @Test func imagesMatchAModelOfARandomFeed() {
        Seeds.forEach(300) { random in
            var feed = RandomFeed(&random)
            var script = RowImagesScript(&random)
            for _ in 0..<45 {
                try script.step(&random) { random in feed.step(&random) }
            }
        }
    }

    @Test func imagesMatchAModelOfRandomChanges() {
        Seeds.forEach(300) { random in
            var list = RandomList()
            var script = RowImagesScript(&random)
            for _ in 0..<30 {
                try script.step(&random) { random in
                    if random.chance(50) { return [.list(list.step(&random))] }
                    let first = random.number(below: 12)
                    return [.shown(rows: first..<first + 1 + random.number(below: 5))]
                }
            }
        }
    }
}

private struct RowImagesScript {
    private var harness: RowImagesHarness
    private var model: RowImagesModel

    init(_ random: inout SeededGenerator) {
        let near = random.number(below: 5)
        let kept = near + random.number(below: 5)
        let prefetched = random.chance(60) ? near + random.number(below: 8) : 0
        harness = RowImagesHarness(near: near, kept: kept, prefetched: prefetched)
        model = RowImagesModel(near: near, kept: kept, prefetched: prefetched)
    }

    mutating func step(
        _ random: inout SeededGenerator, list: (inout SeededGenerator) -> [RandomFeed.News]
    ) throws(Mismatch) {
        switch random.number(below: 20) {
        case 0: cache(&random)
        case 1..<9: try answer(&random)
        default:
            for news in list(&random) { try take(news) }
        }
    }

    private mutating func take(_ news: RandomFeed.News) throws(Mismatch) {
        switch news {
        case .list(let state):
            harness.take(state)
            model.take(state)
        case .shown(let rows):
            harness.show(rows)
            model.show(rows)
        case .feed(let state):
            harness.receive(state)
            model.take(state)
        case .feedShown(let rows):
            harness.move(to: rows)
            model.show(rows)
        }
        try compare("\(news)")
    }

    private func compare(_ event: @autoclosure () -> String) throws(Mismatch) {
        if let failure = harness.failure { throw Mismatch("\(event()): \(failure)") }
        let images = harness.imageStates
        try Mismatch.unless(
            images == model.images,
            "\(event()): \(images.map(\.line)) instead of \(model.images.map(\.line))")
        let (prefetched, expected) = (harness.prefetched, model.prefetchedRequests)
        try Mismatch.unless(
            prefetched == expected, "\(event()): prefetches \(prefetched) instead of \(expected)")
    }

    private mutating func cache(_ random: inout SeededGenerator) {
        guard let row = model.rows.randomElement(using: &random), let number = row?.number, number >= 0
        else { return }
        harness.cache.store(number % 1000)
        model.cached.insert(number % 1000)
    }

    /// An answer to any load so far; only running ones may change a row.
    private mutating func answer(_ random: inout SeededGenerator) throws(Mismatch) {
        let isLate = random.chance(20)
        let loads = (isLate ? Array(harness.requests.keys) : Array(harness.running))
            .sorted { $0.number < $1.number }
        guard !loads.isEmpty else { return }
        let id = loads[random.number(below: loads.count)]
        let before = harness.imageStates
        let isUnderWay = harness.running.contains(id)
        random.chance(70) ? harness.succeed(id) : harness.fail(id)
        let after = harness.imageStates
        let changed = after.indices.filter { after[$0] != before[$0] }
        try Mismatch.unless(
            changed.count == (isUnderWay ? 1 : 0), "an answer changed the items \(changed)")
        if let item = changed.first {
            let number = harness.list.items[item]
            try Mismatch.unless(
                harness.requests[id] == .picture(of: number), "\(number) has another's image")
            model.set(after[item], ofItem: item)
        }
        try compare("an answer")
    }
}
