import FluxImages
import FluxLoading
import Foundation
import PagingOperators

/// The events of a timeline as marks in lanes, ready to be drawn. All times are in milliseconds since the
/// first event.
struct TimelineLanes: Sendable {
    /// How a mark is colored.
    enum Status: String, Sendable {
        case done, failed, cancelled, running, hit, note, quiet
    }

    /// Something that lasts: a load.
    struct Bar: Sendable {
        var start: Double
        var end: Double
        var slot = 0
        var status = Status.running
        var label: String
        var text: String
        /// When it waited for a retry.
        var waits: [ClosedRange<Double>] = []
    }

    /// Something that happens at a time.
    struct Point: Sendable {
        let time: Double
        let status: Status
        let text: String
    }

    /// A number of rows from a time on.
    struct Step: Sendable {
        let time: Double
        let rows: Int
    }

    /// The rows in view from a time on.
    struct View: Sendable {
        let time: Double
        let rows: Range<Int>

        var text: String { PageEvent.Kind.reported(rows: rows).description }
    }

    struct Lane: Sendable {
        enum Kind: String, Sendable {
            case values, loads, states, rows, images
        }

        let name: String
        let kind: Kind
        var bars: [Bar] = []
        var points: [Point] = []
        var steps: [Step] = []
        var views: [View] = []

        var slots: Int { (bars.map(\.slot).max() ?? -1) + 1 }
        /// The greatest number of rows.
        ///
        /// - Complexity: O(*n*), the number of events.
        var maximum: Int { max(1, steps.map(\.rows).max() ?? 1, views.map(\.rows.upperBound).max() ?? 1) }
        var isEmpty: Bool { bars.isEmpty && points.isEmpty && steps.isEmpty && views.isEmpty }
    }

    /// The time from the first event to the last, at least one millisecond.
    let span: Double
    private(set) var lanes: [Lane] = []
    let droppedCount: Int
    /// The number of loads and of states among the events, by which the picture is checked.
    private(set) var loadCount = 0
    private(set) var stateCount = 0

    init(_ timeline: Timeline) {
        let (sources, droppedCount) = timeline.snapshot()
        self.droppedCount = droppedCount
        let times = sources.lazy.flatMap(\.entries).map(\.time)
        let start = times.min() ?? .zero
        span = max(1, times.max().map { ($0 - start).milliseconds } ?? 1)
        for (source, entries) in sources {
            let events = Self.sorted(entries, since: start)
            switch source.kind {
            case .values:
                var lane = Lane(name: source.name, kind: .values)
                for event in events { lane.add(event.content, at: event.time) }
                lanes.append(lane)
            case .pages:
                var list = ListLanes(source.name)
                for event in events {
                    guard case .page(let page, let recording) = event.content else { continue }
                    list.add(page, of: recording, at: event.time)
                }
                lanes += list.finished(at: span)
                loadCount += list.loads.bars.count
                stateCount += list.states.points.count
            case .images:
                var images = ImageLane(source.name)
                for event in events {
                    guard case .image(let image, let recording) = event.content else { continue }
                    images.add(image, of: recording, at: event.time)
                }
                lanes.append(images.finished(at: span))
            }
        }
        lanes.removeAll(where: \.isEmpty)
    }

    /// The events in the order of their times, those of one time in the order of their recording.
    private static func sorted(
        _ entries: [Timeline.Entry], since start: Duration
    ) -> [(time: Double, content: Timeline.Content)] {
        entries.enumerated().map { (time: ($1.time - start).milliseconds, order: $0, content: $1.content) }
            .sorted { ($0.time, $0.order) < ($1.time, $1.order) }
            .map { ($0.time, $0.content) }
    }
}

extension TimelineLanes.Lane {
    fileprivate mutating func add(_ content: Timeline.Content, at time: Double) {
        switch content {
        case .value(let text): points.append(.init(time: time, status: .note, text: text))
        case .end(let text, let isFailure):
            points.append(.init(time: time, status: isFailure ? .failed : .cancelled, text: text))
        case .page, .image: break
        }
    }

    /// Gives each bar the first slot that is free at its start.
    ///
    /// - Complexity: O(*n* log *n*), also if no bar ends.
    fileprivate mutating func arrangeBars() {
        var slots = SlotTree(count: bars.count)
        for index in bars.indices {
            let start = bars[index].start
            bars[index].slot = slots.take(from: start, to: max(bars[index].end, start))
        }
    }

    /// Ends the bars that have not ended.
    fileprivate mutating func endBars(at time: Double) {
        for index in bars.indices {
            if bars[index].status == .running { bars[index].end = time }
            // A wait ends with its load, at the latest.
            let bar = bars[index]
            bars[index].waits = bar.waits.compactMap { wait in
                let end = min(wait.upperBound, bar.end)
                return wait.lowerBound < end ? wait.lowerBound...end : nil
            }
        }
        arrangeBars()
    }
}

/// The lanes of a list.
private struct ListLanes {
    private struct SessionID: Hashable {
        let recording: Int
        let session: Int
    }

    private struct LoadID: Hashable {
        let session: SessionID
        let load: Int
    }

    var loads: TimelineLanes.Lane
    var states: TimelineLanes.Lane
    private var reports: TimelineLanes.Lane
    private var rows: TimelineLanes.Lane
    private var indices: [LoadID: Int] = [:]
    /// The last report or signal of each session, among the points.
    private var lastReports: [SessionID: Int] = [:]

    init(_ name: String) {
        reports = TimelineLanes.Lane(name: "\(name): signals", kind: .values)
        loads = TimelineLanes.Lane(name: "\(name): pages", kind: .loads)
        states = TimelineLanes.Lane(name: "\(name): states", kind: .states)
        rows = TimelineLanes.Lane(name: "\(name): rows", kind: .rows)
    }

    mutating func add(_ event: PageEvent, of recording: Int, at time: Double) {
        let text = event.description
        let session = SessionID(recording: recording, session: event.session)
        let load = LoadID(session: session, load: event.load ?? 0)
        switch event.kind {
        case .started(let key, let direction, let attempt):
            update(load, at: time, label: key ?? "first") { bar in
                if attempt == 1 { bar.text = "\(direction) \(key ?? "first page")" }
            }
        case .responded, .retrying, .loaded, .failed, .cancelled, .droppedLate:
            update(load, at: time, label: "") { bar in bar.add(event.kind, text, at: time) }
        case .reported(let view):
            rows.views.append(.init(time: time, rows: view))
            addReport(of: session, text, at: time)
        case .signal: addReport(of: session, text, at: time)
        case .notNeeded:
            // With the report that it explains, unless that was before the recording.
            if let index = lastReports[session] {
                let report = reports.points[index]
                reports.points[index] = .init(
                    time: report.time, status: .quiet, text: report.text + "; " + text)
            } else {
                reports.points.append(.init(time: time, status: .quiet, text: text))
            }
        case .published(let state):
            let isFailed = state.refresh.isFailed || state.append.isFailed || state.prepend.isFailed
            states.points.append(
                .init(
                    time: time, status: isFailed ? .failed : state.change.isEmpty ? .quiet : .done, text: text
                ))
            rows.steps.append(.init(time: time, rows: state.rowCount))
        case .stopped: reports.points.append(.init(time: time, status: .failed, text: text))
        case .began, .removed, .restored, .invalidated, .inserted, .sourceReplaced, .ended:
            reports.points.append(.init(time: time, status: .note, text: text))
        }
    }

    private mutating func addReport(of session: SessionID, _ text: String, at time: Double) {
        lastReports[session] = reports.points.count
        reports.points.append(.init(time: time, status: .note, text: text))
    }

    /// Changes the bar of a load; one that began before the recording begins now.
    private mutating func update(
        _ id: LoadID, at time: Double, label: String, _ change: (inout TimelineLanes.Bar) -> Void
    ) {
        let index = indices[id] ?? loads.bars.count
        if index == loads.bars.count {
            indices[id] = index
            loads.bars.append(.init(start: time, end: time, label: label, text: "load"))
        }
        change(&loads.bars[index])
    }

    mutating func finished(at span: Double) -> [TimelineLanes.Lane] {
        loads.endBars(at: span)
        return [reports, loads, states, rows]
    }
}

extension TimelineLanes.Bar {
    fileprivate mutating func add(_ kind: PageEvent.Kind, _ text: String, at time: Double) {
        // Without the number of the load.
        self.text += "; " + text.drop { $0 != " " }.dropFirst().drop { $0 != " " }.dropFirst()
        switch kind {
        case .retrying(_, let delay, _): waits.append(time...time + max(0, delay.milliseconds))
        case .loaded: end(.done, at: time)
        case .failed: end(.failed, at: time)
        case .cancelled: end(.cancelled, at: time)
        default: break
        }
    }

    fileprivate mutating func end(_ status: TimelineLanes.Status, at time: Double) {
        self.status = status
        end = max(start, time)
    }
}

/// The lane of an image loader.
private struct ImageLane {
    /// What the requests have in common that share a fetch: they may differ in the form of the image.
    private struct FetchID: Hashable {
        let recording: Int
        let resource: ImageResource
        let source: ImageSource

        init(_ request: ImageRequest, of recording: Int) {
            self.recording = recording
            resource = request.key.resource
            source = request.source
        }
    }

    private var lane: TimelineLanes.Lane
    private var running: [FetchID: Int] = [:]

    init(_ name: String) {
        lane = TimelineLanes.Lane(name: name, kind: .images)
    }

    mutating func add(_ event: ImageEvent, of recording: Int, at time: Double) {
        let text = "\(event.request.url.shortened): \(event.kind)".inOneLine
        let id = FetchID(event.request, of: recording)
        switch event.kind {
        case .queued, .started, .resumed, .interrupted, .revalidated, .downloaded:
            if let index = running[id] {
                lane.bars[index].text += "; \("\(event.kind)".inOneLine)"
            } else {
                running[id] = lane.bars.count
                lane.bars.append(
                    .init(start: time, end: time, label: event.request.url.lastPathComponent, text: text))
            }
        case .decoded:
            // Of stored bytes, or after the image of another request of the fetch.
            guard let index = running[id] else {
                return lane.points.append(.init(time: time, status: .note, text: text))
            }
            lane.bars[index].text += "; \("\(event.kind)".inOneLine)"
        case .loaded, .prefetched: end(id, event.kind, .done, text, at: time)
        case .failed: end(id, event.kind, .failed, text, at: time)
        case .cancelled: end(id, event.kind, .cancelled, text, at: time)
        case .hit, .joined: lane.points.append(.init(time: time, status: .hit, text: text))
        }
    }

    private mutating func end(
        _ id: FetchID, _ kind: ImageEvent.Kind, _ status: TimelineLanes.Status, _ text: String,
        at time: Double
    ) {
        guard let index = running.removeValue(forKey: id) else {
            return lane.points.append(.init(time: time, status: status, text: text))
        }
        lane.bars[index].text += "; \("\(kind)".inOneLine)"
        lane.bars[index].end(status, at: time)
    }

    mutating func finished(at span: Double) -> TimelineLanes.Lane {
        lane.endBars(at: span)
        return lane
    }
}

extension Duration {
    /// The duration in milliseconds.
    fileprivate var milliseconds: Double {
        Double(components.seconds) * 1000 + Double(components.attoseconds) / 1e15
    }
}
