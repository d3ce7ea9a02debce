import FluxImages
import Foundation
import LoadingTestSupport
import Streams
import TestSupport
import Testing

@testable import FluxTimeline
@testable import PagingOperators

/// What a timeline records, and the files that it writes.
struct TimelineTests {
    private let time = VirtualTimeScheduler()
    private let signals = PassthroughSubject<ListSignal, Never>()
    private let source = ScriptedPages<Int>()

    /// A run with a retry, a failed page, a cancelled one and one that is still running.
    private func record(in timeline: Timeline) {
        let pages = source.retry(.constant(.seconds(2), attempts: 1), scheduler: time)
        let list = signals.recorded(in: timeline, as: "signals")
            .paginate(threshold: 2, from: pages).recorded(in: timeline, as: "users").sink { _ in }
        time.advance(by: .seconds(1))
        source.fail()
        time.advance(by: .seconds(3))
        source.answer(.rows(0..<10))
        signals.send(.shown(rows: 5..<9))
        time.advance(by: .seconds(1))
        source.fail()
        time.advance(by: .seconds(2))
        source.fail(.broken)
        signals.send(.retry)
        signals.send(.cancel)
        signals.send(.loadMore)
        time.advance(by: .seconds(1))
        withExtendedLifetime(list) {}
    }

    @Test func loadsAreBarsWithTheirWaits() throws {
        let timeline = Timeline(scheduler: time)
        record(in: timeline)
        let lanes = TimelineLanes(timeline)
        let loads = try #require(lanes.lanes.first { $0.kind == .loads })
        #expect(loads.name == "users: pages")
        #expect(loads.bars.map(\.status) == [.done, .failed, .cancelled, .cancelled])
        #expect(loads.bars.map(\.label) == ["first", "10", "10", "10"])
        #expect(loads.bars[0].start == 0)
        #expect(loads.bars[0].end == 4000)
        #expect(loads.bars[0].waits == [1000...3000])
        #expect(loads.bars[0].text.contains("attempt 1 failed, retries after 2 s: offline"))
        #expect(lanes.loadCount == 4)
    }

    @Test func feedsOfOneNameHaveBarsOfTheirOwn() throws {
        let timeline = Timeline(scheduler: time)
        let others = ScriptedPages<Int>()
        let lists = [source, others].map { pages in
            signals.paginate(threshold: 2, from: pages).recorded(in: timeline, as: "users").sink { _ in }
        }
        time.advance(by: .seconds(1))
        others.answer(.last(0..<10))
        time.advance(by: .seconds(1))
        source.answer(.last(0..<10))
        time.advance(by: .seconds(1))
        let loads = try #require(TimelineLanes(timeline).lanes.first { $0.kind == .loads })
        #expect(loads.bars.map(\.status) == [.done, .done])
        #expect(loads.bars.map(\.end) == [2000, 1000])
        withExtendedLifetime(lists) {}
    }

    @Test func reasonIsWithTheReportOfItsFeed() throws {
        let timeline = Timeline(scheduler: time)
        let records = (0..<2).map { _ in timeline.recordPages(as: "users") }
        records[0](PageEvent(.reported(rows: 1..<2), session: 1))
        records[1](PageEvent(.reported(rows: 3..<4), session: 1))
        records[0](PageEvent(.notNeeded(.append, .atEnd), session: 1))
        let lane = try #require(TimelineLanes(timeline).lanes.first { $0.name == "users: signals" })
        #expect(
            lane.points.map(\.text) == [
                "row 1 in view; no next page needed: the list ends there", "row 3 in view",
            ])
    }

    @Test func statesAreMarblesAndRowsAreSteps() throws {
        let timeline = Timeline(scheduler: time)
        record(in: timeline)
        let lanes = TimelineLanes(timeline)
        let states = try #require(lanes.lanes.first { $0.kind == .states })
        #expect(states.points.first?.text == "state: 0 rows, reload, refresh loading")
        #expect(states.points.contains { $0.text == "state: 10 rows, +10 [0..<10]" && $0.time == 4000 })
        #expect(lanes.stateCount == states.points.count)
        let rows = try #require(lanes.lanes.first { $0.kind == .rows })
        #expect(rows.steps.map(\.rows).max() == 10)
        #expect(rows.views.map(\.rows) == [5..<9])
        let reports = try #require(lanes.lanes.first { $0.name == "users: signals" })
        #expect(reports.points.contains { $0.text == "rows 5–8 in view" })
    }

    @Test func reasonIsWithItsReport() throws {
        let timeline = Timeline(scheduler: time)
        let record = timeline.recordPages(as: "users")
        let kinds: [(PageEvent.Kind, session: Int)] = [
            (.notNeeded(.append, .atEnd), 1), (.reported(rows: 1..<2), 1), (.signal(.loadMore), 2),
            (.removed(key: "a", rows: 3, .append), 1), (.notNeeded(.append, .atEnd), 1),
            (.notNeeded(.append, .alreadyLoading(load: 4)), 2),
        ]
        for (kind, session) in kinds { record(PageEvent(kind, session: session)) }
        let lane = try #require(TimelineLanes(timeline).lanes.first { $0.name == "users: signals" })
        #expect(
            lane.points.map(\.text) == [
                "no next page needed: the list ends there",
                "row 1 in view; no next page needed: the list ends there",
                "next page requested; no next page needed: load 4 is running",
                "page a removed at the end, 3 rows",
            ])
        #expect(lane.points.map(\.status) == [.quiet, .quiet, .quiet, .note])
    }

    @Test func publishersHaveALane() throws {
        let timeline = Timeline(scheduler: time)
        record(in: timeline)
        let signals = try #require(TimelineLanes(timeline).lanes.first { $0.name == "signals" })
        #expect(
            signals.points.map(\.text) == [
                "rows 5–8 in view", "retry requested", "loads cancelled", "next page requested", "cancelled",
            ])
    }

    @Test func oldestEventsAreDropped() {
        let timeline = Timeline(capacity: 3, scheduler: time)
        let numbers = PassthroughSubject<Int, Never>()
        let sink = numbers.recorded(in: timeline, as: "numbers").sink { _ in }
        for number in 1...5 { numbers.send(number) }
        #expect(timeline.count == 3)
        #expect(timeline.droppedCount == 2)
        #expect(TimelineLanes(timeline).lanes[0].points.map(\.text) == ["3", "4", "5"])
        #expect(timeline.html().contains("the 2 oldest events were dropped"))
        sink.cancel()
    }

    @Test func loadsAtTheSameTimeHaveSlotsOfTheirOwn() throws {
        let timeline = Timeline(scheduler: time)
        let source = ScriptedPages<Int>().handleEvents()
        let observed = source.recorded(in: timeline, as: "pages")
        let loads = (0..<3).map { key in
            observed.page(for: .append(key)).sink(receiveCompletion: { _ in }, receiveValue: { _ in })
        }
        time.advance(by: .seconds(1))
        #expect(TimelineLanes(timeline).lanes[0].bars.map(\.slot) == [0, 1, 2])
        for load in loads { load.cancel() }
    }

    @Test func imagesAreBarsAndHitsPoints() async throws {
        let timeline = Timeline(scheduler: time)
        let loader = ImageLoader<Data>(decode: { $0 })
        timeline.record(loader, as: "avatars")
        let url = try #require(URL(string: "data:,flux"))
        let request = ImageRequest(url: url)
        let done = Gate()
        let first = loader.image(for: request).sink { state in
            if case .loaded = state { done.open() }
        }
        await done.pass()
        await time.advance(by: .seconds(1))
        let second = loader.image(for: request).sink { _ in }
        let lane = try #require(TimelineLanes(timeline).lanes.first { $0.name == "avatars" })
        #expect(lane.kind == .images)
        #expect(lane.bars.map(\.status) == [.done])
        #expect(lane.bars.map(\.start) == [0])
        #expect(lane.bars.first?.text.hasPrefix("data:,flux: ") == true)
        #expect(lane.bars.first?.text.contains("; loaded") == true)
        #expect(lane.points.map(\.status) == [.hit])
        #expect(lane.points.map(\.time) == [1000])
        #expect(lane.points.first?.text.hasPrefix("data:,flux: hit") == true)
        first.cancel()
        second.cancel()
    }

    /// Each image is decoded once for all ways of processing it.
    @Test func processedImagesAreOneBarEach() throws {
        let timeline = Timeline(scheduler: time)
        let images = ImageFixture(configure: { $0.processors["round"] = { picture, _ in picture } })
        timeline.record(images.loader, as: "avatars")
        let probes = try (0..<30).map { number in
            let url = try #require(URL(string: "https://images.test/\(number)"))
            return images.probe(ImageRequest(url: url, processing: ["round"]))
        }
        time.advance(by: .seconds(1))
        for load in images.loads { load.finish("cat") }
        time.advance(by: .seconds(1))
        let lane = try #require(TimelineLanes(timeline).lanes.first { $0.name == "avatars" })
        #expect(lane.bars.map(\.status) == Array(repeating: .done, count: 30))
        #expect(lane.bars.allSatisfy { $0.end == 1000 })
        #expect(lane.bars.first?.text.contains("; decoded") == true)
        #expect(lane.points.isEmpty)
        for probe in probes { probe.cancel() }
    }

    @Test func barOfASharedFetchEndsWithTheImageOfAnotherRequest() throws {
        let timeline = Timeline(scheduler: time)
        let images = ImageFixture()
        timeline.record(images.loader, as: "avatars")
        let first = images.probe(.named("1", variant: .named("small")))
        let second = images.probe(.named("1", variant: .named("large")))
        first.cancel()
        time.advance(by: .seconds(1))
        images.loads.last?.finish("cat")
        time.advance(by: .seconds(1))
        let lane = try #require(TimelineLanes(timeline).lanes.first { $0.name == "avatars" })
        #expect(lane.bars.map(\.status) == [.done])
        #expect(lane.points.map(\.status) == [.hit])
        #expect(lane.points.first?.text.hasSuffix("joined") == true)
        second.cancel()
    }

    @Test func loadersOfOneNameHaveBarsOfTheirOwn() throws {
        let timeline = Timeline(scheduler: time)
        let fixtures = (0..<2).map { _ in ImageFixture() }
        for images in fixtures { timeline.record(images.loader, as: "images") }
        let probes = fixtures.map { $0.probe() }
        time.advance(by: .seconds(1))
        fixtures[1].loads.last?.finish("cat")
        time.advance(by: .seconds(1))
        fixtures[0].loads.last?.finish("cat")
        time.advance(by: .seconds(1))
        let lane = try #require(TimelineLanes(timeline).lanes.first { $0.name == "images" })
        #expect(lane.bars.map(\.status) == [.done, .done])
        #expect(lane.bars.map(\.end) == [2000, 1000])
        #expect(lane.points.isEmpty)
        for probe in probes { probe.cancel() }
    }

    /// A recording that begins when the list is loaded.
    @Test func rowsInViewAreDrawnBeforeTheFirstState() throws {
        let timeline = Timeline(scheduler: time)
        let record = timeline.recordPages(as: "users")
        record(PageEvent(.reported(rows: 5..<9), session: 1))
        let rows = try #require(TimelineLanes(timeline).lanes.first { $0.kind == .rows })
        #expect(rows.views.map(\.rows) == [5..<9])
        #expect(timeline.svg().contains("<rect class=\"view\""))
    }

    @Test func barsTakeTheFirstSlotThatIsFree() {
        var slots = SlotTree(count: 3)
        let bars: [(start: Double, end: Double)] = [(0, 2), (1, 5), (1, 1), (1, 4), (2, 3), (4, 4)]
        let taken = bars.map { slots.take(from: $0.start, to: $0.end) }
        #expect(taken == [0, 1, 2, 2, 0, 0])
    }

    /// Each of the loads that do not end has a slot of its own.
    @Test func manyBarsAtTheSameTimeAreArranged() {
        let count = 200_000
        var slots = SlotTree(count: count)
        let taken = (0..<count).map { _ in slots.take(from: 0, to: 1) }
        let areInOrder = taken == Array(0..<count)
        #expect(areInOrder)
        let next = slots.take(from: 1, to: 2)
        #expect(next == 0)
    }

    private static let hostile =
        "</script><script>alert(1)</script><img src=x onerror=alert(2)>\u{2028}\u{0}'\"&"

    @Test func textOfServersIsEscaped() throws {
        let timeline = Timeline(scheduler: time)
        let texts = PassthroughSubject<String, Never>()
        let sink = texts.recorded(in: timeline, as: Self.hostile).sink { _ in }
        texts.send(Self.hostile)
        let html = timeline.html(title: Self.hostile)
        #expect(!html.contains("<script>alert"))
        #expect(!html.contains("<img"))
        #expect(!html.contains("\u{2028}"))
        #expect(html.components(separatedBy: "</script>").count == 3)
        #expect(!timeline.svg().contains("<img"))
        sink.cancel()
    }

    @Test func dataOfThePageIsJSON() throws {
        let timeline = Timeline(scheduler: time)
        record(in: timeline)
        let html = timeline.html()
        let start = try #require(html.range(of: #"id="data">"#)?.upperBound)
        let end = try #require(html.range(of: "</script>", range: start..<html.endIndex)?.lowerBound)
        let data = try #require(
            try JSONSerialization.jsonObject(with: Data(html[start..<end].utf8)) as? [String: Any])
        #expect((data["lanes"] as? [Any])?.count == 5)
        #expect(data["span"] as? Double == 8000)
    }

    @Test func traceIsJSONWithABarForEachLoad() throws {
        let timeline = Timeline(scheduler: time)
        record(in: timeline)
        let trace = try #require(
            try JSONSerialization.jsonObject(with: Data(timeline.trace().utf8)) as? [String: Any])
        let events = try #require(trace["traceEvents"] as? [[String: Any]])
        let loads = events.filter { $0["ph"] as? String == "X" && $0["cat"] as? String != "wait" }
        #expect(loads.count == 4)
        #expect(loads[0]["dur"] as? Double == 4_000_000)
        #expect(events.contains { $0["ph"] as? String == "C" })
    }

    @Test func formIsChosenByTheNameOfTheFile() throws {
        let timeline = Timeline(scheduler: time)
        record(in: timeline)
        let folder = FileManager.default.temporaryDirectory.appending(path: "timeline-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for (name, start) in [("a.html", "<!DOCTYPE"), ("a.svg", "<svg"), ("a.json", "{\"display")] {
            let url = folder.appending(path: name)
            try timeline.write(to: url)
            #expect(try String(contentsOf: url, encoding: .utf8).hasPrefix(start))
        }
    }

    @Test func bandsOfRowsInViewHaveTheirText() throws {
        let timeline = Timeline(scheduler: time)
        record(in: timeline)
        let bands = timeline.svg().components(separatedBy: "<rect class=\"view\"").dropFirst()
        #expect(bands.count == 1)
        #expect(bands.allSatisfy { $0.contains("><title>rows 5–8 in view</title></rect>") })
    }

    /// A run of 100,000 events is a page of bounded size, whose static picture has few marks.
    @Test(.timeLimit(.minutes(1))) func longRunHasFewStaticMarks() {
        let timeline = Timeline(capacity: 100_000, scheduler: time)
        let numbers = PassthroughSubject<Int, Never>()
        let sink = numbers.recorded(in: timeline, as: "numbers").sink { _ in }
        for number in 1...100_000 {
            numbers.send(number)
            if number.isMultiple(of: 10) { time.advance(by: .milliseconds(10)) }
        }
        let svg = timeline.svg()
        #expect(svg.components(separatedBy: "<circle").count < 2500)
        let counts = svg.components(separatedBy: "data-count=\"").dropFirst().compactMap {
            Int($0.prefix { $0 != "\"" })
        }
        #expect(counts.reduce(0, +) == 100_000)
        sink.cancel()
    }

    @Test func emptyTimelineIsDrawn() {
        let timeline = Timeline(scheduler: time)
        #expect(timeline.html().contains("0 loads"))
        #expect(timeline.svg().contains("</svg>"))
    }
}
