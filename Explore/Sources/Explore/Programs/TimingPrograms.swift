import Explorer
import Streams

private let timings = [
    Derived("receive(on:)") { test, a in a.receive(on: test.scheduler()).eraseToAnyPublisher() },
    Derived("subscribe(on:)", promising: .nothing) { test, a in
        a.subscribe(on: test.scheduler()).eraseToAnyPublisher()
    },
    Derived("delay") { test, a in a.delay(for: .seconds(1), scheduler: test.scheduler()).eraseToAnyPublisher()
    },
    Derived("debounce") { test, a in
        a.debounce(for: .seconds(1), scheduler: test.scheduler()).eraseToAnyPublisher()
    },
    Derived("throttle") { test, a in
        a.throttle(for: .seconds(1), scheduler: test.scheduler(), latest: true).eraseToAnyPublisher()
    },
    Derived("throttle, the first") { test, a in
        a.throttle(for: .seconds(1), scheduler: test.scheduler(), latest: false).eraseToAnyPublisher()
    },
    Derived("timeout") { test, a in
        a.timeout(.seconds(1), scheduler: test.scheduler()).eraseToAnyPublisher()
    },
    Derived("collect(byTime)") { test, a in
        a.collect(.byTime(test.scheduler(), .seconds(1))).map { $0.reduce(0) { $0 * 10 + $1 } }
            .eraseToAnyPublisher()
    },
    Derived("collect(byTimeOrCount)") { test, a in
        a.collect(.byTimeOrCount(test.scheduler(), .seconds(1), 2)).map { $0.reduce(0) { $0 * 10 + $1 } }
            .eraseToAnyPublisher()
    },
    Derived("measureInterval") { test, a in
        let scheduler = test.scheduler()
        return a.receive(on: scheduler).measureInterval(using: scheduler)
            .map { 1 + Int($0.components.seconds) }.eraseToAnyPublisher()
    },
]

let timingPrograms = timings.flatMap(\.programs) + timedLoops

/// Loops, whose work and that of the operator are done by threads of their own. The orders in which all of
/// them may act are too many to be compared with.
private let timedLoops = timings.filter { $0.name != "subscribe(on:)" }.map { timing in
    Program("\(timing.name): loop, send", promising: .nothing) { test in
        let a = Subject1()
        let stream = timing.make(test, a.eraseToAnyPublisher())
        let keepsAll = ["receive(on:)", "delay"].contains(timing.name)
        let loop = Loop(
            test, stream.values(buffering: .prefetching(2)), mustEnd: true,
            expecting: keepsAll ? [1, 2, 3] : nil)
        test.runTasks()
        loop.start()
        test.thread(a.sending(1), a.sending(2), a.sending(3), a.ending())
    }
}
