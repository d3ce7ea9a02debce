import Dispatch
import Streams

/// A feed that reports its events: a list, with images or without, and one that is shared.
public protocol EventReportingFeed<Row>: Publisher where Output == ViewState<Row>, Failure == Never {
    /// A row of the list.
    associatedtype Row: Sendable

    /// Sends what the list does, with the time of a scheduler.
    ///
    /// See ``Streams/ExtraPublishers/Paginate/events(scheduler:)``.
    ///
    /// - Parameter scheduler: The clock of the events.
    func events(scheduler: any Scheduler) -> AnyPublisher<PageEvent, Never>
}

extension EventReportingFeed {
    /// Shares one session of the feed among all subscribers; a later one receives the present state first.
    /// See `share(replay:scope:)`.
    public func share() -> ExtraPublishers.SharedStates<Self, Row> { share(replay: 1) }
}

extension ExtraPublishers.Paginate: EventReportingFeed {
    public typealias Row = Item
}

extension ExtraPublishers.SharedStates: EventReportingFeed where Upstream: EventReportingFeed {
    public typealias Row = Item

    /// Sends what the shared list does, and why.
    ///
    /// These are the events of the feed that is shared. Write `log` and `recorded` before `share`:
    ///
    /// ```swift
    /// let feed = signals.paginate(threshold: 5, from: users).log("users").share()
    /// let events = feed.events.sink { event in print(event) }
    /// ```
    ///
    /// See ``Streams/ExtraPublishers/Paginate/events``.
    public var events: AnyPublisher<PageEvent, Never> { events(scheduler: DispatchQueue.global()) }

    /// Sends what the shared list does, with the time of a scheduler.
    ///
    /// See ``Streams/ExtraPublishers/Paginate/events(scheduler:)``.
    ///
    /// - Parameter scheduler: The clock of the events.
    public func events(scheduler: any Scheduler) -> AnyPublisher<PageEvent, Never> {
        upstream.events(scheduler: scheduler)
    }
}
