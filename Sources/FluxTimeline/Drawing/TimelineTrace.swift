import PagingOperators

/// The events in Chrome's trace format: complete events for loads, instants for states and values, and
/// counters for rows.
struct TimelineTrace {
    private let lanes: TimelineLanes

    init(_ lanes: TimelineLanes) {
        self.lanes = lanes
    }

    var text: String {
        var events: [String] = []
        var thread = 0
        func name(_ name: String) {
            thread += 1
            events.append(
                #"{"ph":"M","pid":1,"tid":\#(thread),"name":"thread_name","args":{"name":\#(name.inJSON)}}"#)
            events.append(
                #"{"ph":"M","pid":1,"tid":\#(thread),"name":"thread_sort_index","args":{"sort_index":\#(thread)}}"#
            )
        }
        for lane in lanes.lanes {
            // Complete events of a thread must be nested: a thread for each slot.
            let bars = Dictionary(grouping: lane.bars, by: \.slot)
            for slot in bars.keys.sorted() {
                name(bars.count == 1 ? lane.name : "\(lane.name) \(slot + 1)")
                for bar in bars[slot] ?? [] {
                    events.append(
                        #"{"ph":"X","pid":1,"tid":\#(thread),"ts":\#(us(bar.start)),"dur":\#(us(bar.end - bar.start)),"#
                            + #""cat":"\#(bar.status.rawValue)","name":\#(bar.label.inJSON),"args":{"text":\#(bar.text.inJSON)}}"#
                    )
                    for wait in bar.waits {
                        events.append(
                            #"{"ph":"X","pid":1,"tid":\#(thread),"ts":\#(us(wait.lowerBound)),"#
                                + #""dur":\#(us(wait.upperBound - wait.lowerBound)),"cat":"wait","name":"wait"}"#
                        )
                    }
                }
            }
            if !lane.points.isEmpty { name(lane.name) }
            for point in lane.points {
                events.append(
                    #"{"ph":"i","s":"t","pid":1,"tid":\#(thread),"ts":\#(us(point.time)),"#
                        + #""cat":"\#(lane.kind.rawValue)","name":\#(point.text.inJSON)}"#)
            }
            for step in lane.steps {
                events.append(
                    #"{"ph":"C","pid":1,"ts":\#(us(step.time)),"name":\#(lane.name.inJSON),"args":{"rows":\#(step.rows)}}"#
                )
            }
        }
        return "{\"displayTimeUnit\":\"ms\",\"traceEvents\":[\n" + events.joined(separator: ",\n") + "\n]}\n"
    }

    /// A time in microseconds.
    private func us(_ milliseconds: Double) -> String { (milliseconds * 1000).short }
}
