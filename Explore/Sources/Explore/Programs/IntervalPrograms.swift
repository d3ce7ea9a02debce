import Explorer
import Foundation
import Streams

import struct Explorer.Operation

/// Ticks, which come at any moment.
let intervalPrograms: [Program] = [
    Program("Interval: tick, request, request") { test in
        let probe = test.probe(demand: .none)
        ticks(2, of: test).subscribe(probe)
        test.thread(probe.request(.max(1)))
        test.thread(probe.request(.max(1)))
    },
    Program("Interval: tick, request, cancel", promising: .prefixes) { test in
        let probe = test.probe(demand: .max(1))
        ticks(3, of: test).subscribe(probe)
        test.thread(probe.request(.max(1)), probe.request(.max(1)))
        test.thread(probe.cancel)
    },
    Program("Interval: tick, returned demand, request") { test in
        let probe = test.probe(demand: .none, returning: .max(1))
        ticks(3, of: test).subscribe(probe)
        test.thread(probe.request(.max(1)))
        test.thread(probe.request(.max(1)))
    },
    // The timer is cancelled, and what it holds is released.
    Program("Interval: cancel, cancel", promising: .prefixes) { test in
        let probe = test.probe()
        ticks(2, of: test).subscribe(probe)
        test.thread(probe.cancel)
        test.thread(probe.cancel)
    },
    Program("Interval: subscribe, cancel", promising: .prefixes) { test in
        let probe = test.probe()
        let stream = ticks(2, of: test)
        test.thread(Operation("subscribe") { stream.subscribe(probe) }, probe.cancel)
        test.thread(probe.request(.max(1)))
    },
    Program("Interval: tick, request, release") { test in
        let probe = test.probe(demand: .max(1))
        ticks(2, of: test).subscribe(probe)
        test.thread(probe.request(.max(1)), probe.release)
    },
    Program("Interval: prefix, request") { test in
        let probe = test.probe(demand: .none)
        ticks(3, of: test).prefix(1).subscribe(probe)
        test.thread(probe.request(.max(1)))
        test.thread(probe.request(.max(1)))
    },
    // One timer for all.
    Program("Timer.publish: connect, subscribe, cancel", promising: .prefixes) { test in
        let stream = timer(2, of: test)
        let (p, q) = (test.probe("p"), test.probe("q"))
        let handle = test.held(Optional<any Cancellable>.none)
        stream.map { _ in 1 }.subscribe(p)
        test.thread(
            Operation("connect") { handle.value = stream.connect() },
            Operation("disconnect") { handle.value?.cancel() })
        test.thread(Operation("subscribe") { stream.map { _ in 1 }.subscribe(q) }, p.cancel)
    },
    Program("Timer.publish: autoconnect, cancel, subscribe", promising: .prefixes) { test in
        let stream = timer(2, of: test).autoconnect().map { _ in 1 }
        let (p, q) = (test.probe("p"), test.probe("q"))
        stream.subscribe(p)
        test.thread(p.cancel)
        test.thread(Operation("subscribe") { stream.subscribe(q) }, q.cancel)
    },
    // Work that is scheduled again after each run: a run that begins after the cancellation does nothing.
    Program("repeated work: run, cancel, release") { test in
        let runs = Ends(test)
        let token = Token()
        let cancelled = test.held(Optional<Int>.none)
        let timers = LimitedTimers(2, test.scheduler())
        let handle = test.held(
            timers.schedule(after: .zero, interval: Duration.seconds(1)) { [unowned test] in
                withExtendedLifetime(token) {}
                if let time = cancelled.value {
                    test.expect(test.beginning <= time, "a run began after the cancellation")
                }
                runs.count()
            })
        test.thread(
            Operation("cancel") { [unowned test] in
                guard let present = handle.value else { return }
                present.cancel()
                cancelled.value = test.time
            })
        test.thread(Operation("release") { handle.value = nil })
    },
]

private func ticks(_ count: Int, of test: Scenario) -> ExtraPublishers.Interval<LimitedTimers> {
    ExtraPublishers.Interval(every: .seconds(1), scheduler: LimitedTimers(count, test.scheduler()))
}

private func timer(
    _ count: Int, of test: Scenario
) -> Publishers.MakeConnectable<Publishers.Map<ExtraPublishers.Interval<LimitedTimers>, Date>> {
    Timer.publish(every: .seconds(1), on: LimitedTimers(count, test.scheduler()))
}

/// A scheduler on which only some timers fire, so that a run ends.
private final class LimitedTimers: Scheduler, @unchecked Sendable {
    // Sendable: threads run one at a time.

    private let scheduler: ThreadScheduler
    private let object = ExploredObject()
    private var left: Int

    init(_ count: Int, _ scheduler: ThreadScheduler) {
        self.scheduler = scheduler
        left = count
    }

    var now: Duration { scheduler.now }

    func schedule(_ action: @escaping @Sendable () -> Void) { scheduler.schedule(action) }

    func schedule(in delay: Duration, _ action: @escaping @Sendable () -> Void) -> any Cancellable {
        object.willUse()
        left -= 1
        object.didUse(writing: true)
        return left < 0 ? Subscriptions.empty : scheduler.schedule(in: delay, action)
    }
}
