import PagingOperators
import Streams

/// A screen with a list, and a person who scrolls it, in virtual time.
///
/// It changes its rows by what each state's `change` says, as a table view does, tells the feed which rows come into
/// view, and writes down what the person sees.
///
/// ```swift
/// let clock = VirtualTimeScheduler()
/// let pages = TestPages(Array(0..<100), perPage: 20, delay: .milliseconds(300), scheduler: clock)
/// let list = ListSimulator(viewport: 10, scheduler: clock) { signals in
///     signals.paginate(threshold: 5, from: pages)
/// }
/// list.runUntilIdle()
/// list.scroll(by: 60, over: .seconds(6))
/// #expect(list.stalled(by: .bottom) == .zero)     // never saw the spinner at the end of the list
/// #expect(list.mismatches.isEmpty)
/// ```
///
/// Rows that are inserted above the viewport leave what is in view where it is. The rows of a reload are shown from
/// the same offset on. What stands below the last row is in view when the last row is, and takes no room.
///
/// The feed must run in the simulator's time, and deliver on the thread that lets it pass: it is the source and the
/// operators that wait which need the scheduler. A simulator is used from one thread at a time, anything else is a
/// programmer's error. A state costs O(*n*) for *n* rows, as all of them are compared.
public final class ListSimulator<Item: Sendable>: Sendable {
    let driver: ScreenDriver<Item>
    let scheduler: VirtualTimeScheduler
    private let subscription: AnyCancellable

    /// Makes a list and shows it: the feed is subscribed to.
    ///
    /// - Parameters:
    ///   - viewport: How many rows fit into view, at least one.
    ///   - rowHeight: How high a row is in points, for feeds that are told distances.
    ///   - reporting: What the list tells the feed.
    ///   - scheduler: The time in which the feed runs.
    ///   - isSame: Whether two rows look the same, to find those that have changed without being said to have.
    ///   - feed: Makes the feed from the signals of the list. Called once, within this call.
    public init<Feed: Publisher>(
        viewport: Int, rowHeight: Double = 44, reporting: ListReporting = .rows,
        scheduler: VirtualTimeScheduler, isSame: @escaping @Sendable (Item, Item) -> Bool,
        feed: (AnyPublisher<ListSignal, Never>) -> Feed
    ) where Feed.Output == ViewState<Item>, Feed.Failure == Never {
        precondition(viewport > 0, "A screen has room for at least one row.")
        precondition(rowHeight > 0, "A row has a height.")
        let driver = ScreenDriver(
            screen: SimulatedScreen(viewport: viewport, isSame: isSame), viewport: viewport,
            rowHeight: rowHeight, reporting: reporting)
        self.driver = driver
        self.scheduler = scheduler
        subscription = feed(driver.signals.eraseToAnyPublisher()).sink(
            receiveCompletion: { _ in driver.update { $0.isFinished = true } },
            receiveValue: { state in
                driver.update { $0.take(state, at: scheduler.now) }
                driver.report()
            })
    }

    /// Makes a list and shows it: the feed is subscribed to.
    ///
    /// - Parameters:
    ///   - viewport: How many rows fit into view, at least one.
    ///   - rowHeight: How high a row is in points, for feeds that are told distances.
    ///   - reporting: What the list tells the feed.
    ///   - scheduler: The time in which the feed runs.
    ///   - feed: Makes the feed from the signals of the list. Called once, within this call.
    public convenience init<Feed: Publisher>(
        viewport: Int, rowHeight: Double = 44, reporting: ListReporting = .rows,
        scheduler: VirtualTimeScheduler, feed: (AnyPublisher<ListSignal, Never>) -> Feed
    ) where Item: Equatable, Feed.Output == ViewState<Item>, Feed.Failure == Never {
        self.init(
            viewport: viewport, rowHeight: rowHeight, reporting: reporting, scheduler: scheduler,
            isSame: { $0 == $1 }, feed: feed)
    }
}

// What the person saw.
extension ListSimulator {
    /// What is in view now.
    public var frame: ListFrame<Item> { driver.screen.frame(at: scheduler.now) }

    /// All that was in view, in the order of time: each frame until the next one. There is one a moment, as what is
    /// replaced within the moment is not seen.
    public var frames: [ListFrame<Item>] { driver.screen.frames }

    /// The items that came into view, in order; again when they are scrolled back to, or have changed.
    public var itemsSeen: [Item] { driver.screen.itemsSeen }

    /// When the person looked at something that waits for a load, in the order in which that began.
    public var stalls: [ListStall] { ListStall.all(in: frames, until: scheduler.now) }

    /// How long the person looked at something that waits for a load.
    ///
    /// - Parameter wait: What was looked at.
    public func stalled(by wait: ListWait) -> Duration {
        stalls.filter { $0.wait == wait }.map(\.duration).reduce(.zero, +)
    }

    /// The changes that did not lead to the rows of their state. The rows were those of the state afterwards.
    public var mismatches: [ListMismatch] { driver.screen.mismatches }

    /// Throws the first mismatch, if there was one.
    public func checkChanges() throws(ListMismatch) {
        if let mismatch = mismatches.first { throw mismatch }
    }

    /// What the list has told the feed, in order.
    public var signals: [ListSignal] { driver.screen.signals }

    /// Whether the feed has finished.
    public var isFinished: Bool { driver.screen.isFinished }
}
