import Foundation
import LoadingTestSupport
import Streams
import TestSupport
import Testing

@testable import FluxImages
@testable import FluxLoading
@testable import PagingOperators

/// Random use of a list with images, whose server fails now and then, in virtual time.
@Suite(.patient) struct RandomFeedLoadTests {
    @Test func everyRowNearEndsWithItsImageOrAnErrorAndNothingIsLeftBehind() {
        Seeds.forEach(20) { random in
            let use = RandomUse(&random)
            for _ in 0..<40 {
                use.step(&random)
                try use.checkMemory()
            }
            try use.end()
        }
    }
}

private final class RandomUse {
    private let time = VirtualTimeScheduler()
    private let server: DelayedDataLoader
    private let disk = EntriesInMemory()
    private let loader: ImageLoader<Picture>
    private let signals = PassthroughSubject<ListSignal, Never>()
    private let probe: FeedProbe
    private let range: ImageRange
    private let memoryLimit: Int
    private var shown = 0..<1
    /// The rows that may be in view.
    private var inView = 0..<1

    init(_ random: inout SeededGenerator) {
        let failures = Locked(SeededGenerator(seed: random.next()))
        let failureChance = random.chance(50) ? 0 : 30
        let reasons: [LoadingError.Reason] = [
            .status(404, retryAfter: nil), .status(503, retryAfter: nil),
            .status(429, retryAfter: .seconds(2)),
            .transport(.networkConnectionLost, description: "lost"),
        ]
        server = DelayedDataLoader(time, delay: .milliseconds(20 + random.number(below: 300))) {
            failures.withLock { random in
                random.chance(failureChance) ? reasons[random.number(below: reasons.count)] : nil
            }
        }
        memoryLimit = random.chance(50) ? random.number(below: 20) : .max
        var configuration = ImageLoader<Picture>.Configuration.scripted(server)
        configuration.maximumTransfers = 1 + random.number(below: 4)
        configuration.retry = .constant(.seconds(1), attempts: random.number(below: 3))
        configuration.retryScheduler = time
        configuration.memoryCountLimit = memoryLimit
        if random.chance(80) { configuration.diskCache = disk }
        loader = ImageLoader(configuration: configuration, decode: Picture.decode)
        let near = random.number(below: 6)
        range = ImageRange(
            near: near, kept: near + random.number(below: 10),
            prefetched: random.chance(60) ? random.number(below: 30) : 0)
        let perPage = 1 + random.number(below: 30)
        let numbers = OffsetPages(limit: perPage) { offset, limit in
            Just(Array(offset..<max(offset, min(200, offset + limit))))
        }
        probe = FeedProbe(
            signals.paginate(threshold: random.number(below: 5), from: numbers)
                .images(from: loader, range: range) { .named("\($0 % 150)") })
    }

    func step(_ random: inout SeededGenerator) {
        let count = probe.states.last?.items.count ?? 0
        switch random.number(below: 20) {
        case 0: signals.send(.refresh)
        case 1: loader.trim(toCount: random.number(below: 5))
        case 2: for key in disk.keys { disk.remove(key) }
        case 3..<10:
            // Mostly on from where it is.
            let step = random.number(below: 12) - 3
            let first = random.chance(80) ? max(0, shown.lowerBound + step) : random.number(below: count + 1)
            show(first..<first + 1 + random.number(below: 8))
        default: time.advance(by: .milliseconds(random.number(below: 400)))
        }
    }

    /// Only images of rows in view may exceed the limit.
    func checkMemory() throws(Mismatch) {
        let items = probe.states.last.map { Array($0.items) } ?? []
        // The engine decides which rows are in view beyond the end of the list.
        if shown.upperBound > items.count { return }
        let inView = inView.clamped(to: items.indices).compactMap { items[$0].image.image?.description }
        let count = loader.memory.count
        try Mismatch.unless(
            count <= max(memoryLimit, Set(inView).count),
            "\(count) images in memory, of which \(inView.count) are in view; the limit is \(memoryLimit)")
    }

    private func show(_ rows: Range<Int>) {
        shown = rows
        // Of rows beyond the end of the list the last one is in view, until there are more.
        let last = max(1, probe.states.last?.items.count ?? 0) - 1
        let first = min(rows.lowerBound, last)
        let isAlone = first >= min(rows.upperBound - 1, last)
        // Beside a row that is reported alone, others that were reported before are in view: of a viewport
        // of 12 rows.
        inView = isAlone ? first - 11..<first + 12 : rows
        signals.send(.shown(rows: rows))
    }

    func end() throws(Mismatch) {
        // Rows out of view that a trim has released load again when the list is scrolled.
        show(1..<6)
        show(0..<5)
        time.run()
        let state = probe.states.last ?? ViewState()
        for (number, row) in state.items.enumerated() {
            // Where memory is limited, rows that are not in view may have no image.
            let isNear = number < 5 + (memoryLimit == .max ? range.near : 0)
            try Mismatch.unless(
                isNear ? row.image.isFinal : !row.image.isLoading, "\(number): \(row.image.line)")
            if let error = row.image.error {
                try Mismatch.unless(
                    error.url == ImageRequest.named("\(number % 150)").url, "\(number): \(error)")
            } else if case .loaded(let picture, _) = row.image {
                try Mismatch.unless(picture == Picture("\(number % 150)"), "\(number) shows \(picture)")
            }
        }
        try Mismatch.unless(loader.isAtRest, "a fetch is left behind")
        try Mismatch.unless(server.counts.running == 0 && time.pendingCount == 0, "a transfer is left behind")
        try checkMemory()
        signals.send(completion: .finished)
        try Mismatch.unless(probe.hasFinished, "the list does not finish")
    }
}
