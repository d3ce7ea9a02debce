import Foundation
import LoadingTestSupport
import PagingOperators
import Streams
import TestSupport
import Testing

/// A feed with images that is loaded anew.
struct ImagesThroughRefreshTests {
    private let pages = ScriptedPages<Int>()
    private let source = ScriptedDataLoader()
    private let signals = PassthroughSubject<ListSignal, Never>()

    private func finish(_ numbers: Int...) throws {
        for number in numbers {
            let load = source.loads.last { $0.request.url == .picture(of: number) }
            try #require(load).finish("\(number)")
        }
    }

    /// The row was loaded from the network before the refresh: an image that was dropped in between would
    /// come from memory.
    private func line(of number: Int) -> String { "loaded \(number) from network" }

    @Test func rowsThatStayKeepTheirImagesThroughARefresh() throws {
        let probe = FeedProbe(
            signals.paginate(threshold: 1, from: pages).dedupe(by: \.self)
                .images(
                    from: .scripted(source), at: { URL.picture(of: $0) }, range: ImageRange(near: 9, kept: 9))
        )
        pages.answer(.last(0..<5))
        try finish(0, 1, 2, 3, 4)
        #expect(probe.lines == (0..<5).map(line))
        let (loadCount, stateCount) = (source.loads.count, probe.states.count)

        signals.send(.refresh)
        // A row is new, one has moved and one is gone.
        pages.answer(Page([7, 0, 3, 1, 4], next: nil))
        let refreshed = try #require(probe.states.last)
        #expect(refreshed.items.map(\.item) == [7, 0, 3, 1, 4])
        #expect(!refreshed.change.isReload)
        #expect(refreshed.change.inserted == [0..<1])
        #expect(refreshed.change.removed == [2..<3])
        #expect(refreshed.change.moved.count == 1)
        #expect(refreshed.change.updated == [])
        try finish(7)

        for state in probe.states[stateCount...] {
            for row in state.items where row.item != 7 { #expect(row.image.line == line(of: row.item)) }
        }
        #expect(source.loads[loadCount...].map(\.request.url) == [.picture(of: 7)])
        #expect(probe.lines == [7, 0, 3, 1, 4].map(line))
    }

    @Test func failedImagesAreLoadedAgainByARefresh() throws {
        let probe = FeedProbe(
            signals.paginate(threshold: 1, from: pages).dedupe(by: \.self)
                .images(from: .scripted(source), at: { URL.picture(of: $0) }))
        pages.answer(.last(0..<2))
        try finish(0)
        source.loads[1].fail(.status(404, retryAfter: nil))
        #expect(probe.states.last?.items[1].image.error != nil)
        signals.send(.refresh)
        #expect(source.loads.count == 2)
        pages.answer(.last(0..<2))
        #expect(source.loads.count == 3)
        try finish(1)
        #expect(probe.lines == (0..<2).map(line))
    }

    @Test func fetchOfARowThatStaysGoesOn() throws {
        let probe = FeedProbe(
            signals.paginate(threshold: 1, from: pages).dedupe(by: \.self)
                .images(from: .scripted(source), at: { URL.picture(of: $0) }))
        pages.answer(.last(0..<2))
        signals.send(.refresh)
        pages.answer(Page([5, 1], next: nil))
        #expect(source.loads.map(\.request.url) == [0, 1, 5].map { .picture(of: $0) })
        #expect(source.loads.map(\.isCancelled) == [true, false, false])
        try finish(1)
        #expect(probe.lines.last == line(of: 1))
    }
}
