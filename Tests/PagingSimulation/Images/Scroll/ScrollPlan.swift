/// A list that is at rest and then scrolls at a constant speed, and the transfers that load its images. Times
/// are in seconds.
///
/// What it computes is independent of the library.
package struct ScrollPlan: Sendable {
    package var rows = 600
    package var rowsInView = 10
    /// How many rows beyond those in view may load their images.
    package var near = 20
    package var rowsPerSecond: Double
    /// How long the list is at rest before it scrolls.
    package var rest = 0.5
    package var transfers = 6
    /// How long a transfer takes: with six at once, 62 images a second.
    package var transferTime = 0.097

    package init(rowsPerSecond: Double) {
        self.rowsPerSecond = rowsPerSecond
    }

    /// The order in which waiting rows begin to load.
    package enum Order: Sendable {
        case firstInFirstOut, lastInFirstOut
    }

    /// When a row is in view.
    package func timeInView(_ row: Int) -> Range<Double> {
        let start = row < rowsInView ? 0 : rest + Double(row - rowsInView + 1) / rowsPerSecond
        return start..<rest + Double(row + 1) / rowsPerSecond
    }

    /// When a row is near enough to load its image.
    private func timeNear(_ row: Int) -> Range<Double> {
        let first = row - rowsInView - near
        let start = first < 0 ? 0 : rest + Double(first + 1) / rowsPerSecond
        return start..<rest + Double(row + 1 + near) / rowsPerSecond
    }

    /// The share of the time in view in which rows have no image.
    ///
    /// - Parameter arrivals: When the image of each row arrives; `nil` if it never does.
    package func shareWithoutImage(_ arrivals: [Double?]) -> Double {
        let times = (0..<rows).map { timeInView($0) }
        let total = times.reduce(0) { $0 + $1.upperBound - $1.lowerBound }
        let shown = times.indices.reduce(0) { $0 + gain(times[$1], arrivingAt: arrivals[$1]) }
        return 1 - shown / total
    }

    private func gain(_ time: Range<Double>, arrivingAt arrival: Double?) -> Double {
        guard let arrival else { return 0 }
        return max(0, time.upperBound - max(time.lowerBound, arrival))
    }

    /// The smallest share that any schedule reaches which knows the scrolling beforehand.
    ///
    /// Rows that come into view later leave it later, and all transfers take the same time: a schedule that
    /// loads rows in their order, and leaves some out, is as good as any. The best is found by trying for
    /// each row every transfer.
    package func idealShare() -> Double { bestShare(starting: transferStarts, from: 0, gained: 0) }

    /// The smallest share that any schedule reaches which knows the scrolling once it begins: until then the
    /// rows that are near load in their order. Transfers that have begun are not cancelled.
    package func idealShareWithoutForesight() -> Double {
        let early = transferStarts.prefix { $0 <= rest + 1e-9 }.prefix(min(rows, rowsInView + near))
        let gained = early.enumerated().reduce(0) {
            $0 + gain(timeInView($1.offset), arrivingAt: $1.element + transferTime)
        }
        return bestShare(
            starting: Array(transferStarts.dropFirst(early.count)), from: early.count, gained: gained)
    }

    /// When transfers may begin, in order.
    private var transferStarts: [Double] {
        (0..<Int((timeInView(rows).upperBound / transferTime).rounded(.up))).flatMap {
            Array(repeating: Double($0) * transferTime, count: transfers)
        }
    }

    /// - Parameters:
    ///   - starts: When transfers may begin, in order.
    ///   - first: The first row that they may load.
    ///   - gained: The time for which the rows before have images.
    private func bestShare(starting starts: [Double], from first: Int, gained: Double) -> Double {
        // The time with images that the rows so far gain from the first transfers; from the last one on, the
        // same.
        var best = [gained]
        var earliest = 0
        for row in first..<rows {
            let (time, near) = (timeInView(row), timeNear(row))
            // A row is near later than the rows before it.
            while earliest < starts.count, starts[earliest] < near.lowerBound - 1e-9 { earliest += 1 }
            let last = best[best.count - 1]
            while best.count <= earliest { best.append(last) }
            var index = earliest
            var before = best[index]
            while index < starts.count {
                let gained = gain(time, arrivingAt: starts[index] + transferTime)
                let loaded = max(before + gained, best[index])
                index += 1
                if index == best.count {
                    // Later ones gain nothing either.
                    if gained == 0 { break }
                    best.append(last)
                }
                before = best[index]
                best[index] = max(before, loaded)
            }
        }
        let total = (0..<rows).reduce(0) { $0 + timeInView($1).upperBound - timeInView($1).lowerBound }
        return 1 - (best.last ?? 0) / total
    }

    /// The share if waiting rows begin in an order that does not depend on the scrolling.
    package func share(_ order: Order) -> Double {
        var arrivals: [Double?] = Array(repeating: nil, count: rows)
        var free = Array(repeating: 0.0, count: transfers)
        var waiting: [Int] = []
        var next = 0
        while true {
            let index = free.indices.min { free[$0] < free[$1] } ?? 0
            let now = free[index]
            while next < rows, timeNear(next).lowerBound <= now + 1e-9 {
                waiting.append(next)
                next += 1
            }
            waiting.removeAll { timeNear($0).upperBound <= now }
            if waiting.isEmpty {
                if next == rows { return shareWithoutImage(arrivals) }
                free[index] = timeNear(next).lowerBound
                continue
            }
            let row = order == .firstInFirstOut ? waiting.removeFirst() : waiting.removeLast()
            arrivals[row] = now + transferTime
            // A row that is not near any more cancels its transfer.
            free[index] = min(now + transferTime, timeNear(row).upperBound)
        }
    }
}
