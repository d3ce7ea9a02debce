/// What a person looks at that waits for a load.
public enum ListWait: Sendable, Hashable, CaseIterable {
    /// A screen without rows, in the first load.
    case firstLoad

    /// Rows that are being refreshed, under the spinner of the pull.
    case refresh

    /// The spinner above the first row.
    case top

    /// The spinner below the last row.
    case bottom

    /// Rows whose items are not loaded.
    case placeholders
}

/// A time in which a person looked at something that waits for a load.
public struct ListStall: Sendable, Hashable {
    /// What the person looked at.
    public let wait: ListWait

    /// When it came into view, in the scheduler's time.
    public let start: Duration

    /// When it was gone; the present time if it is still in view.
    public let end: Duration

    /// Makes a stall, to compare others with.
    ///
    /// - Parameters:
    ///   - wait: What the person looked at.
    ///   - start: When it came into view.
    ///   - end: When it was gone.
    public init(wait: ListWait, start: Duration, end: Duration) {
        self.wait = wait
        self.start = start
        self.end = end
    }

    /// How long it was in view.
    public var duration: Duration { end - start }
}

extension ListStall {
    /// The stalls within a series of frames, of which each is seen until the next one.
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
