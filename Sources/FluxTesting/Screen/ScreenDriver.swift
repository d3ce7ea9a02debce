import PagingOperators
import Streams

/// Drives a feed with a simulated screen: holds the screen, and sends its signals to the feed.
final class ScreenDriver<Item: Sendable>: Sendable {
    let signals = PassthroughSubject<ListSignal, Never>()
    private let viewport: Int
    private let rowHeight: Double
    private let reporting: ListReporting
    /// The screen; `nil` while it is being changed.
    private let present: Locked<SimulatedScreen<Item>?>
    private let reported = Locked<[Double]>([])
    private let turn = Locked(Turn.idle)

    /// What the driver does. A report is due if a state arrives while a signal is sent: until that has
    /// returned, other states may follow, in which the rows have other numbers.
    private enum Turn { case idle, sending, reportIsDue }

    init(screen: SimulatedScreen<Item>, viewport: Int, rowHeight: Double, reporting: ListReporting) {
        present = Locked(screen)
        self.viewport = viewport
        self.rowHeight = rowHeight
        self.reporting = reporting
    }

    var screen: SimulatedScreen<Item> {
        guard let screen = present.withLock({ $0 }) else { Self.misused() }
        return screen
    }

    /// Changes the screen, outside the lock: items are compared and released meanwhile.
    func update<Result: Sendable>(_ change: (inout SimulatedScreen<Item>) -> Result) -> Result {
        guard var screen = present.exchange(nil) else { Self.misused() }
        let result = change(&screen)
        _ = present.exchange(screen)
        return result
    }

    /// Sends a signal, and then reports what became visible.
    func send(_ signal: ListSignal) {
        let isNested = turn.withLock { turn in
            defer { if turn == .idle { turn = .sending } }
            return turn != .idle
        }
        deliver(signal)
        if !isNested { reportWhileDue() }
    }

    /// Reports what became visible; while a signal is sent, once that has returned.
    func report() {
        let wasIdle = turn.withLock { turn in
            defer { turn = .reportIsDue }
            return turn == .idle
        }
        if wasIdle { reportWhileDue() }
    }

    private func reportWhileDue() {
        func takeReport() -> Bool {
            turn.withLock { turn in
                let isDue = turn == .reportIsDue
                turn = isDue ? .sending : .idle
                return isDue
            }
        }
        while takeReport() { reportVisibleRows() }
    }

    private func deliver(_ signal: ListSignal) {
        update { $0.signals.append(signal) }
        signals.send(signal)
    }

    /// Sends signals for what became visible, one by one, as each may change the screen.
    private func reportVisibleRows() {
        switch reporting {
        case .rows:
            while let row = update({ $0.nextUnreportedRow() }) { deliver(.shown(row: row)) }
        case .visibleRows:
            let screen = screen
            let visible = screen.visible
            let geometry = [visible.lowerBound, visible.upperBound, screen.rowCount, screen.reloadCount]
                .map { Double($0) }
            guard reported.exchange(geometry) != geometry, !visible.isEmpty else { return }
            deliver(.shown(rows: visible))
        case .distances:
            let screen = screen
            let geometry = [screen.offset, Double(screen.rowCount), Double(screen.declinedJumpCount)]
            guard reported.exchange(geometry) != geometry, screen.rowCount > 0 else { return }
            deliver(scrolled(to: screen.offset, of: screen.rowCount))
        case .nothing: break
        }
    }

    /// Sends the signal of a pull past the end.
    func reportPull(beyondEnd distance: Double) {
        let screen = screen
        send(scrolled(to: screen.lastOffset + distance / rowHeight, of: screen.rowCount))
    }

    private func scrolled(to offset: Double, of rowCount: Int) -> ListSignal {
        .scrolled(
            offset: offset * rowHeight, viewport: Double(viewport) * rowHeight,
            content: Double(rowCount) * rowHeight)
    }

    private static func misused() -> Never {
        preconditionFailure(
            """
            A list simulator must be used from one thread at a time. If its feed delivers states on another one, as with \
            a source of an asynchronous closure, end the feed with `.receive(on: scheduler)`.
            """)
    }
}
