import Flux
import FluxTimeline
import Foundation

extension Benchmark {
    /// An event of a list in the page that a timeline writes for a run of 100,000, against the same number of
    /// lines that `JSONEncoder` writes.
    static func timelinePage() -> Benchmark {
        Benchmark(name: "timeline", baselineName: "a JSON object an event", elements: 100_000) { events in
            let timeline = recordedRun(events)
            let lines = (0..<events).map { JSONLine(time: Double($0), text: "rows \($0)–\($0 + 9) in view") }
            return Sides(
                subject: {
                    blackHole(timeline.html().utf8.count)
                    return timeline.count
                },
                baseline: {
                    let data = try? JSONEncoder().encode(lines)
                    blackHole(data?.count ?? 0)
                    return lines.count
                })
        }
    }
}

/// What is known of an event, by hand.
private struct JSONLine: Encodable {
    let time: Double
    let text: String
}

/// The last events of a list that is scrolled row by row.
private func recordedRun(_ events: Int) -> Timeline {
    let time = VirtualTimeScheduler()
    let timeline = Timeline(capacity: events, scheduler: time)
    let signals = PassthroughSubject<ListSignal, Never>()
    let source = NumberedRows(pages: events / 10, rowsPerPage: 10)
    let list = signals.paginate(threshold: 5, from: source).recorded(in: timeline, as: "numbers").sink { _ in
    }
    var row = 0
    while timeline.droppedCount == 0 {
        signals.send(.shown(row: row))
        time.advance(by: .milliseconds(8))
        row += 1
    }
    list.cancel()
    return timeline
}
