import Dispatch
import Streams

extension PagingModel {
    /// Sends what the list does, and why: reports of rows, the pages that they load or the reason why they
    /// load none, retries, and states.
    ///
    /// ```swift
    /// let log = model.events.sink { event in print(event) }
    /// ```
    ///
    /// It sends the events of all feeds that the closure of ``init(_:)`` makes before it returns; a feed that
    /// is made later, as for each query by `flatMapLatest`, has events of its own. Subscribe before
    /// ``loadInitial()`` to receive the first ones. It finishes when the model is released. See
    /// ``Streams/ExtraPublishers/Paginate/events``.
    public var events: AnyPublisher<PageEvent, Never> { events(scheduler: DispatchQueue.global()) }

    /// Sends what the list does, with the time of a scheduler, as for tests in virtual time.
    ///
    /// - Parameter scheduler: The clock of the events.
    public func events(scheduler: any Scheduler) -> AnyPublisher<PageEvent, Never> {
        hub.events(scheduler: scheduler)
    }

    /// Writes a line for each event of the list from now on, to see why it loads a page or none.
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
    ) {
        hub.observe(scheduler: scheduler, by: PageLog.lines(name, to: write))
    }
}
