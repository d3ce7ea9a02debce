import Dispatch
import Streams
import Synchronization

/// Sends the events of a feed to their subscribers. Without subscribers, an event costs one read of a
/// counter.
@usableFromInline
package final class PageEventHub: Sendable {
    private struct State: Sendable {
        var subject: PassthroughSubject<PageEvent, Never>?
        var scheduler: any Scheduler = DispatchQueue.global()
    }

    // Relaxed: a lock publishes the subject; an event that is concurrent with a subscription may be missed.
    @usableFromInline let observers = Atomic<Int>(0)
    // Relaxed: numbers need only differ.
    private let sessions = Atomic<Int>(0)
    private let state = Locked(State())
    /// The hub of the feed that this feed was made from, which receives the same events.
    private let parent: PageEventHub?
    private let logs = Locked<[AnyCancellable]>([])

    @usableFromInline
    package init() {
        parent = nil
    }

    /// Makes the hub of a feed with a log.
    ///
    /// - Parameters:
    ///   - parent: The hub of the feed without it.
    ///   - scheduler: The clock of the log.
    ///   - receive: Receives the events, one at a time.
    package init(
        _ parent: PageEventHub?, scheduler: any Scheduler,
        receive: @escaping @Sendable (PageEvent) -> Void
    ) {
        self.parent = parent
        observe(scheduler: scheduler, by: receive)
    }

    /// Sends the events to a closure, too, as long as the hub exists.
    package func observe(scheduler: any Scheduler, by receive: @escaping @Sendable (PageEvent) -> Void) {
        // Only the subject, which does not retain this hub.
        let sink = subject(scheduler).sink(receiveValue: receive)
        observers.wrappingAdd(1, ordering: .relaxed)
        logs.withLock { $0.append(sink) }
    }

    /// The hub of the feeds that are made now, if they belong to a model.
    @TaskLocal private static var shared: PageEventHub?

    /// The hub of a feed that is made now.
    @usableFromInline
    static func ofNewFeed() -> PageEventHub { shared ?? PageEventHub() }

    /// Makes feeds that send their events to this hub.
    package func ofAllFeeds<Feed>(_ makeFeed: () -> Feed) -> Feed {
        Self.$shared.withValue(self, operation: makeFeed)
    }

    /// Whether there are subscribers.
    @inlinable @inline(__always)
    package var isObserved: Bool { observers.load(ordering: .relaxed) > 0 }

    /// The present time of the scheduler of the subscribers.
    var now: Duration { state.withLock { $0.scheduler }.now }

    /// Returns the number of a new session.
    package func beginSession() -> Int {
        parent?.beginSession() ?? sessions.wrappingAdd(1, ordering: .relaxed).newValue
    }

    package func send(_ event: PageEvent) {
        if let parent, parent.isObserved { parent.send(event) }
        guard isObserved else { return }
        let (subject, scheduler) = state.withLock { ($0.subject, $0.scheduler) }
        guard let subject else { return }
        var event = event
        event.time = scheduler.now
        subject.send(event)
    }

    /// The events, with the time of a scheduler; each subscription counts as an observer until it is
    /// cancelled.
    func events(scheduler: any Scheduler) -> AnyPublisher<PageEvent, Never> {
        Deferred { [self] in
            subject(scheduler).handleEvents(
                receiveSubscription: { [self] _ in observers.wrappingAdd(1, ordering: .relaxed) },
                receiveCancel: { [self] in observers.wrappingSubtract(1, ordering: .relaxed) })
        }
        .eraseToAnyPublisher()
    }

    private func subject(_ scheduler: any Scheduler) -> PassthroughSubject<PageEvent, Never> {
        state.withLock { state in
            let subject = state.subject ?? PassthroughSubject()
            state.subject = subject
            state.scheduler = scheduler
            return subject
        }
    }
}

extension PageEventHub {
    /// Observes a load, of which its source reports events.
    ///
    /// - Parameter next: Receives the same reports.
    func observer(
        ofLoad load: Int, session: Int, key: String?, direction: LoadDirection, next: PageLoadObserver?
    ) -> PageLoadObserver {
        PageLoadObserver(clock: { [self] in now }) { [self] report in
            next?.report(report)
            send(PageEvent(PageEvent.Kind(report, key: key, direction), load: load, session: session))
        }
    }
}

extension PageEvent.Kind {
    fileprivate init(_ report: PageLoadObserver.Report, key: String?, _ direction: LoadDirection) {
        switch report {
        case .attempt(let attempt): self = .started(key: key, direction: direction, attempt: attempt)
        case .retrying(let attempt, let delay, let error):
            self = .retrying(attempt: attempt, after: delay, error: error)
        case .response(let response): self = .responded(response)
        case .late: self = .droppedLate
        }
    }
}

extension PageEvent {
    /// The text of a key, without the secrets of an address.
    static func text<Key>(of key: Key?) -> String? {
        key.map { "\($0)".redactingSecrets }
    }
}
