import Dispatch
import Streams

extension ExtraPublishers.Images {
    /// What the list does, and why. Those of its images are the events of the loader: `ImageLoader.events`.
    ///
    /// See ``Streams/ExtraPublishers/Paginate/events``.
    public var events: AnyPublisher<PageEvent, Never> { feed.events }

    /// What the list does, with the time of a scheduler.
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
        Self(
            feed: feed.log(name, scheduler: scheduler, to: write), loader: loader, range: range,
            request: request)
    }
}
