import Foundation
import Streams
import TestSupport
import Testing

@testable import FluxTimeline
@testable import PagingOperators

/// A timeline with many events.
@Suite(.timeLimit(.minutes(1)))
struct LongTimelineTests {
    private let time = VirtualTimeScheduler()

    /// A list of pages, with ten events for each.
    private func makeTimeline(pages: Int) -> Timeline {
        let timeline = Timeline(scheduler: time)
        let record = timeline.recordPages(as: "users")
        func send(_ kind: PageEvent.Kind, load: Int? = nil) {
            var event = PageEvent(kind, load: load, session: 1)
            event.time = time.now
            record(event)
            time.advance(by: .milliseconds(1))
        }
        let state = PublishedState(ViewState<Int>())
        for page in 0..<pages {
            send(.reported(rows: page * 20..<page * 20 + 10))
            send(.notNeeded(.append, .enoughRows(beyond: 10, threshold: 5)))
            send(.reported(rows: page * 20 + 6..<page * 20 + 16))
            send(.published(state))
            send(.started(key: "\(page)", direction: .append, attempt: 1), load: page)
            send(
                .responded(
                    PageResponse(
                        address: "https://example.org/users?page=\(page)", status: 200, bytes: 5120,
                        timeToResponse: .milliseconds(120), duration: .milliseconds(150), origin: .network)),
                load: page)
            send(.loaded(items: 20, presented: 20, next: "\(page + 1)"), load: page)
            send(.published(state))
            send(.reported(rows: page * 20 + 10..<page * 20 + 20))
            send(.notNeeded(.append, .atEnd))
        }
        return timeline
    }

    /// Where scripts are disabled, a longer run has no more marks than fit.
    @Test func pictureIsBounded() {
        let short = makeTimeline(pages: 2000).svg()
        let long = makeTimeline(pages: 4000).svg()
        #expect(marks(short) < 5000, "\(marks(short)) marks")
        #expect(marks(long) <= marks(short) * 11 / 10, "\(marks(long)) marks, \(marks(short)) of a half")
        #expect(long.utf8.count < 1_000_000, "\(long.utf8.count) bytes")
    }

    /// A name is found without comparing it to all others.
    @Test func namesAreNumberedWithFewComparisons() {
        var numbering = Numbering<CountedName>()
        let comparisons = Box(0)
        for _ in 0..<2 {
            for number in 0..<1_000 {
                let name = CountedName(number: number, comparisons: comparisons)
                #expect(numbering.number(of: name) == number)
            }
        }
        #expect(numbering.values.map(\.number) == Array(0..<1_000))
        #expect(comparisons.value < 50_000, "\(comparisons.value) comparisons")
    }

    /// Each event is visited once for its own lane, not once for each of the lanes.
    @Test func eventsOfManyNamesAreOfOneLaneEach() {
        let timeline = Timeline(capacity: 1_500, scheduler: time)
        for round in 0..<2 {
            for number in 0..<1_000 {
                timeline.record("\(round)", as: "name \(number)", at: .seconds(2 - round))
            }
        }
        let entries = timeline.snapshot().sources.map(\.entries)
        #expect(entries.count == 1_000 && entries.map(\.count).reduce(0, +) == 1_500)
        #expect(entries.enumerated().allSatisfy { number, own in own.allSatisfy { $0.source == number } })
        // In the order of their times, the first ones of the older half being gone.
        let lanes = TimelineLanes(timeline).lanes
        #expect(lanes.map(\.name) == (0..<1_000).map { "name \($0)" })
        #expect(lanes[0].points.map(\.text) == ["1"] && lanes[999].points.map(\.text) == ["1", "0"])
    }

    private func marks(_ svg: String) -> Int { svg.components(separatedBy: "<rect").count }

    /// An event takes at most 100 bytes of the page: 100,000 events, as many as a timeline has by default,
    /// ten megabytes. `.ci/browser` has them written, and measures how fast they are zoomed.
    @Test func pageIsBounded() throws {
        let folder = ProcessInfo.processInfo.environment["FLUX_LONG_TIMELINE"]
        let pages = folder == nil ? 500 : 10_000
        let timeline = makeTimeline(pages: pages)
        #expect(timeline.count == pages * 10)
        let html = timeline.html()
        #expect(html.contains("data-loads=\"\(pages)\" data-states=\"\(pages * 2)\""))
        let ofEvents = html.utf8.count - timeline.svg().utf8.count
        #expect(ofEvents < 100 * timeline.count, "\(ofEvents) bytes")
        if let folder { try timeline.write(to: URL(filePath: folder).appending(path: "long.html")) }
    }
}
