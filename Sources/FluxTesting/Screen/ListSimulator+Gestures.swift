import PagingOperators
import Streams

// What the person does. Each returns what is in view afterwards.
extension ListSimulator {
    /// Goes to a row at once: it is at the top of the viewport then, or as far up as the end of the list allows.
    ///
    /// - Parameter row: Counted from zero, placeholders included.
    @discardableResult
    public func scroll(to row: Int) -> ListFrame<Item> {
        move { _ in Double(row) }
        return frame
    }

    /// Scrolls evenly, as far as there are rows.
    ///
    /// - Parameters:
    ///   - rows: How far; less than zero for towards the start.
    ///   - duration: How long that takes. Zero does it at once: the rows between are not seen.
    @discardableResult
    public func scroll(by rows: Double, over duration: Duration = .zero) -> ListFrame<Item> {
        let steps = max(1, Int((duration / Self.refreshInterval).rounded()))
        for _ in 0..<steps {
            move { $0 + rows / Double(steps) }
            scheduler.advance(by: duration / steps)
        }
        return frame
    }

    /// Flings the list: it goes on scrolling, slower and slower, until it rests or has reached an end.
    ///
    /// It slows down as a `UIScrollView` does, and so goes about half as many rows as it has rows per second at first.
    ///
    /// - Parameter velocity: In rows per second; less than zero for towards the start.
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

    /// Scrolls evenly until the list has no more rows, or shows that it can't load any.
    ///
    /// - Parameters:
    ///   - rowsPerSecond: How fast, more than zero.
    ///   - timeout: After what time the person gives up.
    @discardableResult
    public func scrollToEnd(
        rowsPerSecond: Double = 30, timeout: Duration = .seconds(3600)
    ) -> ListFrame<Item> {
        precondition(rowsPerSecond > 0, "A list that is not scrolled does not come to its end.")
        let deadline = scheduler.now + timeout
        while scheduler.now < deadline {
            let hasMoved = move { $0 + rowsPerSecond * Self.refreshInterval.inSeconds }
            scheduler.advance(by: Self.refreshInterval)
            let frame = frame
            if hasMoved || !frame.isAtEnd { continue }
            if frame.footer == .end || frame.footer == .failed || scheduler.pendingCount == 0 { break }
        }
        return frame
    }

    /// Goes to a row that may be far away, and tells the feed so.
    ///
    /// The row is shown at once if it is among the rows, be it as a placeholder; otherwise as soon as it is, unless the
    /// person scrolls meanwhile.
    ///
    /// - Parameter row: Counted from the first row of the whole list.
    @discardableResult
    public func jump(toRow row: Int) -> ListFrame<Item> {
        driver.update { $0.jump(to: row, at: scheduler.now) }
        send(.jump(toRow: row))
        return frame
    }

    /// Goes to the top and pulls the list down, so that it is refreshed.
    @discardableResult
    public func pullToRefresh() -> ListFrame<Item> {
        scroll(to: 0)
        send(.refresh)
        return frame
    }

    /// Goes to the end and pulls the list beyond it, for feeds whose rules ask for pages when it is pulled.
    ///
    /// - Parameter distance: How far beyond the end, in points.
    @discardableResult
    public func pull(beyondEndBy distance: Double) -> ListFrame<Item> {
        move { _ in .infinity }
        driver.reportPull(beyondEnd: distance)
        return frame
    }

    /// Tells the feed something, as a button would: `.retry`, `.loadMore`, `.cancel`, `.reset`.
    ///
    /// - Parameter signal: What the list tells.
    public func send(_ signal: ListSignal) {
        driver.send(signal)
        driver.report()
    }

    /// Looks at the list and lets time pass.
    ///
    /// - Parameter duration: How much.
    @discardableResult
    public func wait(_ duration: Duration) -> ListFrame<Item> {
        scheduler.advance(by: duration)
        return frame
    }

    /// Lets time pass until nothing is left to be done. Work that repeats for ever is a programmer's error.
    @discardableResult
    public func runUntilIdle() -> ListFrame<Item> {
        scheduler.run()
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

    /// What is left of the velocity after a frame: 0.998 to the power of its milliseconds, as with a `UIScrollView`.
    private static var decelerationPerFrame: Double { 0.9672 }
}

extension Duration {
    fileprivate var inSeconds: Double { self / .seconds(1) }
}
