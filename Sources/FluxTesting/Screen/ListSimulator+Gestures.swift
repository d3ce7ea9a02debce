import PagingOperators
import Streams

// Gestures. Each returns what is visible afterwards.
extension ListSimulator {
    /// Scrolls to a row at once: to the top of the viewport, or as far up as the end of the list allows.
    ///
    /// - Parameter row: The row, counted from zero, including placeholders.
    @discardableResult
    public func scroll(to row: Int) -> ListFrame<Item> {
        move { _ in Double(row) }
        return frame
    }

    /// Scrolls at a constant speed, as far as there are rows.
    ///
    /// - Parameters:
    ///   - rows: The distance in rows; negative toward the start.
    ///   - duration: The time it takes. With zero the rows in between are not shown.
    @discardableResult
    public func scroll(by rows: Double, over duration: Duration = .zero) -> ListFrame<Item> {
        precondition(rows.isFinite, "The distance to scroll must be a finite number of rows.")
        let steps = max(1, Int((duration / Self.refreshInterval).rounded()))
        let start = scheduler.now
        for step in 1...steps {
            move { $0 + rows / Double(steps) }
            // Not step by step, whose durations are rounded.
            scheduler.advance(to: start + duration * step / steps)
        }
        return frame
    }

    /// Flings the list: it scrolls, decelerating, until it stops or reaches an end.
    ///
    /// It decelerates as a `UIScrollView` does, and covers about half as many rows as its velocity in rows
    /// per second.
    ///
    /// - Parameter velocity: The initial velocity in rows per second; negative toward the start.
    @discardableResult
    public func fling(velocity: Double) -> ListFrame<Item> {
        var velocity = velocity
        while velocity.magnitude >= 1 {
            let hasMoved = move { $0 + velocity * Self.refreshInterval.inSeconds }
            scheduler.advance(by: Self.refreshInterval)
            if !hasMoved { break }
            velocity *= Self.decelerationPerFrame
        }
        return frame
    }

    /// Scrolls at a constant speed until the list has no more rows, shows a failure, or waits for a load for
    /// which no work is scheduled.
    ///
    /// - Parameters:
    ///   - rowsPerSecond: The speed, greater than zero.
    ///   - timeout: The time after which scrolling stops in any case.
    @discardableResult
    public func scrollToEnd(
        rowsPerSecond: Double = 30, timeout: Duration = .seconds(3600)
    ) -> ListFrame<Item> {
        precondition(rowsPerSecond > 0, "The speed must be greater than zero.")
        let deadline = scheduler.now + timeout
        while scheduler.now < deadline {
            let hasMoved = move { $0 + rowsPerSecond * Self.refreshInterval.inSeconds }
            scheduler.advance(by: Self.refreshInterval)
            let frame = frame
            if hasMoved || !frame.isAtEnd { continue }
            if frame.showsEnd || scheduler.pendingCount == 0 { break }
        }
        return frame
    }

    /// Sends `.jump(toRow:)` and scrolls to the row.
    ///
    /// The row is shown at once if the list has it, as an item or a placeholder; otherwise once it is loaded,
    /// unless the list is scrolled before.
    ///
    /// - Parameter row: The row, counted from the first row of the whole list.
    @discardableResult
    public func jump(toRow row: Int) -> ListFrame<Item> {
        driver.update { $0.jump(to: row, at: scheduler.now) }
        send(.jump(toRow: row))
        return frame
    }

    /// Scrolls to the top and pulls the list down to refresh it.
    @discardableResult
    public func pullToRefresh() -> ListFrame<Item> {
        scroll(to: 0)
        send(.refresh)
        return frame
    }

    /// Scrolls to the end and pulls the list past it, for feeds whose rules load pages on a pull.
    ///
    /// - Parameter distance: The distance past the end, in points.
    @discardableResult
    public func pull(beyondEndBy distance: Double) -> ListFrame<Item> {
        move { _ in .infinity }
        driver.reportPull(beyondEnd: distance)
        return frame
    }

    /// Sends a signal to the feed, as a button would: `.retry`, `.loadMore`, `.cancel`, `.reset`.
    ///
    /// - Parameter signal: The signal.
    public func send(_ signal: ListSignal) {
        if signal == .cancel || signal == .reset { driver.update { $0.endJump() } }
        driver.send(signal)
        driver.report()
    }

    /// Advances the time.
    ///
    /// - Parameter duration: The time.
    @discardableResult
    public func wait(_ duration: Duration) -> ListFrame<Item> {
        scheduler.advance(by: duration)
        return frame
    }

    /// Advances the time until no work is scheduled. The program stops if work is still scheduled after
    /// 100,000 pieces have run: it repeats without end.
    @discardableResult
    public func runUntilIdle() -> ListFrame<Item> {
        scheduler.run(limit: 100_000)
        return frame
    }

    @discardableResult
    private func move(_ target: (_ offset: Double) -> Double) -> Bool {
        let now = scheduler.now
        let hasMoved = driver.update { $0.move(to: target($0.offset), at: now) }
        driver.report()
        return hasMoved
    }

    /// The time between two frames of a screen.
    private static var refreshInterval: Duration { .seconds(1) / 60 }

    /// The factor of the velocity per frame: 0.998 to the power of its milliseconds, as with a
    /// `UIScrollView`.
    private static var decelerationPerFrame: Double { 0.9672 }
}

extension ListFrame {
    /// Whether the list has no more rows, or shows a failure. A list without rows has no footer.
    fileprivate var showsEnd: Bool {
        phase == .empty || phase == .failed || footer == .end || footer.isFailed
    }
}

extension Duration {
    fileprivate var inSeconds: Double { self / .seconds(1) }
}
