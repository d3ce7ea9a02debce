import FluxTimeline
import PagingOperators
import Streams

/// Simulates a screen with a list that is scrolled, in virtual time.
///
/// The simulator updates its rows by each state's `change`, as a table view does, sends the feed a signal for
/// each row that becomes visible, and records what is visible.
///
/// ```swift
/// let clock = VirtualTimeScheduler()
/// let pages = TestPages(Array(0..<100), perPage: 20, delay: .milliseconds(300), scheduler: clock)
/// let list = ListSimulator(viewport: 10, scheduler: clock) { signals in
///     signals.paginate(threshold: 5, from: pages)
/// }
/// list.runUntilIdle()
/// list.scroll(by: 60, over: .seconds(6))
/// #expect(list.stalled(by: .bottom) == .zero)     // the spinner at the end was never visible
/// #expect(list.mismatches.isEmpty)
/// ```
///
/// Rows inserted above the viewport leave the visible rows in place. A reload keeps the offset, unless the
/// state names a row to scroll to. The footer is visible when the last row is, and takes no room.
///
/// The feed must run in the simulator's time and deliver on the thread that advances it: pass the scheduler
/// to the source and to timed operators. Use a simulator from one thread at a time; anything else is a
/// programming error. A state costs O(*n*) for *n* rows, as all of them are compared.
public final class ListSimulator<Item: Sendable>: Sendable {
    let driver: ScreenDriver<Item>
    let scheduler: VirtualTimeScheduler

    /// The last 10,000 events of the feed. ``checkChanges()`` writes it to a file when it fails. After
    /// another failure of a test, write it with `write(to:)`.
    public let timeline: Timeline

    private let subscription: AnyCancellable

    /// Creates a list and subscribes to its feed.
    ///
    /// - Parameters:
    ///   - viewport: The number of rows that fit on the screen, at least 1.
    ///   - rowHeight: The height of a row in points, for ``ListReporting/distances``.
    ///   - reporting: The signals that the list sends while it is scrolled.
    ///   - scheduler: The scheduler on which the feed runs.
    ///   - isSame: Returns whether two items are equal, to find rows that changed without an update.
    ///   - feed: Makes the feed from the list's signals. Called once, within this call.
    public init<Feed: Publisher>(
        viewport: Int, rowHeight: Double = 44, reporting: ListReporting = .rows,
        scheduler: VirtualTimeScheduler, isSame: @escaping @Sendable (Item, Item) -> Bool,
        feed: (AnyPublisher<ListSignal, Never>) -> Feed
    ) where Feed.Output == ViewState<Item>, Feed.Failure == Never {
        precondition(viewport > 0, "The viewport must have room for at least one row.")
        precondition(rowHeight > 0, "The row height must be greater than zero.")
        let driver = ScreenDriver(
            screen: SimulatedScreen(viewport: viewport, isSame: isSame), viewport: viewport,
            rowHeight: rowHeight, reporting: reporting)
        self.driver = driver
        self.scheduler = scheduler
        let timeline = Timeline(capacity: 10_000, scheduler: scheduler)
        self.timeline = timeline
        let states = timeline.recordFeeds(as: "list") { feed(driver.signals.eraseToAnyPublisher()) }
        subscription = states.sink(
            receiveCompletion: { _ in driver.update { $0.isFinished = true } },
            receiveValue: { state in
                driver.update { $0.take(state, at: scheduler.now) }
                driver.report()
            })
    }

    /// Creates a list and subscribes to its feed.
    ///
    /// - Parameters:
    ///   - viewport: The number of rows that fit on the screen, at least 1.
    ///   - rowHeight: The height of a row in points, for ``ListReporting/distances``.
    ///   - reporting: The signals that the list sends while it is scrolled.
    ///   - scheduler: The scheduler on which the feed runs.
    ///   - feed: Makes the feed from the list's signals. Called once, within this call.
    public convenience init<Feed: Publisher>(
        viewport: Int, rowHeight: Double = 44, reporting: ListReporting = .rows,
        scheduler: VirtualTimeScheduler, feed: (AnyPublisher<ListSignal, Never>) -> Feed
    ) where Item: Equatable, Feed.Output == ViewState<Item>, Feed.Failure == Never {
        self.init(
            viewport: viewport, rowHeight: rowHeight, reporting: reporting, scheduler: scheduler,
            isSame: { $0 == $1 }, feed: feed)
    }
}

// Recorded frames, stalls and signals.
extension ListSimulator {
    /// The visible part of the list.
    public var frame: ListFrame<Item> { driver.screen.frame(at: scheduler.now) }

    /// The latest state of the feed; one without rows before the first.
    public var state: ViewState<Item> { driver.screen.state }

    /// The error of a load that failed, if there is one.
    public var error: (any Error)? { state.error }

    /// The number of items of the whole list, if the source counts them.
    public var total: Int? { state.total }

    /// All frames in the order of time, at most one per moment: each is visible until the next.
    public var frames: [ListFrame<Item>] { driver.screen.frames }

    /// The items that became visible, in order; again when scrolled back to or updated.
    public var itemsSeen: [Item] { driver.screen.itemsSeen }

    /// The times at which something visible waited for a load, in the order of their start.
    public var stalls: [ListStall] { ListStall.all(in: frames, until: scheduler.now) }

    /// The total time for which something visible waited for a load.
    ///
    /// - Parameter wait: The visible element.
    public func stalled(by wait: ListWait) -> Duration {
        stalls.filter { $0.wait == wait }.map(\.duration).reduce(.zero, +)
    }

    /// The times at which a change of the list moved the visible rows on the screen or removed them, in the
    /// order of time.
    ///
    /// A test that requires a list to stay where it is expects none. A requested jump is not among them.
    public var jumps: [ListJump] { driver.screen.jumps }

    /// The changes that did not lead to the rows of their state. The rows are the state's afterwards.
    public var mismatches: [ListMismatch] { driver.screen.mismatches }

    /// Throws the first mismatch, if there was one, and writes the ``timeline`` to a file, whose path is
    /// printed on standard error.
    ///
    /// The file is in the folder that the environment names as `FLUX_TIMELINES`, or the temporary one.
    public func checkChanges() throws(ListMismatch) {
        guard let mismatch = mismatches.first else { return }
        FailedRun.write(timeline, of: "list")
        throw mismatch
    }

    /// The signals sent to the feed, in order.
    public var signals: [ListSignal] { driver.screen.signals }

    /// Whether the feed has finished.
    public var isFinished: Bool { driver.screen.isFinished }
}
