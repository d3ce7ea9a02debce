import Foundation
import Streams
import TestSupport
import Testing

@testable import FluxTimeline
@testable import PagingOperators

/// A timeline that is as long as its capacity.
@Suite(.timeLimit(.minutes(2)))
struct LongTimelineTests {
    private let time = VirtualTimeScheduler()

    /// A list of 10,000 pages, with ten events for each.
    private func record(in timeline: Timeline) {
        let record = timeline.recordPages(as: "users")
        func send(_ kind: PageEvent.Kind, load: Int? = nil) {
            var event = PageEvent(kind, load: load, session: 1)
            event.time = time.now
            record(event)
            time.advance(by: .milliseconds(1))
        }
        let state = PublishedState(ViewState<Int>())
        for page in 0..<10_000 {
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
    }

    /// The page has a bounded size, and few marks where scripts are disabled. `.ci/browser` measures how fast
    /// it is zoomed, in the file that is written where the environment names a folder.
    @Test func pageIsBounded() throws {
        let timeline = Timeline(scheduler: time)
        record(in: timeline)
        #expect(timeline.count == 100_000)
        let html = timeline.html()
        #expect(html.contains("data-loads=\"10000\" data-states=\"20000\""))
        #expect(html.utf8.count < 10_000_000, "\(html.utf8.count) bytes")
        let svg = timeline.svg()
        #expect(svg.utf8.count < 1_000_000, "\(svg.utf8.count) bytes")
        #expect(svg.components(separatedBy: "<rect").count < 5000)
        guard let folder = ProcessInfo.processInfo.environment["FLUX_LONG_TIMELINE"] else { return }
        try timeline.write(to: URL(filePath: folder).appending(path: "long.html"))
    }
}
