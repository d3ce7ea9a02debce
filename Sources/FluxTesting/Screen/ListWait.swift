/// A visible element that waits for a load.
public enum ListWait: Sendable, Hashable, CaseIterable {
    /// A screen without rows, during the first load.
    case firstLoad

    /// Rows during a refresh, with the spinner of the pull.
    case refresh

    /// The spinner above the first row.
    case top

    /// The spinner below the last row.
    case bottom

    /// Rows whose items are not loaded.
    case placeholders
}

/// A period in which something visible waited for a load.
public struct ListStall: Sendable, Hashable {
    /// The visible element.
    public let wait: ListWait

    /// The time at which it became visible, in the scheduler's time.
    public let start: Duration

    /// The time at which it disappeared; the current time if it is still visible.
    public let end: Duration

    /// Creates a stall, for comparisons.
    ///
    /// - Parameters:
    ///   - wait: The visible element.
    ///   - start: The time at which it became visible.
    ///   - end: The time at which it disappeared.
    public init(wait: ListWait, start: Duration, end: Duration) {
        self.wait = wait
        self.start = start
        self.end = end
    }

    /// The length of the period.
    public var duration: Duration { end - start }
}

extension ListStall {
    /// The stalls within a series of frames, each visible until the next.
    static func all<Item>(in frames: [ListFrame<Item>], until now: Duration) -> [ListStall] {
        var stalls: [ListStall] = []
        var starts: [ListWait: Duration] = [:]
        for (time, waits) in frames.map({ ($0.time, $0.waits) }) + [(now, Set())] {
            for wait in ListWait.allCases {
                if waits.contains(wait) {
                    starts[wait] = starts[wait] ?? time
                } else if let start = starts.removeValue(forKey: wait), start < time {
                    stalls.append(ListStall(wait: wait, start: start, end: time))
                }
            }
        }
        return stalls.sorted { $0.start < $1.start }
    }
}
