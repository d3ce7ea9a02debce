import Dispatch
import Streams

extension ExtraPublishers.Paginate {
    /// Sends what the list does, and why: reports of rows, the pages that they load or the reason why they
    /// load none, retries, responses, and states.
    ///
    /// ```swift
    /// let feed = signals.paginate(threshold: 5, from: users).dedupe(by: \.id)
    /// let events = feed.events.sink { event in print(event) }
    /// ```
    ///
    /// It sends the events of all sessions of this feed, and of the feeds that operators such as `dedupe` and
    /// `images` make from it. To receive the first events of a session, subscribe before it begins. They are
    /// sent on the threads where they happen; those of one session are in order. It does not finish, because
    /// the feed may have further subscribers, unless the feed is that of a ``PagingModel``: see there.
    /// Without a subscriber, events cost next to nothing.
    public var events: AnyPublisher<PageEvent, Never> { events(scheduler: DispatchQueue.global()) }

    /// Sends what the list does, with the time of a scheduler, as for tests in virtual time.
    ///
    /// Each subscription has a clock of its own, which also measures the durations of responses. If a request
    /// was sent before the subscription, the clock of the system measures them.
    ///
    /// - Parameter scheduler: The clock of the events.
    public func events(scheduler: any Scheduler) -> AnyPublisher<PageEvent, Never> {
        hub.events(scheduler: scheduler)
    }
}

extension ExtraPublishers.Paginate {
    /// Writes a line for each event of the list, to see why it loads a page or none.
    ///
    /// ```swift
    /// let feed = signals.paginate(threshold: 5, from: users).log("users").dedupe(by: \.id)
    /// ```
    ///
    /// A line has the name, the time since the first one in seconds, and the event in plain words:
    ///
    /// ```
    /// users 1.250  rows 12–21 in view
    /// users 1.250  no next page needed: 8 rows beyond, threshold 5
    /// ```
    ///
    /// Secrets in addresses are left out.
    ///
    /// - Parameters:
    ///   - name: Begins each line.
    ///   - scheduler: The clock of the log.
    ///   - write: Writes a line; by default to standard error. Called for one line at a time, on the thread
    ///     of the event.
    /// - Returns: The feed with the log.
    public func log(
        _ name: String, scheduler: any Scheduler = DispatchQueue.global(),
        to write: @escaping @Sendable (String) -> Void = PageLog.standardError
    ) -> Self {
        observed(scheduler: scheduler, by: PageLog.lines(name, to: write))
    }

    /// The same feed, whose events a closure receives, too.
    package func observed(
        scheduler: any Scheduler, by receive: @escaping @Sendable (PageEvent) -> Void
    ) -> Self {
        var feed = self
        feed.hub = PageEventHub(hub, scheduler: scheduler, receive: receive)
        return feed
    }
}
