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

let timingPrograms = timings.flatMap(\.programs)
