/// Identifies a list whose rows need images.
@usableFromInline
package struct ImageListID: Hashable, Sendable {
    let number: Int

    @usableFromInline
    package init(number: Int) {
        self.number = number
    }
}

/// The rows of a list that are in view, and the direction in which it was scrolled last.
@usableFromInline
package struct ListPosition: Hashable, Sendable {
    @usableFromInline package var shown: Range<Int>
    @usableFromInline package var isForward: Bool

    @usableFromInline
    package init(shown: Range<Int> = 0..<1, isForward: Bool = true) {
        self.shown = shown
        self.isForward = isForward
    }
}

/// The position and the speed of a list, by the reports of its rows in view: decides which row's work begins
/// next.
///
/// A pure value. The first is the next row, in the direction of travel, whose work ends before the row is in
/// view. Rows whose work would end too late follow, the nearest to those first; so do the rows behind. A row
/// that is in view when its work ends has the priority of a row in view, so that a list that is scrolled fast
/// does not wait for others.
struct ScrollTracker: Sendable {
    private struct Report: Sendable {
        var row: Int
        let time: Duration
    }

    /// How long work takes, and how much of it runs at once.
    struct WorkRate: Sendable {
        var seconds = 0.0
        var parallel = 1
    }

    /// The work that begins next.
    struct First: Sendable {
        let index: Int
        /// The number of rows between it and the first that is on time.
        let distance: Int
        /// The lowest if it ends too late, or its row is behind those in view.
        let priority: ImagePriority
    }

    private(set) var position = ListPosition()
    /// The latest, all in the same direction.
    private var reports: [Report] = []

    private static let reportCount = 8
    /// A list that reports no row for this time has stopped, unless its earlier reports were farther apart.
    private static let rest = 0.05

    /// The rows in view have changed.
    ///
    /// - Parameters:
    ///   - new: The rows in view.
    ///   - isScrolled: Whether the list was scrolled. If not, rows have changed their numbers.
    ///   - now: The present time.
    mutating func move(to new: ListPosition, isScrolled: Bool, at now: Duration) {
        let distance = new.shown.lowerBound - position.shown.lowerBound
        if !isScrolled {
            for index in reports.indices { reports[index].row += distance }
        } else if new.isForward != position.isForward
            || abs(distance) > max(position.shown.count, new.shown.count)
        {
            // A jump says nothing of the speed.
            reports = []
        }
        position = new
        if isScrolled { append(Report(row: new.shown.lowerBound, time: now)) }
    }

    private mutating func append(_ report: Report) {
        if reports.count == Self.reportCount { reports.removeFirst() }
        if reports.count > 1, let last = reports.last {
            let (before, interval) = (last.time - reports[reports.count - 2].time, report.time - last.time)
            // The list was at rest, or much slower.
            if interval * 4 < before { reports = [last] }
        }
        reports.append(report)
    }

    /// The speed, in rows per second.
    func speed(at now: Duration) -> Double {
        guard reports.count > 1, let first = reports.first, let last = reports.last else { return 0 }
        let interval = (last.time - first.time) / .seconds(1) / Double(reports.count - 1)
        let idle = max(0, (now - last.time) / .seconds(1))
        if interval <= 0 || idle > max(Self.rest, 2 * interval) { return 0 }
        return Double(abs(last.row - first.row))
            / ((last.time - first.time) / .seconds(1) + max(0, idle - interval))
    }

    /// How many rows will have been scrolled past when work ends that begins now.
    ///
    /// The more of the work that may run at once is needed to keep up with the list, the more rows are passed
    /// over that would have their images for a part of their time in view only. The rows after them then have
    /// their images for longer.
    private func lead(_ rate: WorkRate, at now: Duration) -> Int {
        let passed = speed(at: now) * rate.seconds
        if passed == 0 { return 0 }
        let load = min(1, passed / Double(max(1, rate.parallel)))
        let rows = passed + load * load * Double(position.shown.count)
        // A row that is on time but for a rounding error is on time.
        return max(0, Int((min(rows, 1e9) - 1e-9).rounded(.up)) - 1)
    }

    /// The row that begins next; `nil` if there is none.
    ///
    /// - Parameter rows: The rows whose work waits, sorted.
    /// - Complexity: O(log *n*).
    func first<Rows: RandomAccessCollection<Int>>(of rows: Rows, rate: WorkRate, at now: Duration) -> First?
    where Rows.Index == Int {
        if rows.isEmpty { return nil }
        let (shown, isForward, lead) = (position.shown, position.isForward, lead(rate, at: now))
        let start = isForward ? shown.lowerBound + lead : shown.upperBound - 1 - lead
        let split = rows.partitioningIndex { isForward ? $0 >= start : $0 > start }
        let onTime = isForward ? split : split - 1
        let isLate = !rows.indices.contains(onTime)
        let row = rows[isLate ? (isForward ? split - 1 : split) : onTime]
        let isInViewThen = abs(row - start) < shown.count
        return First(
            index: rows.partitioningIndex { $0 >= row }, distance: abs(row - start),
            priority: isLate ? .nearBehind : isInViewThen ? .shown : .nearAhead)
    }
}
