import Dispatch
import Streams
import Synchronization

/// Sends the events of a feed to their subscribers. Without subscribers, an event costs one read of a
/// counter.
@usableFromInline
package final class PageEventHub: Sendable {
    /// An observer of the events, with a clock of its own.
    private final class Observer: Sendable {
        let clock: EventClock
        let subject = PassthroughSubject<PageEvent, Never>()

        init(_ scheduler: any Scheduler) {
            clock = EventClock(scheduler)
        }
    }

    // Relaxed: a lock publishes the observers; an event that is concurrent with a subscription may be missed.
    @usableFromInline let observerCount = Atomic<Int>(0)
    // Relaxed: numbers need only differ.
    private let sessions = Atomic<Int>(0)
    /// `nil` once there will be no further event.
    private let observers = Locked<[Observer]?>([])
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
        let observer = Observer(scheduler)
        // Only the subject, which does not retain this hub.
        let sink = observer.subject.sink(receiveValue: receive)
        add(observer)
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
    package var isObserved: Bool { observerCount.load(ordering: .relaxed) > 0 }

    private var present: [Observer] { observers.withLock { $0 ?? [] } }

    /// The clocks of all observers.
    private var clocks: [EventClock] {
        present.map(\.clock) + (parent?.clocks ?? [])
    }

    /// Returns the number of a new session.
    package func beginSession() -> Int {
        parent?.beginSession() ?? sessions.wrappingAdd(1, ordering: .relaxed).newValue
    }

    package func send(_ event: PageEvent) {
        send(event) { _ in event.kind }
    }

    /// Sends an event whose durations each observer has by its own clock.
    private func send(_ event: PageEvent, _ kind: (EventClock) -> PageEvent.Kind) {
        if let parent, parent.isObserved { parent.send(event, kind) }
        guard isObserved else { return }
        for observer in present {
            var event = event
            event.time = observer.clock.now
            event.kind = kind(observer.clock)
            observer.subject.send(event)
        }
    }

    /// Ends the events: there will be no further one.
    func finish() {
        for observer in observers.exchange(nil) ?? [] { observer.subject.send(completion: .finished) }
        observerCount.store(0, ordering: .relaxed)
    }

    /// The events, with the time of a scheduler; each subscription counts as an observer until it is
    /// cancelled.
    func events(scheduler: any Scheduler) -> AnyPublisher<PageEvent, Never> {
        Deferred { [self] in
            let observer = Observer(scheduler)
            return observer.subject.handleEvents(
                receiveSubscription: { [self] _ in add(observer) },
                receiveCancel: { [self] in remove(observer) })
        }
        .eraseToAnyPublisher()
    }

    private func add(_ observer: Observer) {
        let isAdded = observers.withLock { present in
            present?.append(observer)
            observerCount.store(present?.count ?? 0, ordering: .relaxed)
            return present != nil
        }
        if !isAdded { observer.subject.send(completion: .finished) }
    }

    private func remove(_ observer: Observer) {
        observers.withLock { present in
            present?.removeAll { $0 === observer }
            observerCount.store(present?.count ?? 0, ordering: .relaxed)
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
        PageLoadObserver(clocks: { [self] in clocks + (next?.clocks ?? []) }) { [self] report in
            next?.report(report)
            let kind = { (clock: EventClock) in
                PageEvent.Kind(report, key: key, direction, by: clock)
            }
            send(PageEvent(kind(.system), load: load, session: session), kind)
        }
    }
}

extension PageEvent.Kind {
    fileprivate init(
        _ report: PageLoadObserver.Report, key: String?, _ direction: LoadDirection, by clock: EventClock
    ) {
        switch report {
        case .attempt(let attempt): self = .started(key: key, direction: direction, attempt: attempt)
        case .retrying(let attempt, let delay, let error):
            self = .retrying(attempt: attempt, after: delay, error: error)
        case .response(let response): self = .responded(response.response(by: clock))
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
