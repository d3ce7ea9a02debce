import Flux

/// An event of a run, and its time since the start.
struct TimedEvent: Sendable {
    let time: Duration
    let event: PageEvent
}

/// Collects the events of a list until they are taken.
final class EventLog: Sendable {
    private let start: ContinuousClock.Instant
    private let events = Locked<[TimedEvent]>([])

    init(start: ContinuousClock.Instant = .now) {
        self.start = start
    }

    /// The time since the start.
    var time: Duration { start.duration(to: .now) }

    func append(_ event: PageEvent) {
        let event = TimedEvent(time: time, event: event)
        events.withLock { $0.append(event) }
    }

    func take() -> [TimedEvent] { events.exchange([]) }
}
