import Dispatch
import Streams

extension ExtraPublishers.Images: EventReportingFeed {
    public typealias Row = ImageRow<Item, Image>

    /// Sends what the list does, and why. The events of its images are those of the loader:
    /// `ImageLoader.events`.
    ///
    /// See ``Streams/ExtraPublishers/Paginate/events``.
    public var events: AnyPublisher<PageEvent, Never> { feed.events }

    /// Sends what the list does, with the time of a scheduler.
    ///
    /// See ``Streams/ExtraPublishers/Paginate/events(scheduler:)``.
    ///
    /// - Parameter scheduler: The clock of the events.
    public func events(scheduler: any Scheduler) -> AnyPublisher<PageEvent, Never> {
        feed.events(scheduler: scheduler)
    }

    /// Writes a line for each event of the list.
    ///
    /// See ``Streams/ExtraPublishers/Paginate/log(_:scheduler:to:)``.
    ///
    /// - Parameters:
    ///   - name: Begins each line.
    ///   - scheduler: The clock of the log.
    ///   - write: Writes a line; by default to standard error.
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
        Self(
            feed: feed.observed(scheduler: scheduler, by: receive), loader: loader, range: range,
            request: request)
    }
}
