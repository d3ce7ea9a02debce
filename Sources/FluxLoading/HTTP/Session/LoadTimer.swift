import Streams

/// Ends the loads of a session that exceed a time limit, with one timer for all of them.
///
/// Most loads end long before their time limits, so a timer for each load would be wasted work.
final class LoadTimer: Sendable {
    private struct State {
        var loads: [ObjectIdentifier: (load: HTTPLoad, time: Duration)] = [:]
        /// When the timer fires; `nil` if there is none.
        var firing: Duration?
    }

    private let scheduler: any Scheduler
    private let state = Locked(State())

    init(_ scheduler: any Scheduler) {
        self.scheduler = scheduler
    }

    var now: Duration { scheduler.now }

    /// Calls ``HTTPLoad/expire(at:)`` once, at the earliest of the times that are set by then.
    func expire(_ load: HTTPLoad, at time: Duration) {
        state.withLock { state in
            let id = ObjectIdentifier(load)
            let earlier = state.loads[id].map { min($0.time, time) }
            state.loads[id] = (load, earlier ?? time)
        }
        start(at: time)
    }

    /// Releases a load that has ended.
    func remove(_ load: HTTPLoad) {
        _ = state.withLock { $0.loads.removeValue(forKey: ObjectIdentifier(load)) }
    }

    /// Starts the timer, unless it fires by then. One that fires later is ignored.
    private func start(at time: Duration) {
        let isStarted = state.withLock { state in
            if let firing = state.firing, firing <= time { return true }
            state.firing = time
            return false
        }
        if isStarted { return }
        scheduler.schedule(in: time - scheduler.now) { [weak self] in self?.fire(at: time) }
    }

    private func fire(at time: Duration) {
        let (loads, next): ([HTTPLoad], Duration?) = state.withLock { state in
            guard state.firing == time else { return ([], nil) }
            state.firing = nil
            let loads = state.loads.values.filter { $0.time <= time }.map(\.load)
            for load in loads { state.loads.removeValue(forKey: ObjectIdentifier(load)) }
            return (loads, state.loads.values.lazy.map(\.time).min())
        }
        if let next { start(at: next) }
        for load in loads { load.expire(at: time) }
    }
}
