import Dispatch
import Streams

/// The clock of an observer of events.
package final class EventClock: Sendable {
    /// The clock of responses for observers that were added during a load.
    static let system = EventClock(DispatchQueue.global())

    private let scheduler: any Scheduler

    package init(_ scheduler: any Scheduler) {
        self.scheduler = scheduler
    }

    var now: Duration { scheduler.now }
}

/// The time of each clock at one moment.
struct ClockTimes: Sendable {
    // Holds the clocks, so that none is replaced by another with the same identifier.
    private let times: [(clock: EventClock, time: Duration)]

    init(of clocks: [EventClock]) {
        times = (clocks + [.system]).map { ($0, $0.now) }
    }

    subscript(clock: EventClock) -> Duration? { times.first { $0.clock === clock }?.time }
}
